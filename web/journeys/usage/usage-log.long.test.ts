import assert from 'node:assert/strict'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertFits, journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { givenCaller, model, numberOf, openLog } from './usage-log-steps.ts'

const journey = journeys()
withUpstream()

journey('administrators see who called, the channels that were tried, and why one failed', async (walk) => {
  const { page, url, server } = walk
  const { call } = await givenCaller(server, 'walker')
  upstream().faults.add({ match: { key: 'sk-first-road' }, times: 1, fault: { kind: 'status', status: 429 } })
  await call()
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

journey(
  'on a phone rows are cards with the same arithmetic, in Chinese',
  async ({ page, url, server }) => {
    const { id, call: request, rows } = await givenCaller(server, 'pocket')
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
    await request()
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

journey('filters are in the address, live rows come by themselves, and a file is written', async (walk) => {
  const { page, url, server } = walk
  const { call, rows } = await givenCaller(server, 'seeker')
  await call()
  await call({ model: 'gpt-4o-mini' })
  await openLog(page, url, 'seeker')
  await page.getByText('2 requests').waitFor()
  await page.getByPlaceholder('Model').fill('%-mini')
  await page.waitForURL(/model_name=%25-mini/)
  await page.getByText('1–1 of 1').waitFor()
  await page.getByText('30 days', { exact: true }).click()
  await page.waitForURL(/window=30d/)
  await page.reload()
  await page.getByText('last 30 days').waitFor()
  assert.equal(await page.getByPlaceholder('Model').inputValue(), '%-mini')
  await page.getByPlaceholder('Token name').fill('nobody')
  await page.getByText('No rows match').waitFor()
  await page.getByText('Model “%-mini”, Token name “nobody”').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('switch', { name: 'Live' }).click()
  await call({ model: 'gpt-4o-mini' })
  await page.getByText('of 4').waitFor() // the gift of the administrator is a row too
  await page.getByText('Today', { exact: true }).click()
  await page.waitForURL(/window=today/)
  await page.getByRole('switch', { name: 'Live', checked: false }).waitFor()

  await page.evaluate(() => {
    const saved: Uint8Array[] = []
    const file = { createWritable: async () => new WritableStream({ write: (chunk) => void saved.push(chunk) }) }
    Object.assign(window, {
      showSaveFilePicker: async () => file,
      savedText: async () => new Blob(saved as BlobPart[]).text(),
    })
  })
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click()
  await page.getByText('Log exported').last().waitFor()
  const saved = await eventually('the file is written', () =>
    page.evaluate(() => (window as unknown as { savedText(): Promise<string> }).savedText()),
  )
  assert.deepEqual(
    saved
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    (await rows()).map(({ id }) => id),
  )

  await page.goto(`${url}/log?start_timestamp=1000&end_timestamp=9000000`)
  await page.getByText('Choose at most one month').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.waitForURL(`${url}/log`)
  await rowOf(page, 'gpt-4o-mini').first().waitFor()
})
