import assert from 'node:assert/strict'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { givenCaller, model, numberOf, openLog } from './usage-log-steps.ts'

const journey = journeys()
withUpstream()

journey('a row opens to its arithmetic, which comes to what was charged', async ({ page, context, url, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { call: request, rows } = await givenCaller(server, 'counter')
  await request()
  await assert.rejects(request({ model: 'gpt-unknown' }))
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
