import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'

const journey = journeys()

journey(
  'on a phone codes are cards, and an unnamed one is called after its amount',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/redemption')
    await page.getByRole('button', { name: '新建兑换码' }).last().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: '创建 1 个兑换码' }).click()
    await drawer.getByText('已创建 1 个兑换码').waitFor()
    await assertFits(page)
    await drawer.getByRole('button', { name: '完成' }).click()
    await page.getByRole('listitem').filter({ hasText: '$0.20' }).getByText('未使用').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
