import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { tokenApi } from '@turnpike/contract/identity/token'
import { peopleApi } from '@turnpike/contract/identity/user-admin'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type LogRow, logApi } from '@turnpike/contract/usage/log'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { saveOptions } from '../../server/src/domain/system/options/options.rules.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { type Client, givenPassword, type TestServer } from '../../server/test/harness/harness.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { upstream, withUpstream } from './upstream.ts'

const journey = journeys()
withUpstream()

const model = 'gpt-4o'
const dollar = 500_000

async function asRoot(server: TestServer): Promise<Client> {
  const root = server.client()
  await root.signIn('root', '123456')
  return root
}

/** Two channels of which the first is always asked first. */
async function openRoads(server: TestServer) {
  const root = await asRoot(server)
  const { answer } = await root.call(channelApi.list, { query: { p: 0, page_size: 10 } })
  if (answer.success && answer.data.length > 0) return
  const road = { type: 1, models: `${model},gpt-4o-mini`, group: 'default', base_url: upstream().url }
  for (const [name, priority] of [
    ['first road', 10],
    ['second road', 0],
  ] as const) {
    const body = { ...road, name, priority, key: `sk-${name.replace(' ', '-')}`, auto_ban: 0 as const }
    assert.ok((await root.call(channelApi.create, { body })).answer.success)
  }
  await saveOptions(server.deps.store, server.deps.vault, { RetryTimes: '1' })
  await server.deps.reload()
}

/** A user with money and a key. */
async function givenCaller(server: TestServer, username: string) {
  await openRoads(server)
  const id = await server.given.user({ username })
  const root = await asRoot(server)
  assert.ok((await root.call(peopleApi.update, { body: { id, quota: 20 * dollar } })).answer.success)
  const client = server.client()
  await client.signIn(username)
  const { answer } = await client.call(tokenApi.create, { body: { name: `${username} key`, unlimited_quota: true } })
  assert.ok(answer.success)
  const openai = new OpenAI({ apiKey: `sk-${answer.data.key}`, baseURL: `${server.url}/v1`, maxRetries: 0 })
  const ask = (more: { model?: string } = {}) =>
    openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }], ...more })
  const rows = async (): Promise<LogRow[]> => {
    const listed = await client.call(logApi.self, { query: { p: 1, page_size: 100 } })
    assert.ok(listed.answer.success)
    return listed.answer.data.items
  }
  return { id, ask, rows }
}

async function openLog(page: Page, url: string, username: string, search = '') {
  await openSignedIn(page, url, `/log${search}`, username, username === 'root' ? '123456' : givenPassword)
}

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const numberOf = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''))

journey('a row opens to its arithmetic, which comes to what was charged', async ({ page, context, url, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { ask, rows } = await givenCaller(server, 'counter')
  await ask()
  await assert.rejects(ask({ model: 'gpt-unknown' }))
  const [call] = (await rows()).filter(({ type }) => type === 2)
  assert.ok(call?.detail?.price.kind === 'tokens')
  await openLog(page, url, 'counter')
  const row = rowOf(page, model).first()
  await row.getByRole('button', { name: 'Show details' }).click()
  await page.getByText('How this was charged').waitFor()

  const receipt = page.getByRole('table').filter({ hasText: 'Price / 1M' }).last()
  const weighed = await receipt
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll('td')].map((cell) => (cell.textContent ?? '').replace(/[^\d.]/g, '')),
      ),
    )
  assert.equal(weighed.length, call.detail.price.lines.length)
  for (const [, count, weight, product] of weighed) assert.equal(Number(count) * Number(weight), Number(product))
  const quota = numberOf(await page.locator('[data-quota]').evaluate((shown) => shown.firstChild?.textContent ?? ''))
  assert.equal(quota, call.quota)
  const sum = weighed.reduce((all, [, , , product]) => all + Number(product), 0)
  assert.equal(Math.round(sum * call.detail.price.ratio * call.detail.group_ratio), call.quota)

  await page.getByRole('button', { name: 'Copy Request ID' }).click()
  await page.getByText('Request ID copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), call.request_id)
  await row.getByRole('button', { name: model, exact: true }).click()
  await page.getByText('Model copied').waitFor()
  assert.equal(await page.getByText('Route', { exact: true }).count(), 0, 'channels are for administrators')

  await eventually('the failed call is written', async () => (await rows()).some(({ type }) => type === 5))
  await page.goto(`${url}/log?type=5`)
  await rowOf(page, 'gpt-unknown').getByText('404 · The model gpt-unknown does not exist').waitFor()
  await page.goto(`${url}/log?request_id=${call.request_id}`)
  await page.getByText('How this was charged').waitFor()
})

