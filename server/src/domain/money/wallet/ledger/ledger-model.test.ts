import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import { defaultOptions } from '@turnpike/contract/options'
import type { Limits } from '@turnpike/contract/routing/limits'
import { onBothDatabases, openTest } from '../../../../../test/harness/databases.ts'
import {
  callBy,
  captureFor,
  driftsOf,
  givenChannel,
  givenToken,
  givenUser,
  holdFor,
  now,
  silent,
  withLedger,
} from '../../../../../test/harness/ledger.ts'
import { isLongRun } from '../../../../../test/harness/long-run.ts'
import { seededRandom } from '../../../../../test/harness/random.ts'
import { LedgerModel, seatOf } from '../../../../../test/ledger/ledger-model.ts'
import { capsOf, givenMember, givenOrganisation } from '../../../../../test/ledger/organisations.ts'
import { givenPot } from '../../../../../test/ledger/pots.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Caller } from '../../../../http/caller.ts'
import type { OpenStore, Store } from '../../../../store/store.ts'
import { lockAccount } from '../../../identity/user-admin/user-admin.queries.ts'
import {
  channelIdOf,
  type HeldCounter,
  type Limit,
  limitsOf,
  readCounters,
  writeCounters,
} from '../../../routing/limits/counter-key.ts'
import { isBudget } from '../../../routing/limits/window.ts'
import { creditOrder } from '../../payments/credit-order.ts'
import { insertOrder } from '../../payments/orders.queries.ts'
import { refundOrder } from '../../payments/refund-order.rules.ts'
import { moneyOf, worthOf } from '../../payments/refund-worth.ts'
import { sumRefunds } from '../../refunds/call-refunds.queries.ts'
import { refundCall } from '../../refunds/refund-call.rules.ts'
import { readWindows } from '../pots/pot.ts'
import { closePot, endPot, findPot, resetWindow } from '../pots/pots.queries.ts'
import type { Ledger } from './ledger.ts'
import { post } from './ledger-post.ts'
import type { BilledCall, Outcome } from './operations.ts'

const seeds = process.env.LEDGER_SEED ? [Number(process.env.LEDGER_SEED)] : isLongRun ? [1, 2, 3] : [1]
/** At least: a history goes on until it has tried everything. */
const steps = isLongRun ? 150 : 40
const stepsMax = 600
const budget = (amount: number): Limits => ({ budgets: [{ window: 'rolling', period: 'hours', hours: 1, amount }] })

