import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions } from 'playwright-core'
import { freshDatabase } from '../../../server/test/harness/databases.ts'
import { builtPages, startTestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { type Look, openPage } from '../browser.ts'
import { sharedBrowser } from '../shared-browser.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { channelsOf, connect, paste, runCall, setPassword, type Walk } from './first-run-steps.ts'

const browser = sharedBrowser()
withUpstream()

/** A journey on a server that nobody has used yet, in a browser that has not seen it. */
function firstRun(
  name: string,
  walk: (walk: Walk) => Promise<void>,
  look: Look = {},
  env: Record<string, string> = {},
) {
  test(name, async () => {
    const database = await freshDatabase('sqlite')
    const server = await startTestServer(database.address, env, { pages: builtPages })
    const opened: Awaited<ReturnType<typeof openPage>>[] = []
    const open = async (options: BrowserContextOptions = {}) => {
      const one = await openPage(await browser(), { ...look, isFirstRun: true }, options)
      opened.push(one)
      return one.page
    }
    try {
      await walk({ page: await open(), server, url: server.url, open })
      for (const { complaints } of opened) assert.deepEqual(complaints, [])
    } finally {
      for (const { context } of opened) await context.close()
      await server.stop()
      await database.drop()
    }
  })
}

firstRun('from the first page to the first call in five clicks and five fields', async ({ page, url, server }) => {
  const clicks: string[] = []
  await page.exposeFunction('noteClick', (name: string) => clicks.push(name))
  await page.addInitScript(() =>
    document.addEventListener('pointerdown', (event) => {
      const noting = window as unknown as { noteClick(name: string): void }
      noting.noteClick((event.target as HTMLElement).textContent ?? '')
    }),
  )
  await page.goto(url)
  await page.waitForURL(`${url}/setup`)
  await page.getByRole('heading', { name: "Set the administrator's password" }).waitFor()
  assert.equal(await page.getByLabel('Username').inputValue(), 'root')
  await page.getByText('8 to 128 characters').waitFor()
  await assertAccessible(page)
  await setPassword(page)

  await page.getByRole('heading', { name: 'Get started' }).waitFor()
  await assertAccessible(page)
  const sent = upstream().requests.list().length
  await paste(page)
  await page.getByText(`The key will be sent to ${new URL(upstream().url).host}`).waitFor()
  assert.equal(upstream().requests.list().length, sent, 'nothing is sent before it is confirmed')
  await assertAccessible(page)
  await connect(page).click()
  await runCall(page).waitFor()
  await page.getByText(/OpenAI-compatible server #\d+ · .*Passed in/).waitFor()
  await runCall(page).click()

  const receipt = page.getByRole('region', { name: 'Receipt' })
  await receipt.getByText(/OpenAI-compatible server #\d+/).waitFor()
  await receipt.getByText(/\d+ input \+ \d+ output/).waitFor()
  await receipt.getByText('Price').waitFor()
  await receipt.getByText(/\$\d|< \$0\.0001/).waitFor()
  await page.getByText('The first request succeeded').waitFor()
  await assertAccessible(page)
  assert.ok(clicks.length <= 5, `clicks: ${clicks.join(', ')}`)
  assert.match((await page.locator('pre').textContent()) ?? '', new RegExp(`curl ${url}/v1/chat/completions`))

  const [channel, ...others] = await channelsOf(server)
  assert.deepEqual([channel?.health, others.length], ['ok', 0])
  await receipt.getByRole('link', { name: 'Open in the usage log' }).click()
  await page.waitForURL(/\/log\?request_id=/)
  await page.getByText('First token').first().waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Get started' }).count(), 0, 'it is done')
})
