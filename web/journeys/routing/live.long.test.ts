import { once } from 'node:events'
import { after, before } from 'node:test'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { givenCalls, upstream } from './live-steps.ts'

const journey = journeys()

before(async () => {
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
})

after(() => {
  upstream.closeAllConnections()
  upstream.close()
})

journey(
  'on a phone, in Chinese, running calls are cards that filters choose',
  async ({ page, url, server }) => {
    await givenCalls(server, 'south', 1)
    await openSignedIn(page, url, '/live')
    const card = page.getByRole('listitem').filter({ hasText: 'key of south' })
    await card.getByText('流式输出').waitFor()
    await assertFits(page)
    await page.getByLabel('用户名或 ID').fill('nobody')
    await page.getByText('没有符合条件的请求').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await card.waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
