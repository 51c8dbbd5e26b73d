import type { BilledCall as Call } from '../../src/domain/money/wallet/ledger/operations.ts'
import type { Limit } from '../../src/domain/routing/limits/counter-key.ts'

type Account = { quota: number; held: number; used: number; calls: number; isBanned: boolean }
type Key = { user: number; remain: number; held: number; used: number; isLimited: boolean; isOff: boolean }
/** A window of a pot begins with its first use. */
type Window = { amount: number; seconds: number; from: number; used: number }
/** `amount` is 0 for a pot without a limit of its own. */
export type ModelPot = {
  user: number
  amount: number
  quota: number
  held: number
  windows: Window[]
  starts: number
  ends: number
}
/** What is held of a source, or what it paid; 0 is the balance. */
type Part = { source: number; amount: number }
type Hold = Call & {
  amount: number
  parts: Part[]
  accrued: number
  expires: number
  channel: number
  place: readonly string[]
  /** The limits of the member who calls, and of the organisation that pays. */
  own: readonly string[]
  tokens: Reserved[]
  costs: Map<string, number>
}
type Used = { key: string; step: number; amount: number }
type Reserved = { key: string; prompt: number; used: Used }
type Tokens = { prompt: number; output: number; isBound: boolean }
type Past = { charged: number; isFinal: boolean; costs: Used[] }
/** A charge of the ledger, what is left to refund of it, and what it used of the budgets of member and organisation. */
type Charge = Call & { left: number; used: Used[]; paid: Part[]; at: number }

export const seatOf = (org_id: number, user_id: number) => `${org_id} ${user_id}`

const isBudget = (key: string) => key.startsWith('hours|1|')
const budgetSpan = 3600
const budgetStep = 150

const neverSettled = { charged: 0, isFinal: false }

const sourcesOf = ({ sources }: Call): readonly number[] => sources ?? [0]
const usedIn = ({ from, seconds, used }: Window, at: number) => (at < from + seconds ? used : 0)

/**
 * What the ledger ought to do, written a second time and as plainly as can be: no batches, no rows, no entries. Its methods
 * return the code of a refusal, or nothing.
 */
export class LedgerModel {
  readonly users = new Map<number, Account>()
  readonly tokens = new Map<number, Key>()
  readonly pots = new Map<number, ModelPot>()
  /** By organisation and user. */
  readonly members = new Set<string>()
  readonly holds = new Map<string, Hold>()
  readonly #past = new Map<string, Past>()
  /** By reference. */
  readonly charges = new Map<string, Charge>()
  /** What was used of limits per minute, and of budgets. */
  readonly used: Used[] = []

  addUser(id: number, quota: number) {
    this.users.set(id, { quota, held: 0, used: 0, calls: 0, isBanned: false })
  }

  addToken(id: number, user: number, limit: number | undefined) {
    this.tokens.set(id, { user, remain: limit ?? 0, held: 0, used: 0, isLimited: limit !== undefined, isOff: false })
  }

  hold(call: Call, amount: number, expires: number, limits: readonly Limit[] = [], at = 0): string | undefined {
    if (this.holds.has(call.request_id)) return undefined
    const more = ({ key }: Limit) => (isBudget(key) ? amount : 1)
    const refusal = this.#refuse(call, amount, at) ?? this.#reached(limits, more, at)
    if (refusal) return refusal
    const parts = this.#reserve(call, amount, at)
    const own = limits.map(({ key }) => key)
    for (const key of own) if (key.startsWith('requests')) this.#use(key, 1, at)
    this.holds.set(call.request_id, {
      ...call,
      ...{ amount, parts, accrued: 0, expires, channel: 0, place: [], own, tokens: [], costs: new Map() },
    })
    return undefined
  }

  extend(call: Call, amount: number, limits: readonly Limit[] = [], at = 0): string | undefined {
    const hold = this.holds.get(call.request_id)
    if (!hold) return 'not_found'
    if (amount <= hold.amount) return undefined
    const more = ({ key }: Limit) => (isBudget(key) ? amount - hold.amount : 0)
    const refusal = this.#refuse(hold, amount - hold.amount, at) ?? this.#reached(limits, more, at)
    if (refusal) return refusal
    for (const [index, part] of this.#reserve(hold, amount - hold.amount, at).entries()) {
      const known = hold.parts[index]
      if (known) known.amount += part.amount
    }
    // What is expected to cost more than it did, costs as much more as is held.
    for (const [key, cost] of hold.amount === 0 ? [] : hold.costs)
      hold.costs.set(key, Math.ceil(cost * (1 + (amount - hold.amount) / hold.amount)))
    hold.amount = amount
    return undefined
  }

