import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { paymentApi } from '@turnpike/contract/money/payment'
import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { channelApi } from '@turnpike/contract/routing/channel'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { drawingApi, taskApi } from '@turnpike/contract/usage/task'
import { type MockUpstream, startMockUpstream } from '../../mock-upstream/server.ts'
import { verifyLedger } from '../../server/src/domain/money/wallet/verify/verify.ts'
import { openData } from '../bench/server-process.ts'
import { type ConsoleClient, signInTo } from './console-client.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'
import { isServed, planCalls } from './traffic/plan-calls.ts'
import { planMoney } from './traffic/plan-money.ts'

/** A Wednesday afternoon. */
const now = Date.UTC(2026, 2, 18, 15) / 1000

let folder: string
let upstream: MockUpstream
let demo: DemoServer
let root: ConsoleClient
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-demo-'))
  upstream = await startMockUpstream({ record: false })
  demo = await startDemoServer({ folder, upstream, now })
  root = await signInTo(demo.url, 'root', '123456')
})
after(async () => {
  await demo?.stop()
  await upstream?.stop()
  rmSync(folder, { recursive: true })
})

test('the same time gives the same month', () => {
  assert.deepEqual(planMoney(planCalls(now)), planMoney(planCalls(now)))
})

test('weekends are quieter than working days, and the month grows', () => {
  const perDay = Map.groupBy(planCalls(now), ({ at }) => new Date(at * 1000).toDateString())
  const countOn = (day: number) => perDay.get(new Date(Date.UTC(2026, 2, day, 12)).toDateString())?.length ?? 0
  assert.ok(countOn(15) * 2 < countOn(16), 'a Sunday and the Monday after it')
  assert.ok(countOn(17) > 1.3 * countOn(24 - 28), 'a Tuesday and one three weeks before it')
})

test('the books of the demo balance', async () => {
  const open = await openData(folder)
  try {
    const { clean, drifts, checked } = await verifyLedger(open, now)
    assert.deepEqual({ clean, drifts }, { clean: true, drifts: [] })
    assert.ok(checked.entries > 5000)
  } finally {
    await open.close()
  }
})

test('nobody spent more than they had', async () => {
  const { items } = await root.call(userAdminApi.list, { query: { p: 1, page_size: 100 } })
  assert.ok(items.length >= 8)
  assert.deepEqual(
    items.filter(({ quota }) => quota < 0),
    [],
  )
})

test('calls failed in several ways, and others were served by a second channel', () => {
  const { calls } = planMoney(planCalls(now))
  const failures = new Set(calls.flatMap(({ attempts }) => attempts.flatMap(({ trouble }) => trouble?.kind ?? [])))
  assert.ok(failures.size >= 6, [...failures].join())
  assert.ok(calls.some((call) => isServed(call) && call.attempts.length > 1))
  assert.ok(new Set(calls.flatMap(({ refusal }) => refusal ?? [])).has('insufficient_user_quota'))
})

test('the dashboard shows the whole month', async () => {
  const query = { start_timestamp: now - 31 * 86_400, end_timestamp: now }
  const rows = await root.call(dashboardApi.all, { query })
  const days = new Set(rows.map(({ created_at }) => Math.floor(created_at / 86_400)))
  assert.ok(days.size >= 30, `${days.size} days`)
})

test('a channel is on, one is off, and one was switched off by the gateway', async () => {
  const channels = await root.call(channelApi.list, { query: { p: 0, page_size: 100 } })
  assert.deepEqual(new Set(channels.map(({ status }) => status)), new Set([1, 2, 3]))
  assert.match(channels.find(({ status }) => status === 3)?.other_info ?? '', /401/)
})

test('orders were paid, wait and have expired; callbacks were credited, repeated and refused', async () => {
  const { items } = await root.call(paymentApi.all, { query: { p: 1, page_size: 100 } })
  const states = new Set(items.map(({ status, is_expired }) => (is_expired ? 'expired' : status)))
  assert.deepEqual(states, new Set(['success', 'pending', 'expired']))
  const notices = await root.call(paymentApi.notices, { query: { p: 1, page_size: 100 } })
  const effects = new Set(notices.items.map(({ effect, reason }) => `${effect} ${reason}`.trim()))
  for (const effect of ['credited', 'repeated', 'refused bad_signature', 'refused wrong_amount'])
    assert.ok(effects.has(effect), `${effect} is among ${[...effects].join()}`)
})

test('codes were used, are unused and switched off', async () => {
  const { items } = await root.call(redemptionApi.list, { query: { p: 1, page_size: 100 } })
  assert.deepEqual(new Set(items.map(({ status }) => status)), new Set([1, 2, 3]))
})

test('plans are on sale, and the pot of a subscriber pays for calls', async () => {
  const listed = await root.call(planApi.all)
  assert.deepEqual(
    listed.map(({ plan, running }) => [plan.title, running]),
    [
      ['Pro', 1],
      ['Starter', 0],
    ],
  )
  const { items } = await root.call(subscriptionAdminApi.list, { query: { p: 1, page_size: 10 } })
  const [pot, ...windows] = items[0]?.windows ?? []
  assert.ok(pot && pot.used > 0 && pot.used <= pot.amount, `${pot?.used} of ${pot?.amount}`)
  assert.deepEqual(
    windows.map(({ every, hours }) => [every, hours]),
    [['hours', 5]],
  )
})

test('drawings, songs and videos are in all states', async () => {
  const drawings = await root.call(drawingApi.list, { query: { p: 1, page_size: 100 } })
  const tasks = await root.call(taskApi.list, { query: { p: 1, page_size: 100 } })
  assert.ok(!Array.isArray(drawings) && !Array.isArray(tasks))
  const statuses = new Set(drawings.items.map(({ status }) => status))
  for (const status of ['SUCCESS', 'FAILURE', 'IN_PROGRESS', 'MODAL', 'NOT_START'])
    assert.ok(statuses.has(status), `${status} is among ${[...statuses].join()}`)
  assert.deepEqual(
    new Set([...drawings.items, ...tasks.items].map(({ ended_by }) => ended_by)),
    new Set(['', 'success', 'refused', 'failed', 'cancelled', 'timeout', 'forgotten']),
  )
  assert.deepEqual(new Set(tasks.items.map(({ platform }) => platform)), new Set(['suno', 'video']))
})
