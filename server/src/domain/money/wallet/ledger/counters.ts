import {
  type HeldCounter,
  isOfChannel,
  isShared,
  type Limit,
  type LimitHit,
  parseKey,
  type ReservedTokens,
  readCounters,
  splitKeys,
} from '../../../routing/limits/counter-key.ts'
import { firstStep, isBudget, stepAt, stepEnds } from '../../../routing/limits/window.ts'
import type { Draft } from './draft.ts'
import type { ExpectedTokens, ExtendOperation, HoldOperation, OccupyOperation, Operation } from './operations.ts'
import type { Count, Counter, HoldRow } from './plan.ts'

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
  for (const { key, max } of limits) {
    const more = wantedOf(key, max, wanted)
    const { reserved, steps } = draft.counter(key, firstStep(key, at))
    const used = sumOf(reserved, steps)
    if (more > 0 && used + more > max) return { key, max, used, resets_at: freeAt(key, steps, used + more - max) }
  }
  return undefined
}

const sumOf = (reserved: number, steps: Counter['steps']): number =>
  [...steps.values()].reduce((sum, amount) => sum + amount, reserved)

function wantedOf(key: string, max: number, wanted: Wanted): number {
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
  const { reserved, steps } = draft.counter(key, firstStep(key, at))
  const free = max - sumOf(reserved, steps) - prompt
  const output = Math.max(0, Math.min(output_tokens, Math.floor(max / unboundAtOnce), free))
  return { since, prompt, output }
}

/** When enough of what was used has fallen out of the window; undefined where that depends on running calls. */
function freeAt(key: string, steps: Counter['steps'], missing: number): number | undefined {
  let freed = 0
  for (const [step, amount] of [...steps].sort(([one], [other]) => one - other)) {
    freed += amount
    if (freed >= missing) return stepEnds(key, step)
  }
  return undefined
}

/**
 * Budgets and calls at once are reserved until the call ends; requests and tokens count in the step of its start. Gives the
 * counters as the hold keeps them.
 */
export const countStart = (draft: Draft, limits: readonly Limit[], wanted: Wanted, at: number): HeldCounter[] =>
  limits.map((limit) => {
    const { key } = limit
    const { measure } = parseKey(key)
    if (isBudget(key)) draft.addToCounter(key, 0, wanted.amount)
    else if (measure === 'calls') draft.addToCounter(key, 0, 1)
    else if (measure === 'requests') draft.addToCounter(key, stepAt(key, at), wanted.isRepeat ? 0 : 1)
    else if (reservesAnew(wanted)) {
      const tokens = reservedTokens(draft, limit, wanted.tokens, at)
      draft.addToCounter(key, tokens.since, tokens.prompt + tokens.output)
      return { key, tokens }
    }
    return { key }
  })

export function reserveMore(draft: Draft, limits: string, more: number): void {
  for (const key of splitKeys(limits)) if (isBudget(key)) draft.addToCounter(key, 0, more)
}

/** What a call reserved is free again. */
export function countEnd(draft: Draft, limits: string, amount: number): void {
  for (const key of splitKeys(limits)) {
    if (isBudget(key)) draft.addToCounter(key, 0, -amount)
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

/** A charge counts in the window of its time; a refund names the time of the charge, and a negative amount. */
export function countCharge(draft: Draft, budgets: string, amount: number, at: number): void {
  for (const key of splitKeys(budgets)) draft.addToCounter(key, stepAt(key, at), amount)
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
