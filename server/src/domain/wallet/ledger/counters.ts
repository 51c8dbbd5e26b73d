import { isShared, type Limit, parseKey, type Reached, splitKeys } from '../../limits/counter-key.ts'
import { firstStep, isBudget, stepAt, stepEnds } from '../../limits/window.ts'
import type { Draft } from './draft.ts'
import type { ExtendOperation, HoldOperation, OccupyOperation, Operation } from './operations.ts'
import type { Count, Counter, HoldRow } from './plan.ts'

/** What a call adds: its hold to budgets, one to requests and to calls at once, its prompt to tokens. */
type Wanted = { amount: number; tokens: number; isAgain?: boolean | undefined }

/** The first limit that a call would exceed. A call that takes its hold again was counted when it began. */
export function reachedLimit(draft: Draft, limits: readonly Limit[], wanted: Wanted, at: number): Reached | undefined {
  for (const { key, max } of limits) {
    const more = wantedOf(key, wanted)
    const { reserved, steps } = draft.counter(key, firstStep(key, at))
    const used = [...steps.values()].reduce((sum, amount) => sum + amount, reserved)
    if (more > 0 && used + more > max) return { key, max, used, resets_at: freeAt(key, steps, used + more - max) }
  }
  return undefined
}

function wantedOf(key: string, { amount, tokens, isAgain }: Wanted): number {
  if (isBudget(key)) return amount
  if (isAgain) return 0
  return parseKey(key).measure === 'tokens' ? tokens : 1
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

/** Budgets and calls at once are reserved until the call ends; requests and the prompt are used from the start. */
export function countStart(
  draft: Draft,
  limits: readonly Limit[],
  { amount, tokens, isAgain }: Wanted,
  at: number,
): void {
  for (const { key } of limits) {
    const { measure } = parseKey(key)
    if (isBudget(key)) draft.addToCounter(key, 0, amount)
    else if (measure === 'calls') draft.addToCounter(key, 0, 1)
    else if (!isAgain) draft.addToCounter(key, stepAt(key, at), measure === 'tokens' ? tokens : 1)
  }
}

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

export function countTokens(draft: Draft, limits: string, tokens: number, at: number): void {
  for (const key of splitKeys(limits))
    if (parseKey(key).measure === 'tokens') draft.addToCounter(key, stepAt(key, at), tokens)
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
