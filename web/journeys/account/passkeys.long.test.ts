import { givenPassword } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { named, plugIn } from './passkeys-steps.ts'

const journey = journeys()

journey(
  'at another address than the configured one, the page says where passkeys work',
  async ({ page, url, server }) => {
    const address = await named(server, url)
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: 'Passkey' }).click()
    await page.getByText(`Passkeys work at ${address} only`).waitFor()
  },
)

journey(
  'on a phone passkeys fit',
  async ({ page, server, context, url: given }) => {
    const url = await named(server, given)
    await server.given.user({ username: 'mini' })
    await plugIn(context, page)
    await openSignedIn(page, url, '/setting/security', 'mini', givenPassword)
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '继续' }).click()
    await page.getByRole('dialog', { name: '请保存恢复码' }).waitFor()
    await assertFits(page)
    await page.getByRole('button', { name: '我已保存' }).click()
    await page.getByText('剩余 10 个').waitFor()
    await assertFits(page)
    await page.goto(`${url}/login`)
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
