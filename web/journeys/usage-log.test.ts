import assert from 'node:assert/strict'
import { eventually } from '../../server/test/harness/eventually.ts'
import { journeys } from './journey.ts'
import { withUpstream } from './upstream.ts'
import { givenCaller, model, numberOf, openLog, rowOf } from './usage-log-steps.ts'

const journey = journeys()
withUpstream()

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