/** What a run is about. Places are limits of channels and keys; the last one has none. */
type Scene = {
  quotas: readonly number[]
  /** The balances of organisations: every user is a member of all of them, the first one their owner. */
  orgQuotas?: readonly number[]
  /** The limits of an organisation and of its members in turn. */
  limitsOfOrg?: Limits
  caps?: readonly Limits[]
  tokenQuota: number
  placesOn: (one: number, two: number) => Limit[][]
  /** Whether users have pots, which pay for some of their calls. */
  hasPots?: boolean
  /** The longest time that passes in one step: seconds. */
  pauseMax?: number
  /** Reasons for which calls are refused in a run. */
  refusals?: readonly string[]
  steps: readonly ('calls' | 'time' | 'credit' | 'refund' | 'order' | 'standing' | 'membership' | 'pots' | 'spans')[]
}
const scenes: Record<string, Scene> = {
  operations: {
    quotas: [200, 500, 0],
    tokenQuota: 150,
    placesOn: (one, two) => [
      limitsOf('channel', `${one}`, { calls_at_once: 2, requests_per_minute: 6 }),
      limitsOf('channel', `${two}`, { calls_at_once: 3, tokens_per_minute: 120 }),
      [...limitsOf('channel', `${one}`, { calls_at_once: 2 }), ...limitsOf('key', `${one} 7`, { calls_at_once: 1 })],
      [],
    ],
    steps: ['calls', 'calls', 'calls', 'calls', 'calls', 'time', 'credit', 'refund', 'order', 'standing'],
  },
  'calls against budgets of channels': {
    quotas: [100_000, 100_000],
    tokenQuota: 100_000,
    placesOn: (one, two) => [
      limitsOf('channel', `${one}`, budget(400)),
      [
        ...limitsOf('channel', `${two}`, { ...budget(500), calls_at_once: 8 }),
        ...limitsOf('key', `${two} 7`, budget(300)),
      ],
      limitsOf('key', `${one} 0`, { ...budget(200), requests_per_minute: 20 }),
      [],
    ],
    steps: ['calls', 'calls', 'calls', 'calls', 'time', 'refund'],
  },
  'calls that pots and balances pay for': {
    quotas: [320, 900, 0],
    tokenQuota: 230,
    hasPots: true,
    pauseMax: 1200,
    placesOn: (one) => [limitsOf('channel', `${one}`, { calls_at_once: 6 }), []],
    refusals: ['plan_insufficient', 'quota_insufficient', 'token_exhausted'],
    steps: [
      ...(['calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'pots', 'pots', 'pots'] as const),
      ...(['pots', 'spans', 'spans', 'spans', 'spans'] as const),
      ...(['time', 'time', 'time', 'credit', 'credit', 'refund', 'refund', 'order', 'standing'] as const),
    ],
  },
  'calls of members of two organisations': {
    quotas: [50, 0, 50],
    orgQuotas: [150, 900],
    limitsOfOrg: { ...budget(250), requests_per_minute: 15 },
    caps: [budget(60), { ...budget(80), calls_at_once: 1 }, { ...budget(60), requests_per_minute: 4 }],
    tokenQuota: 40,
    placesOn: (one) => [limitsOf('channel', `${one}`, { calls_at_once: 4 }), []],
    refusals: ['limit_reached', 'org_member_missing', 'quota_insufficient', 'token_exhausted'],
    steps: [
      ...(['calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'calls', 'calls'] as const),
      ...(['time', 'time', 'time', 'credit', 'refund', 'order', 'standing', 'membership', 'membership'] as const),
    ],
  },
}

for (const seed of seeds)
  for (const [name, scene] of Object.entries(scenes))
    onBothDatabases(`random ${name} of two processes do what the model says, seed ${seed}`, async (open) => {
      const second = await openTest(open.main)
      try {
        const stores = [open.store, second.store]
        await withLedger(open, (one) =>
          withLedger(second, (two) => compare(open, [one, two], stores, { ...scene, seed })),
        )
      } finally {
        await second.close()
      }
    })

async function compare(
  open: OpenStore,
  ledgers: Ledger[],
  stores: Store[],
  scene: Scene & { seed: number },
): Promise<void> {
  const { seed } = scene
  const random = seededRandom(seed)
  const model = new LedgerModel()
  const people = await givenPeople(open.store, model, scene)
  const seats = await givenSeats(open.store, model, people, scene)
  const callers = [...people.map((person) => ({ ...person, caller_id: 0 })), ...seats]
  const accounts = [...people.map(({ user }) => user), ...new Set(seats.map(({ user }) => user))]
  const channels = [await givenChannel(open.store), await givenChannel(open.store)] as const
  const places = scene.placesOn(...channels)
  const calls: (BilledCall & { charge: number })[] = []
  /** A user's own calls have no limits. */
  const limitsOfCall = ({ user_id, caller_id }: BilledCall): Limit[] | undefined => {
    if (!caller_id) return undefined
    const caps = scene.caps?.[people.findIndex(({ user }) => user === caller_id) % scene.caps.length] ?? {}
    return [...capsOf(user_id, caller_id, caps), ...limitsOf('user', String(user_id), scene.limitsOfOrg ?? {})]
  }
  /** The channel of each call, as the process of the call knows it, with the cost that it reserved. */
  const placeOf = new Map<string, readonly Limit[]>()
  const orders: { trade_no: string; user: number; quota: number; cents: number; left: number }[] = []
  const refused = new Set<string>() // why calls could not begin
  let at = now
  let reference = 0

  const newCall = () => {
    const { user, tokens, caller_id } = random.pick(callers)
    const sources = scene.hasPots ? sourcesFor(user) : undefined
    const call = {
      ...callBy(user, random.pick([0, ...tokens]), `call ${calls.length}`),
      ...(caller_id !== 0 && { caller_id }),
      ...(sources && { sources }),
      charge: random.below(4) === 0 ? 0 : random.below(70),
    }
    calls.push(call)
    return call
  }
  /** At most two pots of the user, before or after the balance or without it; at times a pot that is over. */
  const sourcesFor = (user: number): number[] | undefined => {
    const own = [...model.pots].filter(([, pot]) => pot.user === user).map(([id]) => id)
    const pots = own.slice(-1 - random.below(2))
    const orders = [[...pots, 0], [...pots, 0], [...pots, 0], [0, ...pots], pots]
    return random.below(6) === 0 ? undefined : random.pick(orders)
  }
  /** Mostly a call that may still be running. */
  const anyCall = () => random.pick(random.below(3) ? calls.slice(-6) : calls)

  /** Applies a step to the model, and returns the same step for a ledger with the expected outcome. */
  const callStep = (): { call(ledger: Ledger): Promise<Outcome>; refusal: string | undefined; what: string } => {
    const kind = random.pick([
      ...(['hold', 'hold', 'hold', 'extend', 'occupy', 'occupy', 'occupy'] as const),
      ...(['checkpoint', 'capture', 'capture', 'release'] as const),
    ])
    const known = calls.length > 0 && (kind !== 'hold' || random.below(8) === 0) ? anyCall() : undefined
    // A request holds once; a second hold while the first is open is the retry after a lost response.
    const { charge, ...call } = known && (kind !== 'hold' || model.holds.has(known.request_id)) ? known : newCall()
    const amount = random.below(60)
    const limits = limitsOfCall(call)
    const what = `${kind} ${call.request_id} ${amount} ${charge}`
    switch (kind) {
      case 'hold':
        return {
          what,
          refusal: model.hold(call, amount, at + 300, limits, at),
          call: (to) => to.hold({ ...holdFor(call, amount, at), limits }),
        }
      case 'extend':
        return {
          what,
          refusal: model.extend(call, amount, limits, at),
          call: (to) => to.extend({ ...call, amount, at, ...(limits && { limits }) }),
        }
      case 'occupy': {
        const cost = 1 + random.below(90)
        const taken = random.pick(places).map((limit) => (isBudget(limit.key) ? { ...limit, cost } : limit))
        const place = { limits: taken, at, isAdditional: random.below(4) === 0 }
        const [output, isBound] = [random.below(80), random.below(2) === 0]
        const refusal = model.occupy(call, place.limits, { prompt: amount, output, isBound }, at, place.isAdditional)
        const tokens = { prompt_tokens: amount, output_tokens: output, isBound }
        if (!refusal) placeOf.set(call.request_id, taken)
        return { what, refusal, call: (to) => to.occupy({ ...call, ...place, ...tokens }) }
      }
      case 'checkpoint': {
        const channel_id = random.pick(channels)
        const point = { ...call, accrued: amount, channel_id, expires_at: at + 200 }
        const refusal = model.checkpoint(call, amount, at + 200, channel_id)
        return { what, refusal, call: (to) => to.checkpoint(point) }
      }
      case 'capture': {
        const prompt_tokens = random.below(60)
        const tokens = { prompt_tokens, completion_tokens: amount }
        const channel_id = random.pick(channels)
        const cost = random.below(4) === 0 ? undefined : random.below(120)
        const known = [...(limits ?? []), ...(placeOf.get(call.request_id) ?? [])].filter(({ key }) => isBudget(key))
        const counters = writeCounters(known)
        const held = model.holds.get(call.request_id)
        const reserved = held ? [...held.costs] : readCounters(counters).flatMap((each) => costOf(each))
        const costs = reserved.flatMap(([key, reserve]): [string, number][] =>
          channelIdOf(key) === channel_id ? [[key, cost ?? reserve]] : [],
        )
        // At times from the spool, long after its end.
        const ended = scene.hasPots && random.below(8) === 0 ? at - random.below(1500) : at
        const capture = { ...captureFor(call, charge, channel_id, ended), ...tokens, limits: counters, cost }
        model.capture(call, charge, prompt_tokens + amount, ended, new Map(costs), limits)
        return { what, refusal: undefined, call: (to) => to.capture(capture) }
      }
      case 'release':
        model.release(call, at)
        return { what, refusal: undefined, call: (to) => to.release({ ...call, at }) }
    }
  }

  /** Lets time pass, and ends the holds that have expired. */
  const pass = async (seconds: number): Promise<void> => {
    at += seconds
    model.expire(at)
    const over = await open.store.selectFrom('holds').selectAll().where('expires_at', '<=', at).execute()
    const ledger = random.pick(ledgers)
    const expire = ({ request_id, user_id, caller_id, token_id }: Omit<BilledCall, 'sources'>) =>
      ledger.expire({ request_id, user_id, caller_id, token_id, isLogged: true, at })
    await Promise.all(over.map(expire))
  }

  const steppers = {
    calls: async () => {
      const ledger = random.pick(ledgers)
      const sent = Array.from({ length: random.below(3) ? 1 : 8 }, callStep)
      const outcomes = await Promise.all(sent.map(({ call }) => call(ledger)))
      for (const [index, { what, refusal }] of sent.entries()) {
        const outcome = outcomes[index]
        const code = outcome?.ok === false ? outcome.code : undefined
        assert.equal(code, refusal, what)
        if (code && what.startsWith('hold')) refused.add(code)
      }
    },
    /** A call that may need two pots and the balance. At times it is slow, and reports less than its expiry charged. */
    spans: async () => {
      const ledger = random.pick(ledgers)
      const { user, tokens } = random.pick(callers)
      const sources = [
        ...[...model.pots].flatMap(([id, pot]) => (pot.user === user && at < pot.ends ? [id] : [])).slice(-2),
        0,
      ]
      const call = { ...callBy(user, random.pick([0, ...tokens]), `call ${calls.length}`), sources }
      const amount = 60 + random.below(90)
      calls.push({ ...call, charge: random.below(amount) })
      const refusal = model.hold(call, amount, at + 300, [], at)
      const outcome = await ledger.hold(holdFor(call, amount, at))
      assert.equal(outcome.ok ? undefined : outcome.code, refusal)
      if (refusal) return void refused.add(refusal)
      const isSlow = random.below(2) === 0
      if (isSlow) {
        model.checkpoint(call, amount, at + 300)
        await ledger.checkpoint({ ...call, accrued: amount, channel_id: 0, expires_at: at + 300 })
        await pass(300)
        if (random.below(2)) await steppers.pots()
      }
      const charge = isSlow ? random.below(20) : amount
      model.capture(call, charge, 0, at)
      await ledger.capture(captureFor(call, charge, 0, at))
    },
    time: () => pass(random.below(scene.pauseMax ?? 250)),
    credit: async () => {
      const user = random.pick(accounts)
      const amount = 1 + random.below(120)
      const account = model.users.get(user)
      const isDebit = random.below(4) === 0
      if (!account || (isDebit && account.quota < amount)) return
      account.quota += isDebit ? -amount : amount
      const kind = isDebit ? 'adjustment_debit' : 'top_up'
      const entry = { user_id: user, kind, reference: `order ${reference++}`, amount, at } as const
      await open.store.transaction().execute((transaction) => post(transaction, entry))
    },
    /** Two administrators at once, each at another process, want the same: one of them gets it. */
    refund: async () => {
      const ofPots = [...model.charges].filter(([, { paid }]) => paid.some(({ source }) => source !== 0))
      const known = ofPots.length > 0 && random.below(2) ? new Map(ofPots) : model.charges
      const reference = random.pick([...known.keys(), 'unknown'])
      const { left = 0, user_id = 0 } = model.charges.get(reference) ?? {}
      const quota = 1 + random.below(Math.ceil(left * 1.2) + 1)
      const refunded = (await sumRefunds(open.store, [reference])).get(reference) ?? 0
      const asked = { request_id: reference, quota, refunded, reason: 'the answer was cut off' }
      const outcomes = await Promise.all(
        stores.map((store, index) => outcomeOf(refundCall(depsOf(store), administrator(at, index), asked))),
      )
      const expected = model.refund(reference, quota, at)
      assert.equal(
        outcomes.filter((outcome) => outcome === expected).length,
        expected ? 2 : 1,
        `${reference} of ${user_id}: ${quota} of ${left}, ${outcomes}`,
      )
    },
    order: async () => {
      const open_orders = orders.filter(({ left }) => left > 0)
      if (open_orders.length === 0 || random.below(2)) return newOrder()
      const order = random.pick(open_orders)
      const account = model.users.get(order.user)
      const cents = 1 + random.below(order.left)
      const refunded = moneyOf(order.cents - order.left)
      const worth = worthOf({ money: moneyOf(order.cents), quota: order.quota }, order.cents - order.left, cents)
      const asked = { trade_no: order.trade_no, money: moneyOf(cents), refunded, reason: 'wrong amount' }
      const outcomes = await Promise.all(
        stores.map((store, index) => outcomeOf(refundOrder(depsOf(store), [], administrator(at, index).actor, asked))),
      )
      if (!account || (worth > 0 && account.quota - account.held < worth))
        return assert.deepEqual(outcomes, ['refund_beyond_balance', 'refund_beyond_balance'])
      assert.equal(outcomes.filter((outcome) => outcome === undefined).length, 1, String(outcomes))
      account.quota -= worth
      order.left -= cents
    },
    standing: async () => {
      const [id, user] = random.pick([...model.users])
      user.isBanned = random.below(3) === 0
      await open.store
        .updateTable('users')
        .set({ status: user.isBanned ? 2 : 1 })
        .where('id', '=', id)
        .execute()
      const [tokenId, token] = random.pick([...model.tokens])
      token.isOff = random.below(3) === 0
      await open.store
        .updateTable('tokens')
        .set({ status: token.isOff ? 2 : 1 })
        .where('id', '=', tokenId)
        .execute()
    },
    /** A pot opens, ends early, begins again or is swept, as jobs and administrators do it. */
    pots: async () => {
      const user = random.pick(accounts)
      const own = [...model.pots].filter(([, pot]) => pot.user === user)
      const act = own.length === 0 ? 'open' : random.pick(['open', 'open', 'open', 'end', 'reset', 'sweep'] as const)
      const [id, pot] = own.length === 0 ? [0, undefined] : random.pick(own)
      const index = random.below((pot?.windows.length ?? 0) + 1)
      const shape = { amount: random.pick([0, 20, 40, 90]), hours: 1 + random.below(2), limit: 20 + random.below(90) }
      const seconds = 600 + random.below(9000)
      await open.store.transaction().execute(async (transaction) => {
        await lockAccount(transaction, user)
        if (act === 'open') {
          const opened = await givenPot(transaction, user, { ...shape, starts_at: at, ends_at: at + seconds })
          const window = { amount: shape.limit, seconds: shape.hours * 3600, from: Number.NEGATIVE_INFINITY, used: 0 }
          const { amount } = shape
          model.pots.set(opened.id, {
            ...{ user, amount, quota: amount, held: 0, starts: at, ends: at + seconds },
            windows: [window],
          })
          return
        }
        const row = await findPot(transaction, id)
        if (!row || !pot) throw new Error(`no pot ${id}`)
        const left = pot.amount === 0 ? 0 : pot.held
        if (act === 'reset' && at < pot.ends) {
          await resetWindow(transaction, row, index, at)
          const window = pot.windows[index - 1]
          if (window) Object.assign(window, { from: Number.NEGATIVE_INFINITY, used: 0 })
          else pot.quota = Math.max(pot.quota, pot.amount)
        }
        if (act === 'end' && at < pot.ends) {
          await endPot(transaction, row, at, at)
          Object.assign(pot, { ends: at, quota: left })
        }
        if (act === 'sweep' && at >= pot.ends) {
          await closePot(transaction, row, at)
          pot.quota = left
        }
      })
    },
    /** A member leaves, or comes back. */
    membership: async () => {
      const { user, caller_id } = random.pick(seats)
      const seat = seatOf(user, caller_id)
      if (model.members.delete(seat)) {
        const members = open.store.deleteFrom('organisation_members')
        await members.where('org_id', '=', user).where('user_id', '=', caller_id).execute()
      } else {
        model.members.add(seat)
        await givenMember(open.store, user, caller_id)
      }
    },
  }
  const depsOf = (store: Store) => ({
    store,
    logStore: store,
    options: { current: defaultOptions },
    clock: () => at,
    log: silent,
  })
  const newOrder = async () => {
    const user = random.pick(accounts)
    const [quota, cents] = [1 + random.below(90), 1 + random.below(500)]
    const order = { trade_no: `paid ${reference++}`, user, quota, cents, left: cents }
    await open.store.transaction().execute(async (transaction) => {
      await insertOrder(transaction, {
        ...{ user_id: user, trade_no: order.trade_no, provider: 'epay', payment_method: 'wx', amount: 1, quota },
        ...{ money: moneyOf(cents), currency: 'CNY', merchant: '1', price_snapshot: '{}', create_time: at },
      })
      await creditOrder(transaction, order.trade_no, { at }, defaultOptions())
    })
    orders.push(order)
    const account = model.users.get(user)
    if (account) account.quota += quota
  }
  /** What a run is about and has not happened yet. */
  const untried = async () => [
    ...(scene.hasPots ? await untriedOfPots(open.store) : []),
    ...(scene.refusals ?? []).filter((code) => !refused.has(code)),
  ]
  for (let step = 0; step < steps || (step < stepsMax && (await untried()).length > 0); step++) {
    const kind = random.pick(scene.steps)
    await steppers[kind]()
    const where = `seed ${seed}, step ${step}: ${kind}`
    assert.deepEqual(await stateOf(open.store), stateOfModel(model), where)
    assert.deepEqual(await driftsOf(open, at), [], where)
  }
  if (process.env.LEDGER_SEED) return // it may lead elsewhere
  assert.deepEqual(await untried(), [], `seed ${seed} does not try everything`)
}

async function untriedOfPots(store: Store): Promise<string[]> {
  const moves = await store
    .selectFrom('pot_moves')
    .innerJoin('pots', 'pots.id', 'pot_moves.pot_id')
    .innerJoin('ledger', (join) =>
      join.onRef('ledger.kind', '=', 'pot_moves.kind').onRef('ledger.reference', '=', 'pot_moves.reference'),
    )
    .select(['pot_moves.kind', 'pot_moves.reference', 'pot_moves.created_at', 'pots.ends_at'])
    .select(['ledger.amount', 'ledger.from_pots'])
    .execute()
  const expiries = await store
    .selectFrom('ledger')
    .select('id')
    .where('kind', '=', 'plan_expiry')
    .where('reference', 'like', '%refund%')
    .execute()
  const shared = moves.filter(({ kind, amount, from_pots }) => kind === 'charge' && from_pots < amount)
  const tried = {
    'a charge of two pots and the balance': [...Map.groupBy(shared, ({ reference }) => reference).values()].some(
      ({ length }) => length === 2,
    ),
    'a refund to a pot': moves.some(({ kind }) => kind === 'manual_refund'),
    'a correction that returns to a pot': moves.some(({ kind }) => kind === 'refund'),
    'a refund for which a pot has no room': expiries.length > 0,
    'a move after the end of a pot': moves.some(({ created_at, ends_at }) => created_at >= ends_at),
  }
  return Object.entries(tried).flatMap(([what, isTried]) => (isTried ? [] : [what]))
}

/** The super administrator at one of two processes. */
const administrator = (at: number, process: number) => ({
  caller: { id: 0, username: 'root', role: role.root, group: '' } as Caller,
  actor: { id: 0, username: 'root', address: '', request_id: `act ${process}`, at },
})

/** The code of a refusal; nothing of a success. */
const outcomeOf = async (act: Promise<unknown>): Promise<string | undefined> => {
  try {
    await act
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return undefined
}

async function givenPeople(store: Store, model: LedgerModel, { quotas, tokenQuota }: Scene) {
  const people: { user: number; tokens: number[] }[] = []
  for (const quota of quotas) {
    const user = await givenUser(store, { quota })
    model.addUser(user, quota)
    const tokens = [await givenToken(store, user), await givenToken(store, user, { remain_quota: tokenQuota })]
    for (const [index, token] of tokens.entries()) model.addToken(token, user, index === 1 ? tokenQuota : undefined)
    people.push({ user, tokens })
  }
  return people
}

/** Who calls at the expense of an organisation: each user for each of them, with a token and one that has a limit. */
async function givenSeats(
  store: Store,
  model: LedgerModel,
  people: readonly { user: number }[],
  { orgQuotas = [], tokenQuota }: Scene,
) {
  const seats: { user: number; caller_id: number; tokens: number[] }[] = []
  for (const quota of orgQuotas) {
    const org = await givenOrganisation(store, people[0]?.user ?? 0, { quota })
    model.addUser(org, quota)
    for (const [index, { user: caller_id }] of people.entries()) {
      if (index > 0) await givenMember(store, org, caller_id)
      model.members.add(seatOf(org, caller_id))
      const limited = { caller_id, remain_quota: tokenQuota }
      const tokens = [await givenToken(store, org, { caller_id }), await givenToken(store, org, limited)]
      for (const [index, token] of tokens.entries()) model.addToken(token, org, index === 1 ? tokenQuota : undefined)
      seats.push({ user: org, caller_id, tokens })
    }
  }
  return seats
}

async function stateOf(store: Store) {
  const users = await store
    .selectFrom('users')
    .select(['id', 'quota', 'held', 'used_quota', 'request_count'])
    .orderBy('id')
    .execute()
  const tokens = await store
    .selectFrom('tokens')
    .select(['id', 'remain_quota', 'held', 'used_quota'])
    .orderBy('id')
    .execute()
  const holds = await store
    .selectFrom('holds')
    .select(['request_id', 'amount', 'accrued'])
    .orderBy('request_id')
    .execute()
  const counts = await store.selectFrom('limit_counters').selectAll().execute()
  const sumsOf = (own: typeof counts) => sums(own.map(({ key, amount }) => [key, amount]))
  const pots = await store.selectFrom('pots').select(['id', 'quota', 'held', 'windows']).orderBy('id').execute()
  return {
    ...{ users, tokens, holds },
    pots: pots.map(({ windows, ...pot }) => ({ ...pot, used: readWindows(windows).map(({ used }) => used) })),
    used: sumsOf(counts.filter(({ since }) => since > 0)),
    reserved: sumsOf(counts.filter(({ since, key }) => since === 0 && isBudget(key))),
  }
}

/** Sums by key, in the order of keys. */
function sums(amounts: readonly (readonly [string, number])[]): [string, number][] {
  const byKey = Map.groupBy(amounts, ([key]) => key)
  return [...byKey]
    .map(([key, own]): [string, number] => [key, own.reduce((sum, [, amount]) => sum + amount, 0)])
    .filter(([, amount]) => amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
}

const costOf = ({ key, cost }: HeldCounter): [string, number][] => (cost === undefined ? [] : [[key, cost]])

const stateOfModel = (model: LedgerModel) => {
  const { users, tokens, pots, holds, used } = model
  return {
    reserved: sums([...model.reserved()]),
    used: sums(used.map(({ key, amount }) => [key, amount])),
    users: [...users].map(([id, { quota, held, used, calls }]) => ({
      id,
      quota,
      held,
      used_quota: used,
      request_count: calls,
    })),
    tokens: [...tokens].map(([id, { remain, held, used }]) => ({ id, remain_quota: remain, held, used_quota: used })),
    pots: [...pots].map(([id, { quota, held, windows }]) => ({
      id,
      quota,
      held,
      used: windows.map((each) => each.used),
    })),
    holds: [...holds.values()]
      .map(({ request_id, amount, accrued }) => ({ request_id, amount, accrued }))
      .sort((one, other) => (one.request_id < other.request_id ? -1 : 1)),
  }
}