journey('filters are in the address, survive a reload, and are told when nothing matches', async (walk) => {
  const { page, url, server } = walk
  const { ask } = await givenCaller(server, 'seeker')
  await ask()
  await ask({ model: 'gpt-4o-mini' })
  await openLog(page, url, 'seeker')
  await page.getByText('2 calls · 0 failed').waitFor()
  await page.getByPlaceholder('Model').fill('%-mini')
  await page.waitForURL(/model_name=%25-mini/)
  await page.getByText('1–1 of 1').waitFor()
  await page.getByText('30 days', { exact: true }).click()
  await page.waitForURL(/window=30d/)
  await page.reload()
  await page.getByText('last 30 days').waitFor()
  assert.equal(await page.getByPlaceholder('Model').inputValue(), '%-mini')
  await page.getByText('1–1 of 1').waitFor()
  await page.getByPlaceholder('Token name').fill('nobody')
  await page.getByText('No rows match').waitFor()
  await page.getByText('Model “%-mini”, Token name “nobody”').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rowOf(page, 'gpt-4o-mini').waitFor()

  await page.goto(`${url}/log?start_timestamp=1000&end_timestamp=9000000`)
  await page.getByText('Choose at most one month').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.waitForURL(`${url}/log`)
  await rowOf(page, 'gpt-4o-mini').waitFor()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Details' }).uncheck()
  await page.getByRole('columnheader', { name: 'Details' }).waitFor({ state: 'detached' })
  await page.reload()
  await rowOf(page, 'gpt-4o-mini').waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Details' }).count(), 0)
})

journey('the log is exported through memory, or straight to a file where the browser can', async (walk) => {
  const { page, url, server } = walk
  const { ask, rows } = await givenCaller(server, 'keeper')
  await ask()
  await openLog(page, url, 'keeper', '?type=2')
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await page.getByRole('button', { name: 'Export' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  assert.match(download.suggestedFilename(), /^usage-log-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  const [row] = (await rows()).filter(({ type }) => type === 2)
  assert.equal(lines.length, 2)
  assert.ok(row && lines[1]?.includes(row.request_id))

  await page.evaluate(() => {
    const saved: Uint8Array[] = []
    const file = { createWritable: async () => new WritableStream({ write: (chunk) => void saved.push(chunk) }) }
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        Object.assign(window, { savedAs: suggestedName })
        return file
      },
      savedText: async () => new Blob(saved as BlobPart[]).text(),
    })
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click()
  await page.getByText('Log exported').last().waitFor()
  const saved = await eventually('the file is written', () =>
    page.evaluate(() => (window as unknown as { savedText(): Promise<string> }).savedText()),
  )
  assert.deepEqual(JSON.parse(saved.trim()).request_id, row?.request_id)
})

journey('administrators see who called, the channels that were tried, and why one failed', async (walk) => {
  const { page, url, server } = walk
  const { ask } = await givenCaller(server, 'walker')
  upstream().faults.add({ match: { key: 'sk-first-road' }, times: 1, fault: { kind: 'status', status: 429 } })
  await ask()
  await openLog(page, url, 'root', '?username=walker&type=2')
  const row = rowOf(page, 'walker key')
  await row.getByTitle('Retried once').waitFor()
  await row.getByRole('button', { name: 'Show details' }).click()
  await page.getByText('first road').waitFor()
  await page.getByText('429 rate limited').waitFor()
  await page.getByText('second road').waitFor()
  await row.getByRole('button', { name: 'walker' }).click()
  const popup = page.getByRole('tooltip').filter({ hasText: 'Balance' })
  await popup.getByText('$20.00').waitFor()
  await popup.getByText('Requests').waitFor()
  await popup.getByRole('button', { name: 'Only this user' }).click()
  await page.waitForURL(/username=walker/)
})

journey('live rows come by themselves, until another page or other filters are shown', async (walk) => {
  const { page, url, server } = walk
  const { ask } = await givenCaller(server, 'watcher')
  await ask()
  await openLog(page, url, 'watcher', '?type=2')
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('switch', { name: 'Live' }).click()
  await ask({ model: 'gpt-4o-mini' })
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('switch', { name: 'Live', checked: true }).waitFor()
  await page.getByText('Today', { exact: true }).click()
  await page.waitForURL(/window=today/)
  await page.getByRole('switch', { name: 'Live', checked: false }).waitFor()
})

journey(
  'on a phone rows are cards with the same arithmetic, in Chinese',
  async ({ page, url, server }) => {
    const { id, ask, rows } = await givenCaller(server, 'pocket')
    const long = { model_name: `a-name-of-${'many-words-'.repeat(12)}`, content: `status_code=400, ${'x'.repeat(200)}` }
    const failed = {
      user_id: id,
      username: 'pocket',
      created_at: server.deps.clock(),
      type: 5,
      request_id: 'long',
      ...long,
    }
    await server.deps.store.insertInto('logs').values(failed).execute()
    await ask()
    const [call] = (await rows()).filter(({ type }) => type === 2)
    await openLog(page, url, 'pocket')
    const card = page.getByRole('listitem').filter({ hasText: model })
    await card.getByRole('button', { name: '展开详情' }).click()
    await card.getByText('加权 Token').waitFor()
    const quota = await card.locator('[data-quota]').evaluate((shown) => shown.firstChild?.textContent ?? '')
    assert.equal(numberOf(quota), call?.quota)
    await assertFits(page)
    const wide = page.getByRole('listitem').filter({ hasText: 'a-name-of' })
    await wide.getByRole('button', { name: '展开详情' }).click()
    await wide.getByText('请求 ID').waitFor()
    await assertFits(page)
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('dialog').getByText('今天', { exact: true }).click()
    await page.waitForURL(/window=today/)
    await assertFits(page)
    await page.getByRole('button', { name: '查看结果' }).click()
    await card.waitFor()
  },
  { language: 'zh', width: 390 },
)
