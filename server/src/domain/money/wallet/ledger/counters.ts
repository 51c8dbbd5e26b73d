import { quotaMax } from '@turnpike/contract/quota'
import {
  channelIdOf,
  type HeldCounter,
  isOfChannel,
  isShared,
  type Limit,
  type LimitHit,
  parseKey,
  type ReservedTokens,
  readCounters,
  splitKeys,
  writeCounters,
} from '../../../routing/limits/counter-key.ts'
import { type Counter, freeAt, sumOf } from '../../../routing/limits/free-at.ts'
import { firstStep, isBudget, stepAt } from '../../../routing/limits/window.ts'
import type { Draft } from './draft.ts'
import type { ExpectedTokens, ExtendOperation, HoldOperation, OccupyOperation, Operation } from './operations.ts'
import type { Count, HoldRow } from './plan.ts'

/** What a call adds: its hold to budgets, one to requests and to calls at once, its prompt and its answers to tokens. */
type Wanted = {
  amount: number
  tokens: ExpectedTokens
  isRepeat?: boolean | undefined
  wasReleased?: boolean | undefined
}

const noTokens: ExpectedTokens = {}

/** More of the budget of a running call. */
export const moreOf = (amount: number): Wanted => ({ amount, tokens: noTokens, isRepeat: true })

/** The first limit that a call would exceed. A call that takes its hold again was counted when it began. */
export function reachedLimit(draft: Draft, limits: readonly Limit[], wanted: Wanted, at: number): LimitHit | undefined {
  for (const limit of limits) {
    const { key, max } = limit
    const more = wantedOf(limit, wanted)
    const counter = draft.counter(key, firstStep(key, at))
    const used = sumOf(counter)
    if (more > 0 && used + more > max) return { ...limit, used, resets_at: freeAt(key, counter, used + more - max) }
  }
  return undefined
}

function wantedOf({ key, max, cost }: Limit, wanted: Wanted): number {
  // An upstream that works already goes on, although other calls may have used the budget of its channel meanwhile.
  if (isBudget(key) && cost !== undefined) return reservesAnew(wanted) ? cost : 0
  if (isBudget(key)) return wanted.amount
  const { measure } = parseKey(key)
  if (measure === 'tokens') return reservesAnew(wanted) ? tokensNeeded(wanted.tokens, max) : 0
  if (measure === 'calls') return reservesAnew(wanted) ? 1 : 0
  return wanted.isRepeat ? 0 : 1
}

/**
 * A running call whose hold expired has counted its tokens, and goes on even if the limit of concurrent calls is reached. A call whose
 * hold was released has neither any longer.
 */
const reservesAnew = ({ isRepeat, wasReleased }: Wanted): boolean => !isRepeat || wasReleased === true

/** At least this many calls that state no output limit may begin at once, however small the limit of tokens is. */
const unboundAtOnce = 4

/** The request limits its answers, and they fit into the limit together with the prompt. */
const fits = ({ prompt_tokens = 0, output_tokens = 0, isBound }: ExpectedTokens, max: number): boolean =>
  isBound === true && prompt_tokens + output_tokens <= max

/** What must be free for a call to begin: the prompt and the longest answers, or the prompt where their length is unknown. */
function tokensNeeded(tokens: ExpectedTokens, max: number): number {
  const { prompt_tokens = 0, output_tokens = 0 } = tokens
  if (fits(tokens, max)) return prompt_tokens + output_tokens
  return output_tokens > 0 ? Math.max(1, prompt_tokens) : prompt_tokens
}

/** Answers of unknown length take a part of the limit, as far as it is free: otherwise every call would take all of it. */
function reservedTokens(draft: Draft, { key, max }: Limit, tokens: ExpectedTokens, at: number): ReservedTokens {
  const { prompt_tokens: prompt = 0, output_tokens = 0 } = tokens
  const since = stepAt(key, at)
  if (fits(tokens, max)) return { since, prompt, output: output_tokens }
  const free = max - sumOf(draft.counter(key, firstStep(key, at))) - prompt
  const output = Math.max(0, Math.min(output_tokens, Math.floor(max / unboundAtOnce), free))
  return { since, prompt, output }
}

/**
 * Budgets and calls at once are reserved until the call ends; requests and tokens count in the step of its start. Gives the
 * counters as the hold keeps them.
 */
export const countStart = (draft: Draft, limits: readonly Limit[], wanted: Wanted, at: number): HeldCounter[] =>
  limits.map((limit) => {
    const { key, cost } = limit
    const { measure } = parseKey(key)
    if (isBudget(key)) {
      draft.addToCounter(key, 0, cost ?? wanted.amount)
      return { key, cost }
    }
    if (measure === 'calls') draft.addToCounter(key, 0, 1)
    else if (measure === 'requests') draft.addToCounter(key, stepAt(key, at), wanted.isRepeat ? 0 : 1)
    else if (reservesAnew(wanted)) {
      const tokens = reservedTokens(draft, limit, wanted.tokens, at)
      draft.addToCounter(key, tokens.since, tokens.prompt + tokens.output)
      return { key, tokens }
    }
    return { key }
  })

/** Reserves more for a hold that grows. The cost of its channel grows in proportion. Gives the counters of the hold. */
export function reserveMore(draft: Draft, { limits, amount }: HoldRow, more: number, keepsCosts = false): string {
  if (limits === '') return ''
  const counters = readCounters(limits).map((counter) => {
    const { key, cost } = counter
    if (!isBudget(key)) return counter
    if (cost === undefined) {
      draft.addToCounter(key, 0, more)
      return counter
    }
    const grown = keepsCosts || amount === 0 ? cost : Math.min(quotaMax, Math.ceil(cost * (1 + more / amount)))
    draft.addToCounter(key, 0, grown - cost)
    return { key, cost: grown }
  })
  return writeCounters(counters)
}

