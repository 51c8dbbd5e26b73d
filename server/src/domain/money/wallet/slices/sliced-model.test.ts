import assert from 'node:assert/strict'
import { onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import {
  callBy,
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
import { isLongRun } from '../../../../../test/harness/long-run.ts'
import { patientLedger } from '../../../../../test/harness/patience.ts'
import { seededRandom } from '../../../../../test/harness/random.ts'
import { LedgerModel, seatOf } from '../../../../../test/ledger/ledger-model.ts'
import { capsOf, givenMember, givenOrganisation } from '../../../../../test/ledger/organisations.ts'
import { givenPot, readPots } from '../../../../../test/ledger/pots.ts'
import type { OpenStore, Store } from '../../../../store/store.ts'
import type { ExactLedger, Ledger } from '../ledger/ledger.ts'
import { post } from '../ledger/ledger-post.ts'
import type { BilledCall } from '../ledger/operations.ts'
import { createSlicedLedger } from './sliced-ledger.ts'

const seeds = process.env.LEDGER_SEED ? [Number(process.env.LEDGER_SEED)] : isLongRun ? [1, 2] : [1]
const steps = Number(process.env.LEDGER_STEPS ?? (isLongRun ? 120 : 60))

const payers = ['a user', 'a user with a plan', 'an organisation'] as const

/** Two processes that slice, and one that does not, spend the balance of a user or of an organisation. */
for (const [seed, payer] of seeds.flatMap((seed) => payers.map((payer) => [seed, payer] as const)))
  onBothDatabases(`slices of ${payer} refuse and charge what exact holds would, seed ${seed}`, async (open) => {
    const others = [await openTest(open.main), await openTest(open.main)] as const
    try {
      await withLedger(open, (one) =>
        withLedger(others[0], (two) => withLedger(others[1], (old) => compare(open, [one, two], old, { seed, payer }))),
      )
    } finally {
      for (const other of others) await other.close()
    }
  })

type Running = BilledCall & { ledger: Ledger; amount: number }
type Scene = { seed: number; payer: (typeof payers)[number] }

async function compare(
  open: OpenStore,
  slicing: readonly ExactLedger[],
  old: Ledger,
  { seed, payer }: Scene,
): Promise<void> {
  const random = seededRandom(seed)
  const model = new LedgerModel()
  const deps = { clock: () => now, log: silent, limits: patientLedger }
  const sliced = slicing.map((exact) => createSlicedLedger(exact, deps))
  const ledgers = [...sliced, ...sliced, old]
  const quota = 50_000
  const { user, callers, pot } =
    payer === 'an organisation'
      ? { ...(await givenFirm(open.store, model, quota)), pot: undefined }
      : await givenPayer(open.store, quota, payer === 'a user' ? 0 : quota / 2)
  // The model has one balance: what the pot and the balance have together.
  model.addUser(user, quota)
  const sources = pot && [pot.id, 0]
  const tokens: number[] = []
  const callerOf = new Map<number, number>()
  for (const caller_id of callers) {
    for (const remain_quota of [undefined, 20_000]) {
      const token = await givenToken(open.store, user, { caller_id, ...(remain_quota && { remain_quota }) })
      model.addToken(token, user, remain_quota)
      tokens.push(token)
      callerOf.set(token, caller_id)
    }
  }
  /** An administrator caps a member: from then on that member's calls are not covered. */
  let capped = 0
  let running: Running[] = []
  let orders = 0

  const balance = () => {
    const account = model.users.get(user)
    if (!account) throw new Error('no user')
    return account.quota - account.held
  }
  const newCall = (token = random.pick(tokens)): BilledCall => {
    const caller_id = callerOf.get(token)
    return { ...callBy(user, token), ...(caller_id && { caller_id }), ...(sources && { sources }) }
  }
  const limitsOf = ({ caller_id = 0 }: BilledCall) =>
    caller_id !== 0 && caller_id === capped ? capsOf(user, caller_id, { calls_at_once: 5 }) : undefined

  async function hold(ledger: Ledger, call: BilledCall, amount: number): Promise<void> {
    const limits = limitsOf(call)
    const refusal = model.hold(inModel(call), amount, now + 300, limits)
    const outcome = await ledger.hold({ ...holdFor(call, amount), limits })
    assert.equal(outcome.ok ? undefined : outcome.code, refusal, `${amount} of ${balance()}`)
    if (outcome.ok) running.push({ ...call, ledger, amount })
  }

  async function end({ ledger, amount, ...call }: Running): Promise<void> {
    if (random.below(4) === 0) {
      model.release(inModel(call))
      await ledger.release({ ...call, at: now })
      return
    }
    const charge = random.below(5) === 0 ? amount + random.below(20) : random.below(amount + 1)
    model.capture(inModel(call), charge, 0, now)
    await ledger.capture(captureFor(call, charge))
  }

  const takeSome = (count: number) => {
    const some = running.filter(() => random.below(running.length) < count)
    running = running.filter((each) => !some.includes(each))
    return some
  }

  const steppers = {
    /** Small calls, most of them by one process, so that it is busy. */
    many: async () => {
      const ledger = random.pick(ledgers)
      const token = random.pick(tokens)
      const calls = Array.from({ length: 1 + random.below(8) }, () => newCall(token))
      const amount = 1 + random.below(30)
      const key = model.tokens.get(token)
      const left = key?.isLimited ? Math.min(balance(), key.remain - key.held) : balance()
      if (left < 20 * amount) return // else it matters which of them comes first
      await Promise.all(calls.map((call) => hold(ledger, call, amount)))
    },
    some: async () => void (await Promise.all(takeSome(6).map(end))),
    extend: async () => {
      for (const call of takeSome(1)) {
        const amount = call.amount + random.below(40)
        const { ledger, amount: _, ...ids } = call
        const refusal = model.extend(inModel(ids), amount)
        const outcome = await ledger.extend({ ...ids, amount, at: now })
        assert.equal(outcome.ok ? undefined : outcome.code, refusal)
        running.push({ ...call, amount: outcome.ok ? amount : call.amount })
      }
    },
    checkpoint: async () => {
      for (const { ledger, amount, ...ids } of takeSome(1)) {
        model.checkpoint(inModel(ids), 1, now + 300)
        assert.ok((await ledger.checkpoint({ ...ids, accrued: 1, channel_id: 0, expires_at: now + 300 })).ok)
        running.push({ ...ids, ledger, amount })
      }
    },
    /** All that is left, to the last unit, or one more than that: whatever slices have of it is to be given back. */
    rest: async () => {
      const call = { ...callBy(user), ...(sources && { sources }) }
      const more = random.below(2)
      const ledger = random.pick(sliced)
      await hold(ledger, call, balance() + more)
      const taken = running.find(({ request_id }) => request_id === call.request_id)
      assert.equal(taken === undefined, more === 1)
      if (!taken) return
      running = running.filter((each) => each !== taken)
      model.release(inModel(call))
      await ledger.release({ ...call, at: now })
    },
    /** An administrator caps a member, whose calls no slice covers from then on, or takes the cap away. */
    cap: async () => {
      capped = random.pick([0, ...callers])
    },
    /** A member leaves while calls run, may begin none, and comes back. */
    leave: async () => {
      const token = random.pick(tokens)
      const { caller_id = 0 } = newCall(token)
      if (caller_id === 0) return
      const members = open.store.deleteFrom('organisation_members').where('org_id', '=', user)
      await members.where('user_id', '=', caller_id).execute()
      model.members.delete(seatOf(user, caller_id))
      await hold(old, newCall(token), 1)
      await givenMember(open.store, user, caller_id)
      model.members.add(seatOf(user, caller_id))
    },
    credit: async () => {
      const account = model.users.get(user)
      const amount = 1 + random.below(2000)
      if (account) account.quota += amount
      const entry = { user_id: user, kind: 'top_up', reference: `order ${orders++}`, amount, at: now } as const
      await open.store.transaction().execute((transaction) => post(transaction, entry))
    },
  }
  const kinds = [
    ...Array(12).fill('many'),
    ...Array(12).fill('some'),
    'extend',
    'checkpoint',
    'credit',
    'cap',
    'leave',
  ] as const
  for (let step = 0; step < steps; step++) {
    const kind = step % 30 === 29 ? 'rest' : (random.pick(kinds) as keyof typeof steppers)
    await steppers[kind]()
    assert.deepEqual(await driftsOf(open), [], `seed ${seed}, step ${step}: ${kind}`)
  }
  // Not by each of them: one that was stopped for a second by a busy machine holds exactly.
  const isCovered = () => sliced.some((ledger) => ledger.counts().sliced > 0)
  for (let more = 0; more < 200 && !isCovered(); more++) {
    await steppers.credit()
    await steppers.many()
    await Promise.all(running.splice(0).map(end))
  }
  await Promise.all(running.splice(0).map(end))
  assert.ok(isCovered(), 'calls were covered')
  for (const ledger of sliced) await ledger.close()
  assert.deepEqual(await readHolds(open.store), [])
  assert.deepEqual(await driftsOf(open), [])
  const account = model.users.get(user)
  const { request_count, ...stored } = await readUser(open.store, user)
  const [left] = await readPots(open.store, user)
  const paid = { ...stored, quota: stored.quota + (left?.quota ?? 0) }
  assert.deepEqual(paid, { quota: account?.quota, held: 0, used_quota: account?.used })
  const keys = await open.store.selectFrom('tokens').select(['remain_quota', 'held']).orderBy('id').execute()
  assert.deepEqual(
    keys,
    tokens.map((id) => ({ remain_quota: model.tokens.get(id)?.remain, held: 0 })),
  )
}

const inModel = ({ request_id, user_id, caller_id, token_id }: BilledCall): BilledCall => ({
  request_id,
  user_id,
  caller_id,
  token_id,
})

/** A user who has a part of the amount in a pot. */
async function givenPayer(store: Store, quota: number, amount: number) {
  const user = await givenUser(store, { quota: quota - amount })
  if (amount === 0) return { user, callers: [0], pot: undefined }
  const span = { starts_at: now - 1, ends_at: now + 1000 }
  const pot = await store.transaction().execute((transaction) => givenPot(transaction, user, { amount, ...span }))
  return { user, callers: [0], pot }
}

/** An organisation with two members, who are not its owner. */
async function givenFirm(store: Store, model: LedgerModel, quota: number) {
  const user = await givenOrganisation(store, await givenUser(store), { quota })
  const callers = [await givenUser(store), await givenUser(store)]
  for (const caller of callers) {
    await givenMember(store, user, caller)
    model.addUser(caller, 1000)
    model.members.add(seatOf(user, caller))
  }
  return { user, callers }
}