  occupy(call: Call, limits: readonly Limit[], tokens: Tokens, at: number, isAdditional: boolean): string | undefined {
    const hold = this.holds.get(call.request_id)
    if (!hold) return 'not_found'
    const before = hold.place
    const added = limits.filter(({ key }) => !before.includes(key))
    const reservedOf = (key: string) => (before.includes(key) ? (hold.costs.get(key) ?? 0) : 0)
    const isRaised = ({ key, cost = 0 }: Limit) => hold.costs.has(key) && cost > reservedOf(key)
    const raised = limits.filter((limit) => before.includes(limit.key) && isRaised(limit))
    if (!isAdditional) {
      hold.place = before.filter((key) => limits.some((limit) => limit.key === key))
      this.#dropTokens(hold)
    }
    const { prompt, output, isBound } = tokens
    const isExact = (max: number) => isBound && prompt + output <= max
    const least = (max: number) => (isExact(max) ? prompt + output : output > 0 ? Math.max(1, prompt) : prompt)
    const more = ({ key, max, cost = 1 }: Limit) => (key.startsWith('tokens') ? least(max) : cost - reservedOf(key))
    if (
      [...added, ...raised].some((limit) => more(limit) > 0 && this.#counted(limit.key, at) + more(limit) > limit.max)
    ) {
      hold.place = isAdditional ? before : []
      this.#dropTokens(hold)
      return 'limit_reached'
    }
    hold.place = [...hold.place, ...added.map(({ key }) => key)]
    for (const { key, cost } of raised) hold.costs.set(key, cost ?? 0)
    for (const { key, max, cost } of added) {
      if (cost !== undefined) hold.costs.set(key, cost)
      if (key.startsWith('requests')) this.#use(key, 1, at)
      if (!key.startsWith('tokens')) continue
      const free = Math.max(0, max - this.#counted(key, at) - prompt)
      const reserved = isExact(max) ? output : Math.min(output, Math.floor(max / 4), free)
      hold.tokens.push({ key, prompt, used: this.#use(key, prompt + reserved, at) })
    }
    return undefined
  }

  #reached(limits: readonly Limit[], more: (limit: Limit) => number, at: number): string | undefined {
    const isReached = (limit: Limit) => more(limit) > 0 && this.#counted(limit.key, at) + more(limit) > limit.max
    return limits.some(isReached) ? 'limit_reached' : undefined
  }

  #use(key: string, amount: number, at: number): Used {
    const length = isBudget(key) ? budgetStep : 5
    const used = { key, step: Math.floor(at / length) * length, amount }
    this.used.push(used)
    return used
  }

  /** Of a channel that the call has left, only the prompt is used. */
  #dropTokens(hold: Hold) {
    const isLeft = ({ key }: Reserved) => !hold.place.includes(key)
    for (const { prompt, used } of hold.tokens.filter(isLeft)) used.amount = prompt
    hold.tokens = hold.tokens.filter((each) => !isLeft(each))
    for (const key of hold.costs.keys()) if (!hold.place.includes(key)) hold.costs.delete(key)
  }

  #counted(key: string, at: number): number {
    if (key.startsWith('calls'))
      return [...this.holds.values()].filter(({ place, own }) => [...place, ...own].includes(key)).length
    const first = isBudget(key) ? Math.floor((at - budgetSpan) / budgetStep) * budgetStep : at - 59
    const last = this.used.filter((each) => each.key === key && each.step >= first)
    return last.reduce((sum, { amount }) => sum + amount, this.reserved().get(key) ?? 0)
  }

  /** What running calls reserve of budgets. */
  reserved(): Map<string, number> {
    const sums = new Map<string, number>()
    const add = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
    for (const { costs, own, amount } of this.holds.values()) {
      for (const [key, cost] of costs) add(key, cost)
      for (const key of own) if (isBudget(key)) add(key, amount)
    }
    return sums
  }

  checkpoint(call: Call, accrued: number, expires: number, channel = 0): string | undefined {
    const hold = this.holds.get(call.request_id)
    if (!hold) return 'not_found'
    hold.channel = channel
    hold.accrued = Math.max(hold.accrued, accrued)
    hold.expires = Math.max(hold.expires, expires)
    return undefined
  }

