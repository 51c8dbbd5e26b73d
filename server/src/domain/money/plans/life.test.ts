import assert from 'node:assert/strict'
import { atEnd } from '../../../../test/harness/at-end.ts'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { driftsOf, givenUser, silent } from '../../../../test/harness/ledger.ts'
import { resetWindow } from '../wallet/pots/pots.queries.ts'
import { runDue } from './due/due.rules.ts'
import { extendSubscription, graceSeconds, openSubscription } from './life.rules.ts'
import { anotherProcess, day, type Life, onLife, planWith, start } from './testing.ts'

const at = (text: string) => Date.parse(text) / 1000
const windowsOf = (text: string) => JSON.parse(text) as { used: number; from: number; to: number }[]

onLife('a plan opens with a pot, its grant and its group', async ({ buy, pots, entries, account, rowOf }) => {
  const bought = await buy({ total_amount: 500, upgrade_group: 'vip', windows: [{ every: 'week', amount: 90 }] })
  const { end_time, status, prev_group, period_start } = await rowOf(bought)
  assert.deepEqual([status, prev_group, period_start], ['active', 'default', start])
  assert.equal(end_time, at('2026-02-28T10:00Z'))
  const [pot, ...others] = await pots()
  assert.deepEqual(others, [])
  assert.deepEqual([pot?.amount, pot?.quota, pot?.starts_at, pot?.ends_at], [500, 500, start, end_time])
  assert.deepEqual(await entries(), [500])
  assert.deepEqual(await account(), { group: 'vip', has_pots: 1, quota: 1000 })
})

onLife('pots of days open ahead of their time, one for each, and what is left of each expires', async (life) => {
  const bought = await life.buy({
    ...{ duration_unit: 'day', duration_value: 3, total_amount: 100, quota_reset_period: 'daily' },
  })
  // Two midnights lie within the 26 hours after the purchase at ten o'clock: of the first of February, and none else.
  assert.deepEqual(
    (await life.pots()).map(({ starts_at }) => starts_at),
    [start, at('2026-02-01T00:00Z')],
  )
  await life.spend((await life.pots())[0]?.id ?? 0, 30, start + 60)
  for (let time = start; time < bought.end_time; time += 3600) await life.run(time)
  const pots = await life.pots()
  assert.deepEqual(
    pots.map(({ starts_at, ends_at }) => [starts_at, ends_at]),
    [
      [start, at('2026-02-01T00:00Z')],
      [at('2026-02-01T00:00Z'), at('2026-02-02T00:00Z')],
      [at('2026-02-02T00:00Z'), at('2026-02-03T00:00Z')],
      [at('2026-02-03T00:00Z'), bought.end_time],
    ],
  )
  assert.deepEqual(
    pots.map(({ quota }) => quota),
    [0, 0, 0, 100],
  )
  const news = await life.run(bought.end_time)
  assert.deepEqual(
    news.map(({ kind }) => kind),
    ['ended'],
  )
  assert.equal((await life.rowOf(bought)).status, 'expired')
  assert.deepEqual(
    (await life.entries()).toSorted((one, other) => one - other),
    [-100, -100, -100, -70, 100, 100, 100, 100],
  )
  assert.equal((await life.account()).has_pots, 0)
  assert.deepEqual(await life.run(bought.end_time + 60), [])
})

onLife('a renewal in time continues with the next pot', async (life) => {
  const bought = await life.buy({ total_amount: 500 }, { renews: true })
  const renewed = await life.renew(bought, bought.end_time - 3600)
  assert.equal(renewed.end_time, at('2026-03-31T10:00Z'), 'the last day of the month, as it began')
  assert.deepEqual(
    (await life.pots()).map(({ starts_at, ends_at }) => [starts_at, ends_at]),
    [
      [start, bought.end_time],
      [bought.end_time, renewed.end_time],
    ],
  )
  assert.deepEqual(await life.run(bought.end_time), [])
  assert.deepEqual(
    (await life.pots()).map(({ quota }) => quota),
    [0, 500],
  )
  assert.equal((await life.rowOf(bought)).status, 'active')
})

