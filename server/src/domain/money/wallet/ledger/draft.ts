import type { Counter } from '../../../routing/limits/free-at.ts'
import { rollUps, type UsageHour } from '../../../usage/logs/usage-hour.ts'
import { type CostHour, mergedCosts } from '../../pricing/cost/cost-hour.ts'
import { callerKey } from '../members/callers.ts'
import type { PotRow } from '../pots/pot.ts'
import type {
  CallerRow,
  Change,
  Count,
  HoldRow,
  NewEntry,
  NewLog,
  NewPotMove,
  Plan,
  Rows,
  Settled,
  TokenRow,
  UserRow,
} from './plan.ts'
import { slicesOf } from './slice-id.ts'

const nothingSettled: Settled = {
  charged: 0,
  channel_id: 0,
  budgets: '',
  at: 0,
  isLogged: false,
  isFinal: false,
  moves: [],
}

/** The rows of a batch while it is decided. Each operation sees the changes of the earlier ones. */
export class Draft {
  readonly entries: NewEntry[] = []
  readonly logs: NewLog[] = []
  /** One element per log row: the sums that it adds to its hour. */
  readonly hours: UsageHour[] = []
  /** The same for the costs of calls whose cost is known. */
  readonly costs: CostHour[] = []
  readonly potMoves: NewPotMove[] = []
  readonly #rows: Rows
  readonly #users = new Map<number, Change<UserRow>>()
  readonly #tokens = new Map<number, Change<TokenRow>>()
  readonly #pots = new Map<number, Change<PotRow>>()
  readonly #channels = new Map<number, number>()
  /** Holds that the batch changes; undefined for a hold that ends. */
  readonly #holds = new Map<string, HoldRow | undefined>()
  readonly #settled = new Map<string, Settled>()
  /** The amounts that the batch adds to each counter, by step. */
  readonly #counts = new Map<string, Map<number, number>>()

  constructor(rows: Rows) {
    this.#rows = rows
  }

  user = (id: number): UserRow | undefined => workingCopy(this.#users, this.#rows.users, id)
  token = (id: number): TokenRow | undefined => workingCopy(this.#tokens, this.#rows.tokens, id)
  pot = (id: number): PotRow | undefined => workingCopy(this.#pots, this.#rows.pots, id)

  /** The member who calls at an organisation's expense. */
  caller(account_id: number, caller_id: number): CallerRow | undefined {
    return this.#rows.callers.get(callerKey(account_id, caller_id))
  }

  hold(request_id: string): HoldRow | undefined {
    return this.#holds.has(request_id) ? this.#holds.get(request_id) : this.#rows.holds.get(request_id)
  }

  slicesOf(user_id: number): HoldRow[] {
    const ids = new Set([...this.#rows.holds.keys(), ...this.#holds.keys()])
    return [...ids].filter((id) => id.startsWith(slicesOf(user_id))).flatMap((id) => this.hold(id) ?? [])
  }

  putHold(hold: HoldRow): void {
    this.#holds.set(hold.request_id, hold)
  }

  endHold(request_id: string): void {
    this.#holds.set(request_id, undefined)
  }

  settled(request_id: string): Settled {
    return this.#settled.get(request_id) ?? this.#rows.settled.get(request_id) ?? nothingSettled
  }

  settle(request_id: string, settled: Settled): void {
    this.#settled.set(request_id, settled)
  }

  addToChannel(id: number, used: number): void {
    if (id !== 0 && used !== 0) this.#channels.set(id, (this.#channels.get(id) ?? 0) + used)
  }

  /** A counter, with the additions of this batch so far. Steps before `from` no longer count. */
  counter(key: string, from: number): Counter {
    const before = this.#rows.counters.get(key)
    const steps = new Map([...(before?.steps ?? [])].filter(([step]) => step >= from))
    let reserved = before?.reserved ?? 0
    for (const [since, amount] of this.#counts.get(key) ?? []) {
      if (since === 0) reserved += amount
      else if (since >= from) steps.set(since, (steps.get(since) ?? 0) + amount)
    }
    return { reserved, steps }
  }

  addToCounter(key: string, since: number, amount: number): void {
    const steps = this.#counts.get(key) ?? new Map<number, number>()
    steps.set(since, (steps.get(since) ?? 0) + amount)
    this.#counts.set(key, steps)
  }

  plan(): Plan {
    const { entries, logs } = this
    const opened: HoldRow[] = []
    const changed: HoldRow[] = []
    const closed: string[] = []
    for (const [request_id, hold] of this.#holds) {
      const wasOpen = this.#rows.holds.has(request_id)
      if (hold) (wasOpen ? changed : opened).push(hold)
      else if (wasOpen) closed.push(request_id)
    }
    return {
      users: [...this.#users.values()].filter(userMoved),
      tokens: [...this.#tokens.values()].filter(tokenMoved),
      pots: this.#pots.size === 0 ? [] : [...this.#pots.values()].filter(potMoved),
      potMoves: this.potMoves,
      channels: [...this.#channels].map(([id, used_quota]) => ({ id, used_quota })),
      opened,
      changed,
      closed,
      entries,
      logs,
      ...rollUps(this.hours),
      counts: this.#counts.size === 0 ? [] : countsOf(this.#counts),
      costs: this.costs.length > 1 ? mergedCosts(this.costs) : this.costs,
    }
  }
}

const countsOf = (counts: ReadonlyMap<string, ReadonlyMap<number, number>>): Count[] =>
  [...counts]
    .flatMap(([key, steps]) => [...steps].map(([since, amount]) => ({ key, since, amount })))
    .filter(({ amount }) => amount !== 0)
    .sort((one, other) => (one.key === other.key ? one.since - other.since : one.key < other.key ? -1 : 1))

function workingCopy<Row extends { id: number }>(
  copies: Map<number, Change<Row>>,
  rows: ReadonlyMap<number, Row>,
  id: number,
): Row | undefined {
  const known = copies.get(id)
  if (known) return known.after
  const before = rows.get(id)
  if (!before) return undefined
  const after = { ...before }
  copies.set(id, { before, after })
  return after
}

const userMoved = ({ before, after }: Change<UserRow>) =>
  before.quota !== after.quota ||
  before.held !== after.held ||
  before.used_quota !== after.used_quota ||
  before.request_count !== after.request_count

const potMoved = ({ before, after }: Change<PotRow>) =>
  before.quota !== after.quota || before.held !== after.held || before.windows !== after.windows

const tokenMoved = ({ before, after }: Change<TokenRow>) =>
  before.remain_quota !== after.remain_quota ||
  before.held !== after.held ||
  before.used_quota !== after.used_quota ||
  before.accessed_time !== after.accessed_time
