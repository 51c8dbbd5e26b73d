import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot, createChannel } from '../steps.ts'

const journey = journeys()

journey('a channel gets limits, shows how much is used, and is marked while it is full or paused', async (walk) => {
  const { page, url, server } = walk
  const { store, clock } = server.deps
  const root = await asRoot(server)
  const id = await createChannel(root, { name: 'Busy', models: 'gpt-4o' })

  await openSignedIn(page, url, `/channel/edit/${id}`, 'root', '123456')
  const whole = page.getByRole('group', { name: 'The whole channel' })
  await whole.getByLabel('Concurrent requests').fill('2')
  await whole.getByLabel('Requests per minute').fill('60')
  await page.getByRole('group', { name: 'Each key' }).getByLabel('Tokens per minute').fill('90000')
  await assertAccessibleInBothThemes(page)
  await assertFits(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Used now').waitFor()
  await page.getByText('0 / 60').waitFor()
  const stored = await root.call(channelApi.get, { params: { id: String(id) } })
  assert.deepEqual(stored.response.success && JSON.parse(stored.response.data.setting), {
    limits: { calls_at_once: 2, requests_per_minute: 60 },
    key_limits: { tokens_per_minute: 90_000 },
  })

  await store
    .insertInto('limit_counters')
    .values({ key: `calls||channel|${id}`, since: 0, amount: 2 })
    .execute()
  await page.goto(`${url}/channel`)
  await page.getByText('At its limit').first().waitFor()
  const until = clock() + 600
  await store
    .insertInto('cooling')
    .values({ channel_id: id, key_id: 0, until, pauses: 1, reason: 'overloaded', at: clock() })
    .execute()
  await page.reload()
  await page.getByText('Cooling down').first().waitFor()
  await page.getByText('Cooling down').first().hover()
  await page.getByText('Cooling down after failures').waitFor()
  await page.mouse.move(0, 0)
  await page.getByText('Cooling down after failures').waitFor({ state: 'hidden' })
  await store.deleteFrom('limit_counters').execute()
  await assertAccessibleInBothThemes(page)

  await page.goto(`${url}/setting?tab=operation&section=failover`)
  await page.getByLabel('Wait for a channel').fill('20')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved').first().waitFor()
})

journey(
  'a channel gets a budget once it has a cost, and the list and the route check show how full it is',
  async (walk) => {
    const { page, url, server } = walk
    const { store, clock } = server.deps
    const root = await asRoot(server)
    const id = await createChannel(root, { name: 'Prepaid', models: 'gpt-4o' })

    await openSignedIn(page, url, `/channel/edit/${id}`)
    const whole = page.getByRole('group', { name: 'The whole channel' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await whole.getByRole('button', { name: 'Add budget' }).click()
    await save.click()
    await whole.getByText('An amount above 0').waitFor()
    await whole.getByLabel('Amount').fill('10')
    await whole.getByText('A channel budget counts costs').waitFor()
    await whole.getByLabel('Period').click()
    await page.getByTitle('Hours', { exact: true }).last().click()
    await whole.getByLabel('Number of hours').fill('721')
    await whole.getByText('A whole number from 1 to 720').waitFor()
    await whole.getByLabel('Number of hours').fill('12')
    await page.getByLabel('Provider pricing').click()
    await page.getByTitle('As a share of the public price').last().click()
    await page.getByLabel('Times the public price').fill('0.5')
    await whole.getByText('A channel budget counts costs').waitFor({ state: 'hidden' })
    await assertAccessibleInBothThemes(page)
    await assertFits(page)
    await save.click()
    await page.getByText('Budget per 12 hours').waitFor()
    const stored = await root.call(channelApi.get, { params: { id: String(id) } })
    assert.deepEqual(stored.response.success && JSON.parse(stored.response.data.setting), {
      limits: { budgets: [{ window: 'rolling', period: 'hours', hours: 12, amount: 5_000_000 }] },
      cost: { kind: 'multiple', multiple: 0.5 },
    })

    const since = Math.floor(clock() / 1800) * 1800
    await store
      .insertInto('limit_counters')
      .values({ key: `hours|12|channel|${id}`, since, amount: 5_000_000 })
      .execute()
    await page.goto(`${url}/channel`)
    const bar = page.getByRole('img', { name: '100 % of the budget is used' })
    await bar.focus()
    await page.getByText('$10.00 / $10.00').waitFor()
    await assertAccessibleInBothThemes(page)
    await resize(page, 390)
    await page.getByText('$10.00 / $10.00').last().waitFor()
    await assertFits(page)
    await page.goto(`${url}/route?model=gpt-4o&group=default`)
    await page.getByText(/At its limit: .*until/).waitFor()
  },
)