  /**
   * `costs` are the cost of the call by the budgets of its channel. `limits` are those that the process of the call knows:
   * they count if the hold is gone.
   */
  capture(
    call: Call,
    charge: number,
    tokens: number,
    at: number,
    costs = new Map<string, number>(),
    limits: readonly Limit[] = [],
  ) {
    const own = this.holds.get(call.request_id)?.own ?? limits.map(({ key }) => key)
    for (const { key, used } of this.holds.get(call.request_id)?.tokens ?? []) {
      if (tokens > used.amount) this.#use(key, tokens - used.amount, at)
      else used.amount = tokens
    }
    const parts = this.holds.get(call.request_id)?.parts ?? sourcesOf(call).map((source) => ({ source, amount: 0 }))
    const hadHold = this.#end(call)
    const past = this.#past.get(call.request_id) ?? { ...neverSettled, costs: [] }
    if (!hadHold && past.isFinal) return
    for (const [key, cost] of charge !== past.charged || charge === 0 ? costs : []) {
      const counted = past.costs.find((used) => used.key === key)
      if (counted && cost <= counted.amount) counted.amount = cost
      else this.#use(key, cost - (counted?.amount ?? 0), at)
    }
    const reference = past.charged === 0 ? call.request_id : `${call.request_id}/rest`
    const paid = charge >= past.charged ? this.#spend(call, charge - past.charged, parts, at) : []
    if (charge > past.charged) this.#addCharge(reference, call, charge - past.charged, own, paid, at)
    else if (charge < past.charged) this.#takeBack(call.request_id, past.charged - charge, at)
    if (past.charged === 0) this.#account(call).calls += 1
    this.#past.set(call.request_id, { ...neverSettled, charged: charge, isFinal: true, costs: [] })
  }

  release(call: Call, at = 0) {
    const hold = this.holds.get(call.request_id)
    if (hold) {
      hold.place = []
      this.#dropTokens(hold)
    }
    this.#end(call)
    const past = this.#past.get(call.request_id)
    if (!past || past.isFinal || past.charged === 0) return
    this.#takeBack(call.request_id, past.charged, at)
    for (const used of past.costs) used.amount = 0
    this.#past.set(call.request_id, { ...neverSettled, isFinal: true, costs: [] })
  }

  /** An administrator gives back a part of a charge. The call is settled with that: a late report changes nothing. */
  refund(reference: string, amount: number, at = 0): string | undefined {
    const charge = this.charges.get(reference)
    if (!charge) return 'not_found'
    if (this.holds.has(reference)) return 'refund_running'
    if (charge.left === 0) return 'refund_nothing'
    if (amount > charge.left) return 'refund_too_much'
    this.#takeBack(reference, amount, at)
    const past = this.#past.get(reference)
    if (past) past.isFinal = true
    return undefined
  }

  #addCharge(reference: string, call: Call, amount: number, own: readonly string[], paid: Part[], at: number) {
    const used = own.filter(isBudget).map((key) => this.#use(key, amount, at))
    this.charges.set(reference, { ...call, left: amount, used, paid, at })
  }

