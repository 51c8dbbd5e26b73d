import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenToken,
  holdFor,
  readCharges,
  readHolds,
  readUser,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { readPots } from '../../../../../test/ledger/pots.ts'
import { givenWork, givenWorkOfPot } from '../../../../../test/processes/given-work.ts'
import { startLedgerProcess } from '../../../../../test/processes/start-ledger-process.ts'
import { post } from '../ledger/ledger-post.ts'
import { slicePrefix } from '../ledger/slice-id.ts'

const seconds = () => Math.floor(Date.now() / 1000)

onBothDatabases(
  'a balance for ten calls starts ten, though a process has a part of it in an idle slice',
  async (open, t) => {
    const work = { ...(await givenWork(t, open, 100)), kind: 'hold', count: 32 } as const
    const one = await startLedgerProcess({ ...work, slices: 'some' })
    const two = await startLedgerProcess({ ...work, token: await givenToken(open.store, work.user), slices: 'one' })
    const slices = (await readHolds(open.store)).filter(({ request_id }) => request_id.startsWith(slicePrefix))
    assert.ok(slices.some(({ amount }) => amount > 0))
    for (const { go } of [one, two]) go()
    await Promise.all([one.ended, two.ended])
    const responses = [...one.lines, ...two.lines]
    assert.equal(responses.length, 64)
    assert.equal(responses.filter((line) => line === 'hold true').length, 10)
    assert.equal((await readUser(open.store, work.user)).held, 100)
    assert.deepEqual(await driftsOf(open, seconds()), [])
  },
)

for (const { pays, hasBalance, begun } of [
  { pays: 'a pot for ten and a balance for five', hasBalance: true, begun: 15 },
  { pays: 'a pot for ten alone', hasBalance: false, begun: 10 },
])
  onBothDatabases(`${pays} start as many calls, though each of two processes has a slice`, async (open, t) => {
    const work = await givenWorkOfPot(t, open, { amount: 100, quota: 50, hasBalance })
    const token = await givenToken(open.store, work.user)
    const start = (own: Partial<typeof work>) =>
      startLedgerProcess({ ...work, ...own, kind: 'hold', count: 100, slices: 'one' })
    const processes = [await start({}), await start({ token })]
    const slices = (await readHolds(open.store)).filter(({ request_id }) => request_id.startsWith(slicePrefix))
    assert.ok(slices.some(({ from_pots }) => from_pots > 0))
    for (const { go } of processes) go()
    await Promise.all(processes.map(({ ended }) => ended))
    const responses = processes.flatMap(({ lines }) => lines)
    assert.equal(responses.length, 200)
    assert.equal(responses.filter((line) => line === 'hold true').length, begun)
    assert.deepEqual(await readPots(open.store, work.user), [{ quota: 100, held: 100 }])
    assert.equal((await readUser(open.store, work.user)).held, hasBalance ? 50 : 0)
    assert.deepEqual(await driftsOf(open, seconds()), [])
  })

onBothDatabases('a process that stood still until its slice was gone charges its call once', async (open, t) => {
  const { store } = open
  const work = { ...(await givenWork(t, open, 10_000)), kind: 'frozen', count: 1, slices: 'one' } as const
  const process = await startLedgerProcess(work)
  process.go()
  await process.said(1)
  assert.match(process.lines[0] ?? '', /^began \S+ true$/)
  await withLedger(
    open,
    async (ledger) => {
      for (const { request_id, user_id, token_id } of await readHolds(store))
        await ledger.expire({ request_id, user_id, token_id, isLogged: true, at: seconds() + 3600 })
      const rest = callBy(work.user)
      assert.equal((await ledger.hold(holdFor(rest, 10_000, seconds()))).ok, true)
      await ledger.capture(captureFor(rest, 10_000, 0, seconds()))
    },
    { clock: seconds },
  )
  process.goOn()
  await process.ended
  const [, next, charged] = process.lines
  assert.equal(next, 'next false')
  const [, request_id] = charged?.split(' ') ?? []
  assert.deepEqual(
    (await readCharges(store)).slice(1).map(({ reference, amount, overdraft }) => [reference, amount, overdraft]),
    [[request_id, 10, 10]],
  )
  assert.deepEqual(await driftsOf(open, seconds()), [])
})

onBothDatabases('a quota that is set to 0 stops the calls of two processes', async (open, t) => {
  const { store } = open
  const work = { ...(await givenWork(t, open, 100_000_000)), kind: 'load', count: 8, slices: 'some' } as const
  const processes = [await startLedgerProcess(work), await startLedgerProcess(work)]
  for (const { go } of processes) go()
  await Promise.all(processes.map(({ said }) => said(50)))
  await eventually('a moment without a charge', async () => {
    const { quota: amount } = await readUser(store, work.user)
    const entry = { user_id: work.user, kind: 'adjustment_debit', reference: 'edit', amount, at: seconds() } as const
    return store
      .transaction()
      .execute((transaction) => post(transaction, entry))
      .catch(() => false)
  })
  await Promise.all(processes.map(({ ended }) => ended)) // each of their calls is refused
  const { quota } = await readUser(store, work.user)
  assert.ok(quota <= 0 && quota >= -16 * 15, `${quota}: the calls that ran are charged`)
  assert.deepEqual(await driftsOf(open, seconds()), [])
})
