import assert from 'node:assert/strict'
import { newRequestId } from '../../../server/src/http/request-id.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { asRoot, createChannel } from '../steps.ts'
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

journey('a simple sentence leads to the page where it is done', async ({ page, url, server }) => {
  const root = await asRoot(server)
  const channel = await createChannel(root, { name: 'Acme', models: 'qwen-max' })
  await openSignedIn(page, url, '/token')
  const say = async (sentence: string, label: string) => {
    await page.getByRole('button', { name: 'Search and commands' }).waitFor()
    await page.keyboard.press('Control+k')
    await field(page).fill(sentence)
    await selected(page).getByText(label, { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await page.waitForURL((address) => address.pathname !== '/token')
    const { pathname, search } = new URL(page.url())
    await page.goto(`${url}/token`)
    return pathname + search
  }
  assert.equal(await say('errors acme', 'Errors of channel Acme'), `/log?type=5&channel=${channel}`)
  assert.equal(await say('price brand-new', 'Set the price of brand-new'), '/prices?open=new%3Abrand-new')
  assert.equal(await say('route qwen-max', 'Check the route of qwen-max'), '/route?model=qwen-max')
  const id = newRequestId()
  assert.equal(await say(`Overloaded (request id: ${id})`, `Request ${id}`), `/log?request_id=${id}`)
})