  /** The balance gets back what it paid, then the pots, the last one first. */
  #takeBack(reference: string, amount: number, at: number) {
    const charge = this.charges.get(reference)
    if (!charge) return
    charge.left -= amount
    for (const used of charge.used) used.amount -= amount
    const user = this.#account(charge)
    user.used -= amount
    const token = this.tokens.get(charge.token_id)
    if (token) {
      token.remain += amount
      token.used -= amount
    }
    let rest = amount
    for (const part of [...charge.paid].sort(
      (one, other) => Number(one.source !== 0) - Number(other.source !== 0) || -1,
    )) {
      const back = Math.min(rest, part.amount)
      part.amount -= back
      rest -= back
      const pot = this.pots.get(part.source)
      if (!pot) {
        user.quota += back
        continue
      }
      // A pot never has more than its amount.
      pot.quota = Math.max(pot.quota, Math.min(pot.quota + back, pot.amount))
      for (const window of pot.windows)
        if (charge.at >= window.from && at < window.from + window.seconds) window.used = Math.max(0, window.used - back)
    }
  }

  /** What a source has left for further calls. */
  #room(source: number, user: Account, at: number): number {
    if (source === 0) return Math.max(0, user.quota - user.held)
    const pot = this.pots.get(source)
    if (!pot || at < pot.starts || at >= pot.ends) return 0
    const own = pot.amount === 0 ? Number.POSITIVE_INFINITY : pot.quota - pot.held
    const ofWindows = pot.windows.map((window) => window.amount - usedIn(window, at) - pot.held)
    return Math.max(0, Math.min(own, ...ofWindows))
  }

  /** Takes a charge of each source in its turn. The parts were reserved for it, and are free by now. */
  #pay(user: Account, parts: readonly Part[], amount: number, at: number): Part[] {
    let rest = amount
    const paid = parts.map(({ source, amount: reserved }) => {
      const pot = this.pots.get(source)
      const hasEnded = pot && (at < pot.starts || at >= pot.ends)
      const part = { source, amount: Math.min(rest, hasEnded ? reserved : this.#room(source, user, at)) }
      rest -= part.amount
      if (!pot || part.amount === 0) return part
      pot.quota -= part.amount
      for (const window of pot.windows) {
        if (at >= window.from + window.seconds) Object.assign(window, { from: at, used: 0 })
        window.used += part.amount
      }
      return part
    })
    const ofPots = paid.filter(({ source, amount }) => source !== 0 && amount > 0)
    const ofBalance = amount - ofPots.reduce((sum, part) => sum + part.amount, 0)
    user.quota -= ofBalance
    return [{ source: 0, amount: ofBalance }, ...ofPots]
  }

  expire(now: number) {
    for (const hold of [...this.holds.values()].filter(({ expires }) => expires <= now)) {
      this.#end(hold)
      if (hold.accrued === 0) continue
      const paid = this.#spend(hold, hold.accrued, hold.parts, now)
      const { request_id, user_id, caller_id, token_id } = hold
      this.#addCharge(request_id, { request_id, user_id, caller_id, token_id }, hold.accrued, hold.own, paid, now)
      this.#account(hold).calls += 1
      // The cost of a part of a call is that part of what was expected.
      const ofChannel = [...hold.costs].filter(([key]) => key.split('|')[3]?.split(' ')[0] === String(hold.channel))
      const share = Math.min(1, hold.accrued / hold.amount)
      const costs = ofChannel.map(([key, cost]) => this.#use(key, Math.ceil(cost * share), now))
      this.#past.set(hold.request_id, { ...neverSettled, charged: hold.accrued, costs })
    }
  }

  #refuse(call: Call, amount: number, at: number): string | undefined {
    const { user_id, caller_id, token_id, sources } = call
    const user = this.#account({ user_id })
    const token = this.tokens.get(token_id)
    if (user.isBanned) return 'user_banned'
    if (caller_id && !this.members.has(seatOf(user_id, caller_id))) return 'org_member_missing'
    if (caller_id && this.#account({ user_id: caller_id }).isBanned) return 'user_banned'
    if (token?.isOff) return 'token_disabled'
    if (token?.isLimited && token.remain - token.held < amount) return 'token_exhausted'
    if (!sources) return user.quota - user.held < amount ? 'quota_insufficient' : undefined
    const room = sources.reduce((sum, source) => sum + this.#room(source, user, at), 0)
    if (room >= amount) return undefined
    return sources.includes(0) ? 'quota_insufficient' : 'plan_insufficient'
  }

  #reserve(call: Call, amount: number, at: number): Part[] {
    const user = this.#account(call)
    const token = this.tokens.get(call.token_id)
    if (token) token.held += amount
    let rest = amount
    return sourcesOf(call).map((source) => {
      const part = { source, amount: call.sources ? Math.min(rest, this.#room(source, user, at)) : rest }
      rest -= part.amount
      const holder = this.pots.get(source) ?? user
      holder.held += part.amount
      return part
    })
  }

  #end({ request_id }: Call): boolean {
    const hold = this.holds.get(request_id)
    if (!hold) return false
    const token = this.tokens.get(hold.token_id)
    if (token) token.held -= hold.amount
    for (const { source, amount } of hold.parts) {
      const holder = this.pots.get(source) ?? this.#account(hold)
      holder.held -= amount
    }
    return this.holds.delete(request_id)
  }

  #spend({ user_id, token_id }: Call, amount: number, parts: readonly Part[], at: number): Part[] {
    const user = this.#account({ user_id })
    const paid = this.#pay(user, parts, amount, at)
    user.used += amount
    const token = this.tokens.get(token_id)
    if (token) {
      token.remain -= amount
      token.used += amount
    }
    return paid
  }

  #account({ user_id }: Pick<Call, 'user_id'>): Account {
    const user = this.users.get(user_id)
    if (!user) throw new Error(`no user ${user_id}`)
    return user
  }
}
