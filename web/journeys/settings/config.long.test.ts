import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { key, path } from './config-steps.ts'

const journey = journeys(() => ({ TURNPIKE_JOURNEY_KEY: key }))

journey(
  'on a phone, in Chinese and in the dark, the preview and the problems fit',
  async ({ page, url }) => {
    await openSignedIn(page, url, path)
    const long = 'a-very-long-name-without-a-break-'.repeat(3)
    await page.getByLabel('或粘贴文件内容').fill(`turnpike: 1\ngroups:\n  ${long.slice(0, 60)}: { ratio: 2 }\n`)
    await page.getByRole('button', { name: '预览修改' }).click()
    await page.getByRole('heading', { name: '1 处修改' }).waitFor()
    await assertFits(page)
    await assertAccessible(page, 'the preview of a file on a phone')
    await page.getByLabel('或粘贴文件内容').fill(`turnpike: 1\n${long}: 1\n`)
    await page.getByRole('button', { name: '预览修改' }).click()
    await page.getByText('第 2 行').waitFor()
    await assertFits(page)
  },
  { width: 390, language: 'zh', theme: 'dark' },
)
