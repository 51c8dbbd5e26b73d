import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { fewClicks } from '../clicks.ts'
import { assertFits, journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { givenCaller, givenYesterday, model, numberOf, openLog } from './usage-log-steps.ts'

const journey = journeys()
withUpstream()

journey('a row opens to its arithmetic, which comes to what was charged', async ({ page, context, url, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { call: request, rows } = await givenCaller(server, 'counter')
  await request()
  await assert.rejects(request({ model: 'gpt-unknown' }))
  await eventually('the failed call is written', async () => (await rows()).some(({ type }) => type === 5))
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
  await page.getByText('2 requests').getByText('1 refused').waitFor()

  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(link, `${url}/log?request_id=${call.request_id}`)
  await page.getByRole('button', { name: 'Copy summary' }).click()
  await page.getByText('Summary copied').waitFor()
  const summary = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(summary.includes(call.request_id) && summary.endsWith(link) && !summary.includes('counter'), summary)
  assert.match(
    (await page.locator('#content').getByRole('link', { name: 'Route check' }).getAttribute('href')) ?? '',
    /model=gpt-4o&token_id=\d/,
  )
  await page.getByRole('link', { name: 'Requests within 5 min' }).click()
  await page.waitForURL(/log\?start_timestamp=\d+&end_timestamp=\d+$/)
  await page.getByText('1–3 of 3').waitFor()
  await rowOf(page, 'gpt-unknown').getByText('404 · The model gpt-unknown does not exist').waitFor()
  await page.goto(link)
  await page.getByText('How this was charged').waitFor()
  assert.equal(await page.getByText('RPM', { exact: true }).count(), 0, 'one request has no rate')
})

journey("yesterday's dearest requests are found and exported in a few clicks", async ({ page, url, server }) => {
  const username = 'auditor'
  const id = await server.given.user({ username })
  await givenYesterday(server, { id, username }, [5_000, 90_000, 20_000, 70_000])
  await openLog(page, url, username)
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  const models = () => page.locator('tbody tr button', { hasText: /^cost-/ }).allTextContents()
  await fewClicks(page, "yesterday's dearest requests", async () => {
    await page.getByText('Yesterday', { exact: true }).click()
    await page.getByText('1–4 of 4').waitFor()
    await page.getByRole('columnheader', { name: 'Cost' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: 'Cost' }).and(page.locator('[aria-sort=descending]')).waitFor()
    await eventually('the dearest is first', async () => (await models())[0] === 'cost-90000')
    assert.deepEqual(await models(), ['cost-90000', 'cost-70000', 'cost-20000', 'cost-5000'])
    await page.getByRole('button', { name: 'Export' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /^usage-log-\d{4}-\d\d-\d\d\.csv$/)
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.deepEqual(
      lines.map((line) => /cost-\d+/.exec(line)?.[0]),
      await models(),
    )
  })
  assert.match(page.url(), /window=yesterday&sort=cost&order=desc$/)
  await page.getByPlaceholder('Cost over $').fill('0.05')
  await page.waitForURL(/cost_over=0\.05/)
  await page.getByText('1–2 of 2').waitFor()
  await page.getByText('2 requests · 220 tokens').waitFor()
  await assertFits(page)
})
