import assert from 'node:assert/strict'
import { onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import {
  captureFor,
  driftsOf,
  givenToken,
  givenUser,
  holdFor,
  now,
  readHolds,
  readUser,
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import {
  callOfMember,
  capsOf,
  givenMember,
  givenOrganisation,
  perDay,
} from '../../../../../test/harness/organisations.ts'
import type { Store } from '../../../../store/store.ts'
import { type Limit, limitsOf } from '../../../routing/limits/counter-key.ts'
import { createSlicedLedger } from '../slices/sliced-ledger.ts'
import type { ExactLedger, Ledger } from './ledger.ts'
import type { BilledCall } from './operations.ts'
import { slicePrefix } from './slice-id.ts'

type Firm = { org: number; members: { id: number; tokens: number[] }[] }

/** Two members with two tokens each, and a balance. */
async function givenFirm(store: Store, quota: number): Promise<Firm> {
  const org = await givenOrganisation(store, await givenUser(store), { quota })
  const members: Firm['members'] = []
  for (let count = 0; count < 2; count++) {
    const id = await givenUser(store, { quota: 0 })
    await givenMember(store, org, id)
    const token = () => givenToken(store, org, { caller_id: id })
    members.push({ id, tokens: [await token(), await token()] })
  }
  return { org, members }
}

type Given = { instances: readonly [ExactLedger, ExactLedger]; store: Store }

/** A test on both databases of two instances, each with connections of its own, after which the books must balance. */
const onTwoInstances = (name: string, body: (given: Given) => Promise<void>) =>
  onBothDatabases(name, async (open) => {
    const other = await openTest(open.main)
    try {
      await withLedger(open, (one) => withLedger(other, (two) => body({ instances: [one, two], store: open.store })))
      assert.deepEqual(await driftsOf(open), [])
    } finally {
      await other.close()
    }
  })

/** Begins calls by turns at each instance, all at once. Gives those that were started. */
async function startAll(instances: readonly Ledger[], calls: readonly BilledCall[], limitsOfCall = noLimits) {
  const outcomes = await Promise.all(
    calls.map((call, index) => instances[index % 2]?.hold({ ...holdFor(call, 10), limits: limitsOfCall(call) })),
  )
  const codes = new Set(outcomes.map((outcome) => (outcome?.ok === false ? outcome.code : 'started')))
  return { started: calls.filter((_, index) => outcomes[index]?.ok), codes: [...codes].sort() }
}
const noLimits = (_: BilledCall): Limit[] | undefined => undefined

/** Calls of all members in turn, by each of their tokens and from the playground. */
const callsOf = ({ org, members }: Firm, count: number): BilledCall[] =>
  Array.from({ length: count }, (_, index) => {
    const { id = 0, tokens = [] } = members[Math.floor(index / 2) % members.length] ?? {}
    return callOfMember(org, id, [0, ...tokens][Math.floor(index / 4) % 3])
  })

onTwoInstances(
  'the balance of an organisation for 15 calls starts 15 of 200, on two instances',
  async ({ instances, store }) => {
    const firm = await givenFirm(store, 159)
    const { started, codes } = await startAll(instances, callsOf(firm, 200))
    assert.deepEqual([started.length, codes], [15, ['quota_insufficient', 'started']])
    assert.equal((await readUser(store, firm.org)).held, 150)
    await Promise.all(started.map((call, index) => instances[index % 2]?.capture(captureFor(call, 10))))
    assert.deepEqual(await readUser(store, firm.org), { quota: 9, held: 0, used_quota: 150, request_count: 15 })
  },
)

onTwoInstances(
  'the balance for 15 calls starts 15 of 200, though both instances have a part of it in slices',
  async ({ instances, store }) => {
    const firm = await givenFirm(store, 159)
    const clocks = () => ({ monotonic: 0, wall: 0 }) // slices stay until they are recalled
    const sliced = instances.map((exact) => createSlicedLedger(exact, { clock: () => now, log: silent, clocks }))
    try {
      for (const [index, ledger] of sliced.entries()) {
        const { id = 0, tokens = [] } = firm.members[index] ?? {}
        await getSlice(ledger, () => callOfMember(firm.org, id, tokens[0]))
      }
      assert.deepEqual(
        (await slicesIn(store)).map(({ caller_id, amount }) => [caller_id, amount > 0]).sort(),
        firm.members.map(({ id }) => [id, true]),
      )
      const { started, codes } = await startAll(sliced, callsOf(firm, 200))
      assert.deepEqual([started.length, codes], [15, ['quota_insufficient', 'started']])
      assert.deepEqual([await slicesIn(store), (await readUser(store, firm.org)).held], [[], 150])
      await Promise.all(started.map((call, index) => sliced[index % 2]?.capture(captureFor(call, 10))))
    } finally {
      for (const ledger of sliced) await ledger.close()
    }
  },
)

/** Until a call of the member is covered. */
async function getSlice(ledger: Ledger, newCall: () => BilledCall): Promise<void> {
  await eventually('a slice covers a call', async () => {
    const call = newCall()
    assert.ok((await ledger.hold(holdFor(call, 1))).ok)
    await ledger.release({ ...call, at: now })
    return (ledger.counts().sliced ?? 0) > 0
  })
}
const slicesIn = async (store: Store) =>
  (await readHolds(store)).filter(({ request_id }) => request_id.startsWith(slicePrefix))

onTwoInstances(
  'the caps of two members start as many calls of each as they allow, by tokens and from the playground',
  async ({ instances, store }) => {
    const firm = await givenFirm(store, 100_000)
    const [first, second] = firm.members.map(({ id }) => id)
    const capOf = ({ caller_id = 0 }: BilledCall) => capsOf(firm.org, caller_id, perDay(caller_id === first ? 79 : 30))
    const { started, codes } = await startAll(instances, callsOf(firm, 200), capOf)
    assert.deepEqual(codes, ['limit_reached', 'started'])
    const startedBy = (member = 0) => started.filter(({ caller_id }) => caller_id === member).length
    assert.deepEqual([startedBy(first), startedBy(second)], [7, 3])

    // What calls reserve and do not use is free again, for as many calls as it is worth.
    await Promise.all(started.map((call, index) => instances[index % 2]?.capture(captureFor(call, 5))))
    const next = await startAll(instances, callsOf(firm, 200), capOf)
    const nextOf = (member = 0) => next.started.filter(({ caller_id }) => caller_id === member).length
    assert.deepEqual([nextOf(first), nextOf(second)], [4, 1])
    await Promise.all(next.started.map((call, index) => instances[index % 2]?.release({ ...call, at: now })))
  },
)

onTwoInstances(
  'a budget of the organisation stops all its members together, and their caps each of them',
  async ({ instances, store }) => {
    const firm = await givenFirm(store, 100_000)
    const ofFirm = limitsOf('user', String(firm.org), perDay(90))
    const limits = ({ caller_id = 0 }: BilledCall) => [...capsOf(firm.org, caller_id, { calls_at_once: 7 }), ...ofFirm]
    const { started } = await startAll(instances, callsOf(firm, 200), limits)
    assert.equal(started.length, 9)
    for (const { id } of firm.members) assert.ok(started.filter(({ caller_id }) => caller_id === id).length <= 7)
    await Promise.all(started.map((call, index) => instances[index % 2]?.release({ ...call, at: now })))
    const alone = { ...firm, members: firm.members.slice(0, 1) }
    assert.equal((await startAll(instances, callsOf(alone, 100), limits)).started.length, 7)
  },
)

onTwoInstances('caps of a member in one organisation are not those in another', async ({ instances, store }) => {
  const [one, other] = [await givenFirm(store, 1000), await givenFirm(store, 1000)]
  const member = one.members[0]?.id ?? 0
  await givenMember(store, other.org, member)
  const callIn = ({ org }: Firm) => Array.from({ length: 50 }, () => callOfMember(org, member))
  const capOf = ({ user_id, caller_id = 0 }: BilledCall) => capsOf(user_id, caller_id, perDay(70))
  const { started } = await startAll(instances, [...callIn(one), ...callIn(other)], capOf)
  for (const { org } of [one, other]) assert.equal(started.filter(({ user_id }) => user_id === org).length, 7)
})