onLife('what is left may be used while a failed renewal is tried again, until it is paid', async (life) => {
  const bought = await life.buy({ total_amount: 500 }, { renews: true })
  const [{ id = 0 } = {}] = await life.pots()
  await life.spend(id, 100, start + 60)
  assert.deepEqual(await life.run(bought.end_time), [], 'the payment of a renewal takes a while')
  const grace_until = bought.end_time + graceSeconds
  assert.equal((await life.rowOf(bought)).grace_until, grace_until)
  assert.deepEqual(
    (await life.pots()).map(({ quota, ends_at }) => [quota, ends_at]),
    [[400, grace_until]],
  )
  await life.run(bought.end_time + 60)

  const late = bought.end_time + day
  const renewed = await life.renew(bought, late)
  assert.deepEqual([renewed.grace_until, renewed.end_time], [0, at('2026-03-31T10:00Z')])
  assert.deepEqual(
    (await life.pots()).map(({ quota, starts_at, ends_at }) => [quota, starts_at, ends_at]),
    [
      [0, start, late],
      [500, late, renewed.end_time],
    ],
  )
  await life.run(grace_until)
  assert.equal((await life.rowOf(bought)).status, 'active')
})

onLife('a renewal that is never paid ends the plan after the grace, and takes its group back', async (life) => {
  const bought = await life.buy({ total_amount: 500, upgrade_group: 'vip' }, { renews: true })
  await life.run(bought.end_time)
  await life.run(bought.end_time + graceSeconds - 1)
  assert.deepEqual([(await life.rowOf(bought)).status, (await life.account()).group], ['active', 'vip'])
  const news = await life.run(bought.end_time + graceSeconds)
  assert.deepEqual(
    news.map(({ kind }) => kind),
    ['ended'],
  )
  const { status, end_time, renews } = await life.rowOf(bought)
  assert.deepEqual([status, end_time, renews], ['expired', bought.end_time, 0])
  assert.deepEqual(await life.account(), { group: 'default', has_pots: 0, quota: 1000 })
  assert.deepEqual(await life.entries(), [500, -500])
})

const extend = (life: Life, row: { id: number }, days: number, when: number) =>
  life.inTransaction((transaction) =>
    extendSubscription(
      transaction,
      { id: row.id, user_id: life.user_id },
      { duration_unit: 'day', duration_value: days },
      when,
    ),
  )

onLife('the grace of a failed renewal and the end of a plan are in the audit log', async (life) => {
  const bought = await life.buy({ total_amount: 500 }, { renews: true })
  await life.run(bought.end_time)
  await life.run(bought.end_time + graceSeconds)
  const rows = await life.store
    .selectFrom('audit')
    .select(['at', 'actor_id', 'action', 'target', 'detail'])
    .orderBy('id')
    .execute()
  const target = `#${bought.id} Pro: ${life.user_id}`
  const detail = JSON.stringify({ grace_until: bought.end_time + graceSeconds })
  assert.deepEqual(rows, [
    { at: bought.end_time, actor_id: 0, action: 'plan_term.grace', target, detail },
    { at: bought.end_time + graceSeconds, actor_id: 0, action: 'plan_term.end', target, detail: '' },
  ])
})

onLife('an extension prolongs the pot of a total', async (life) => {
  const bought = await life.buy({ total_amount: 500 })
  const extended = await extend(life, bought, 5, start + day)
  assert.equal(extended.end_time, bought.end_time + 5 * day)
  assert.deepEqual(
    (await life.pots()).map(({ quota, ends_at }) => [quota, ends_at]),
    [[500, extended.end_time]],
  )
  await life.run(extended.end_time - 1)
  assert.deepEqual(await life.entries(), [500])
})

onLife('no extension goes beyond what a calendar can tell', async (life) => {
  const bought = await life.buy({ total_amount: 500 })
  const by = { duration_unit: 'year', duration_value: 1000 } as const
  const far = () =>
    life.inTransaction((transaction) =>
      extendSubscription(transaction, { id: bought.id, user_id: life.user_id }, by, start),
    )
  for (let thousands = 0; thousands < 7; thousands++) await far()
  await assert.rejects(far(), { code: 'invalid_field' })
  assert.equal((await life.rowOf(bought)).end_time, at('9026-02-28T10:00Z'))
})

