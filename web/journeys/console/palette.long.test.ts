import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { dialog, field, selected } from './palette-steps.ts'

const journey = journeys()

journey('an ordinary user finds no page of administrators, and no request is sent for them', async (walk) => {
  const { page, url, server } = walk
  await server.given.user({ username: 'plain' })
  await openSignedIn(page, url, '/token', 'plain', 'password-1')
  await page.getByText('No tokens yet').waitFor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.keyboard.press('Control+k')
  await field(page).fill('channel')
  await dialog(page).getByText('Nothing found for “channel”').waitFor()
  assert.ok(!sent.some((path) => /\/api\/(channel|user\/search)/.test(path)))
})

journey(
  'on a phone the palette is in the top bar',
  async ({ page, url }) => {
    await openSignedIn(page, url, '/token')
    await page.getByRole('button', { name: '搜索与命令' }).click()
    await field(page).fill('usage')
    await selected(page).getByText('使用日志').waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await selected(page).click()
    await page.waitForURL(`${url}/log`)
  },
  { language: 'zh', width: 390 },
)
