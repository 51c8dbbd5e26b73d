import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { firmOf } from './firm-steps.ts'

const journey = journeys()

journey(
  'the list of organizations fits a phone, in Chinese and dark',
  async ({ page, server, url }) => {
    await firmOf(server, '示例科技有限公司北京分公司', { owner: 'tao' })
    await openSignedIn(page, url, '/organizations')
    await page.getByText('示例科技有限公司北京分公司').waitFor()
    await assertAccessible(page)
    await assertFits(page)
    await page.getByRole('button', { name: '编辑' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: '调整余额' }).waitFor()
    await page.getByRole('dialog').getByText('暂无记录').waitFor()
    await assertAccessible(page)
    await assertFits(page)
  },
  { language: 'zh', theme: 'dark', width: 390 },
)