onLife('an extension continues the pots of a period, and renewals are counted from its end', async (life) => {
  const terms = { total_amount: 500, quota_reset_period: 'monthly' } as const
  const bought = await life.buy(terms, { renews: true })
  const extended = await extend(life, bought, 5, start + day)
  await life.run(bought.end_time - 60)
  assert.deepEqual(
    (await life.pots()).map(({ starts_at, ends_at }) => [starts_at, ends_at]),
    [
      [start, bought.end_time],
      [bought.end_time, extended.end_time],
    ],
  )
  const renewed = await life.renew(bought, extended.end_time - 60)
  assert.equal(renewed.end_time, at('2026-04-05T10:00Z'))
  await life.run(renewed.end_time - 60)
  const pots = await life.pots()
  assert.equal(pots.length, 3, 'one for the month that was paid')
  assert.deepEqual([pots[2]?.starts_at, pots[2]?.ends_at], [extended.end_time, renewed.end_time])
})

onLife('an ended plan closes all its pots, also those of tomorrow, and ends once', async (life) => {
  const bought = await life.buy({ total_amount: 100, quota_reset_period: 'daily', upgrade_group: 'vip' })
  assert.equal((await life.pots()).length, 2)
  const ended = await life.cancel(bought, start + 60)
  assert.deepEqual([ended?.status, ended?.end_time], ['cancelled', start + 60])
  assert.deepEqual(
    (await life.pots()).map(({ quota, ends_at }) => [quota, ends_at]),
    [
      [0, start + 60],
      [0, start + 60],
    ],
  )
  assert.deepEqual(await life.account(), { group: 'default', has_pots: 0, quota: 1000 })
  await life.cancel(bought, start + 120)
  assert.deepEqual(await life.entries(), [100, 100, -100, -100])
  await assert.rejects(life.renew(bought, start + 180), { code: 'subscription_over' })
  await assert.rejects(extend(life, bought, 1, start + 180), { code: 'subscription_over' })
})

onLife('what a running call holds of an ended pot expires when it was not needed', async (life) => {
  const bought = await life.buy({ total_amount: 100 })
  const [{ id = 0 } = {}] = await life.pots()
  const hold = (held: number) => life.store.updateTable('pots').set({ held }).where('id', '=', id).execute()
  await hold(40)
  await life.cancel(bought, start + 60)
  assert.deepEqual((await life.pots())[0]?.quota, 40)
  await life.run(start + 120)
  assert.deepEqual(await life.entries(), [100, -60])
  await hold(0)
  await life.run(start + 180)
  assert.deepEqual(await life.entries(), [100, -60, -40])
})

onLife('a pot without a limit of its own is even when it closes', async (life) => {
  const bought = await life.buy({ windows: [{ every: 'hours', hours: 5, amount: 50 }] })
  const [{ id = 0, amount } = {}] = await life.pots()
  assert.equal(amount, 0)
  assert.deepEqual(await life.entries(), [])
  await life.spend(id, 30, start + 60)
  await life.cancel(bought, start + 120)
  assert.deepEqual([(await life.pots())[0]?.quota, await life.entries()], [0, [30]])
})

onLife('the group before comes back, and the group afterwards where the plan names one', async (life) => {
  const first = await life.buy({ upgrade_group: 'vip' })
  await life.cancel(first, start + 60)
  assert.equal((await life.account()).group, 'default')
  const second = await life.buy({ upgrade_group: 'vip', downgrade_group: 'former' })
  await life.cancel(second, start + 60)
  assert.equal((await life.account()).group, 'former')
  const third = await life.buy({ downgrade_group: 'default' })
  await life.cancel(third, start + 60)
  assert.equal((await life.account()).group, 'default')
})

onLife('a group stays while another plan gives it, and the last one gives back what was before', async (life) => {
  const first = await life.buy({ upgrade_group: 'vip' })
  const second = await life.buy({ upgrade_group: 'vip' })
  await life.cancel(first, start + 60)
  assert.equal((await life.account()).group, 'vip')
  await life.cancel(second, start + 60)
  assert.equal((await life.account()).group, 'default')

  const low = await life.buy({ upgrade_group: 'vip' })
  const high = await life.buy({ upgrade_group: 'svip' })
  await life.cancel(low, start + 60)
  assert.equal((await life.account()).group, 'svip')
  await life.cancel(high, start + 60)
  assert.equal((await life.account()).group, 'default')

  const below = await life.buy({ upgrade_group: 'vip' })
  const above = await life.buy({ upgrade_group: 'svip' })
  await life.cancel(above, start + 60)
  assert.equal((await life.account()).group, 'vip')
  await life.cancel(below, start + 60)
  assert.equal((await life.account()).group, 'default')
})