/** The budgets of which a call has reserved less than these limits name, with the difference as their cost. */
export const raisedCosts = (counters: readonly HeldCounter[], limits: readonly Limit[]): Limit[] =>
  limits.flatMap((limit) => {
    const { cost: reserved } = counters.find(({ key }) => key === limit.key) ?? {}
    const more = reserved === undefined || limit.cost === undefined ? 0 : limit.cost - reserved
    return more > 0 ? [{ ...limit, cost: more }] : []
  })

/** The counters of a hold after the differences were reserved. */
export const withCosts = (draft: Draft, counters: readonly HeldCounter[], raised: readonly Limit[]): HeldCounter[] =>
  counters.map((counter) => {
    const more = raised.find(({ key }) => key === counter.key)?.cost
    if (more === undefined) return counter
    draft.addToCounter(counter.key, 0, more)
    return { ...counter, cost: (counter.cost ?? 0) + more }
  })

/** What a call reserved is free again. */
export function countEnd(draft: Draft, counters: readonly HeldCounter[], amount: number): void {
  for (const { key, cost } of counters) {
    if (isBudget(key)) draft.addToCounter(key, 0, -(cost ?? amount))
    else if (parseKey(key).measure === 'calls') draft.addToCounter(key, 0, -1)
  }
}

/**
 * The tokens that are charged count in place of those that were reserved. What was reserved beyond them is free in the step in
 * which it counts, which may be over; what was used beyond the reservation counts now.
 */
export function countTokens(draft: Draft, limits: string, charged: number, at: number): void {
  for (const { key, tokens } of readCounters(limits)) {
    if (parseKey(key).measure !== 'tokens') continue
    const more = charged - (tokens ? tokens.prompt + tokens.output : 0)
    draft.addToCounter(key, tokens && more < 0 ? tokens.since : stepAt(key, at), more)
  }
}

/** The tokens of an attempt without a result are free again. Channels count its prompt, because the upstream has received it. */
export function freeTokens(draft: Draft, counters: readonly HeldCounter[]): void {
  for (const { key, tokens } of counters)
    if (tokens) draft.addToCounter(key, tokens.since, -tokens.output - (isOfChannel(key) ? 0 : tokens.prompt))
}

/**
 * The budgets that a charge counts towards. Those of the channel that served the call come with its cost; where the call
 * does not report it, with a share of what was reserved.
 */
export const budgetsOf = (limits: string, channel_id: number, cost: number | undefined, share = 1): string =>
  writeCounters(
    readCounters(limits).flatMap(({ key, cost: reserved }) => {
      if (!isBudget(key)) return []
      if (!isOfChannel(key)) return [{ key }]
      return channelIdOf(key) === channel_id ? [{ key, cost: cost ?? Math.ceil((reserved ?? 0) * share) }] : []
    }),
  )

/** A charge counts in the window of its time; a refund names the time of the charge, and a negative amount. */
export function countCharge(draft: Draft, budgets: string, amount: number, at: number): void {
  for (const { key, cost } of readCounters(budgets))
    if (cost === undefined) draft.addToCounter(key, stepAt(key, at), amount)
}

type Counted = { budgets: string; at: number }
const notCounted: Counted = { budgets: '', at: 0 }

/** Counts the costs of a call in place of those that the expiry of its hold has counted. */
export function countCosts(draft: Draft, { budgets, at }: Counted, before = notCounted): void {
  const counted = new Map(readCounters(before.budgets).map(({ key, cost = 0 }) => [key, cost]))
  for (const { key, cost } of readCounters(budgets)) {
    if (cost === undefined) continue
    const more = cost - (counted.get(key) ?? 0)
    if (more !== 0) draft.addToCounter(key, stepAt(key, more < 0 ? before.at : at), more)
  }
}

/** The call was refunded: it has cost nothing. */
export function freeCosts(draft: Draft, { budgets, at }: Counted): void {
  for (const { key, cost = 0 } of readCounters(budgets)) if (cost > 0) draft.addToCounter(key, stepAt(key, at), -cost)
}

/** Counters from their rows. */
export function countersFrom(counts: readonly Count[]): Map<string, Counter> {
  const counters = new Map<string, { reserved: number; steps: Map<number, number> }>()
  for (const { key, since, amount } of counts) {
    const counter = counters.get(key) ?? { reserved: 0, steps: new Map<number, number>() }
    if (since === 0) counter.reserved = amount
    else counter.steps.set(since, amount)
    counters.set(key, counter)
  }
  return counters
}

/** The operations that are decided by limits. */
export const isLimited = (
  operation: Operation,
): operation is ((HoldOperation | ExtendOperation) & Required<Pick<HoldOperation, 'limits'>>) | OccupyOperation =>
  operation.kind === 'occupy' ||
  ((operation.kind === 'hold' || operation.kind === 'extend') && operation.limits !== undefined)

/** The counters that operations of a batch change, and that operations of other users change as well. */
export function sharedKeys(operations: readonly Operation[], holds: ReadonlyMap<string, HoldRow>): string[] {
  const keys = new Set<string>()
  const add = (key: string) => {
    if (isShared(key)) keys.add(key)
  }
  for (const operation of operations) {
    const { limits = '' } = holds.get(operation.request_id) ?? {}
    if (limits !== '') for (const key of splitKeys(limits)) add(key)
    if (isLimited(operation)) for (const { key } of operation.limits) add(key)
    else if (operation.kind === 'capture' && operation.limits) for (const key of splitKeys(operation.limits)) add(key)
  }
  return [...keys]
}
