import { optionApi } from '@turnpike/contract/system/option-api'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'

const journey = journeys()

journey(
  'on a phone, in Chinese, the page of agents fits',
  async ({ page, url, server }) => {
    const root = server.client()
    await root.signIn('root', '123456')
    await root.call(optionApi.update, { body: { key: 'McpEnabled', value: 'true' } })
    await openSignedIn(page, url, '/agents')
    await page.getByText('今天哪些渠道失败了，原因是什么？').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