onLife('a group that somebody has changed since stays', async (life) => {
  const bought = await life.buy({ upgrade_group: 'vip' })
  await life.store.updateTable('users').set({ group: 'staff' }).where('id', '=', life.user_id).execute()
  await life.cancel(bought, start + 60)
  assert.equal((await life.account()).group, 'staff')
})

onLife('a plan that replaces another one ends it, and keeps the group before both', async (life) => {
  const old = await life.buy({ total_amount: 100, upgrade_group: 'vip' })
  const next = await life.buy({ total_amount: 300, upgrade_group: 'svip' }, { replaces: old.id, at: start + day })
  assert.deepEqual([(await life.rowOf(old)).status, next.prev_group], ['cancelled', 'default'])
  assert.deepEqual(
    (await life.pots()).map(({ quota }) => quota),
    [0, 300],
  )
  assert.equal((await life.account()).group, 'svip')
})

onLife('one window is unused again, and the others stay', async (life) => {
  await life.buy({
    total_amount: 500,
    windows: [
      { every: 'week', amount: 90 },
      { every: 'day', amount: 20 },
    ],
  })
  const [pot] = await life.pots()
  assert.ok(pot)
  const used = windowsOf(pot.windows).map((window) => ({ ...window, used: 15, from: start, to: start + 9 }))
  const windows = JSON.stringify(used)
  await life.store.updateTable('pots').set({ windows }).where('id', '=', pot.id).execute()
  await life.spend(pot.id, 15, start)
  const reset = async (index: number) => {
    const [current] = await life.pots()
    if (current) await life.inTransaction((transaction) => resetWindow(transaction, current, index, start + 60))
    const [after] = await life.pots()
    return [after?.quota, ...windowsOf(after?.windows ?? '[]').map(({ used: each }) => each)]
  }
  assert.deepEqual(await reset(2), [485, 15, 0])
  assert.deepEqual(await reset(0), [500, 15, 0])
  assert.deepEqual(await reset(0), [500, 15, 0])
  assert.deepEqual(await life.entries(), [500, 15])
})

onBothDatabases('two processes that run the job at once open one pot and end once', async (open, t) => {
  const other = await anotherProcess(open)
  atEnd(t, other.close)
  const users = await Promise.all(Array.from({ length: 5 }, () => givenUser(open.store)))
  const terms = { total_amount: 100, quota_reset_period: 'daily', duration_unit: 'day', duration_value: 2 } as const
  for (const user_id of users)
    await open.store.transaction().execute((transaction) =>
      openSubscription(
        transaction,
        {
          ...{ user_id, caller_id: 0, source: 'balance', trade_no: '', paid: '20', worth: 1, plan: planWith(terms) },
        },
        start,
      ),
    )
  const runBoth = (time: number) =>
    Promise.all([open, other].map(({ store }) => runDue({ store, log: silent, clock: () => time }, async () => true)))
  for (const time of [start + 14 * 3600, start + 30 * 3600]) await runBoth(time)
  const pots = await open.store.selectFrom('pots').select('starts_at').execute()
  assert.equal(pots.length, 5 * 3)
  const news = (await runBoth(start + 2 * day)).flat()
  assert.equal(news.length, 5)
  const left = await open.store.selectFrom('pots').select('id').where('quota', '<>', 0).execute()
  assert.deepEqual(left, [])
  assert.deepEqual(await driftsOf(open), [])
})

onLife('a row that fails does not stop the others', async (life) => {
  const broken = await life.buy({ total_amount: 100 })
  const change = { terms: '{', user_id: await givenUser(life.store) }
  await life.store.updateTable('subscriptions').set(change).where('id', '=', broken.id).execute()
  const sound = await life.buy({ total_amount: 100 })
  const news = await life.run(sound.end_time)
  assert.deepEqual(
    news.map(({ subscription }) => subscription.id),
    [sound.id],
  )
  assert.equal((await life.rowOf(sound)).status, 'expired')
})

onLife('a late payment of a plan that would be over already begins now', async (life) => {
  const bought = await life.buy({ duration_unit: 'hour', total_amount: 100 }, { renews: true })
  const late = bought.end_time + day
  await life.run(bought.end_time)
  const renewed = await life.renew(bought, late)
  assert.deepEqual([renewed.period_start, renewed.end_time], [late, late + 3600])
  assert.equal((await life.pots()).at(-1)?.starts_at, late)
})
