import type { ErrorCode } from '@turnpike/contract/errors'
import {
  type HeldCounter,
  isOfChannel,
  type LimitHit,
  readCounters,
  writeCounters,
} from '../../../routing/limits/counter-key.ts'
import { playgroundName } from '../../../usage/logs/playground-name.ts'
import { toldOf } from '../payer.ts'
import { charge, refund } from './charge.ts'
import {
  budgetsOf,
  countCosts,
  countEnd,
  countStart,
  countTokens,
  freeCosts,
  freeTokens,
  moreOf,
  raisedCosts,
  reachedLimit,
  reserveMore,
  withCosts,
} from './counters.ts'
import { cut, grant, lowerSlice, recall, sliceLeft } from './decide-slice.ts'
import { Draft } from './draft.ts'
import type {
  CaptureOperation,
  CheckpointOperation,
  ConsumptionLog,
  ExpireOperation,
  ExtendOperation,
  HoldOperation,
  OccupyOperation,
  Operation,
  Outcome,
  ReleaseOperation,
} from './operations.ts'
import type { HoldRow, Part, Plan, Rows, TokenRow } from './plan.ts'
import { expiredDetail, restReference } from './settled.ts'
import { partsOf, reserveMoreOf } from './sources.ts'
import { free, holdOf, isHeld, refusalOf, reserve, spendersOf } from './spendable.ts'

/**
 * The rules of money, for both databases: decides the outcome of each operation of a batch and the rows to write.
 * Operations apply in order, and each sees the effects of the earlier ones. Every operation is idempotent: it may come
 * again after a commit whose response was lost, or from the spool.
 */
export function decide(rows: Rows, operations: readonly Operation[]): { plan: Plan; outcomes: Outcome[] } {
  const draft = new Draft(rows)
  const outcomes = operations.map((operation) => outcomeOf(draft, operation))
  return { plan: draft.plan(), outcomes }
}

function outcomeOf(draft: Draft, operation: Operation): Outcome {
  const refusal = apply(draft, operation)
  if (!refusal) {
    const quota = draft.user(operation.user_id)?.quota ?? 0
    const left = sliceLeft(draft, operation)
    return left === undefined ? { ok: true, quota } : { ok: true, quota, sliceLeft: left }
  }
  return typeof refusal === 'string'
    ? { ok: false, code: refusal, ...(isHeld(draft, operation, refusal) && { isHeld: true }) }
    : { ok: false, code: 'limit_reached', reached: refusal }
}

type Refused = ErrorCode | LimitHit | undefined

function apply(draft: Draft, operation: Operation): Refused {
  switch (operation.kind) {
    case 'hold':
      return openHold(draft, operation)
    case 'extend':
      return extend(draft, operation)
    case 'occupy':
      return occupy(draft, operation)
    case 'checkpoint':
      return checkpoint(draft, operation)
    case 'grant':
      return grant(draft, operation)
    case 'cut':
      return cut(draft, operation)
    case 'recall':
      return recall(draft, operation)
    case 'capture':
      return capture(draft, operation)
    case 'release':
      return release(draft, operation)
    case 'expire':
      return expire(draft, operation)
  }
}

function openHold(draft: Draft, operation: HoldOperation): Refused {
  if (holdOf(draft, operation)) return undefined
  const { request_id, user_id, caller_id = 0, token_id, amount, model_name, group, price_snapshot } = operation
  const { at, expires_at, limits } = operation
  const spenders = spendersOf(draft, operation)
  const settled = draft.settled(request_id)
  if (settled.isFinal) return 'not_found'
  // The expiry has charged a part: the hold covers the rest.
  const rest = Math.max(0, amount - settled.charged)
  const refusal = refusalOf(draft, spenders, operation, rest)
  if (refusal) return refusal
  let counters: HeldCounter[] = []
  if (limits) {
    const { isRepeat, wasReleased } = operation
    const wanted = { amount: rest, tokens: operation, isRepeat, wasReleased }
    const reached = reachedLimit(draft, limits, wanted, at)
    if (reached) return reached
    counters = countStart(draft, limits, wanted, at)
  }
  draft.putHold({
    ...reserve(draft, spenders, { sources: operation.sources, amount: rest, at }),
    request_id,
    user_id,
    caller_id,
    token_id,
    channel_id: 0,
    accrued: 0,
    model_name,
    group,
    price_snapshot,
    created_at: at,
    expires_at,
    is_reopened: settled.charged > 0 ? 1 : 0,
    limits: writeCounters(counters),
  })
}

/** A refused extension leaves the hold as it was. */
function extend(draft: Draft, operation: ExtendOperation): Refused {
  const hold = holdOf(draft, operation)
  if (!hold) return 'not_found'
  const paid = hold.is_reopened ? draft.settled(hold.request_id).charged : 0
  const more = operation.amount - paid - hold.amount
  if (more <= 0) return undefined
  const spenders = spendersOf(draft, hold)
  const { limits = [], at } = operation
  // The hold of a free call that nothing may pay for has no parts.
  const sources = operation.sources?.length === 0 ? [] : partsOf(hold)?.map(({ id }) => id)
  const refusal =
    refusalOf(draft, spenders, { ...operation, sources }, more) ?? reachedLimit(draft, limits, moreOf(more), at)
  if (refusal) return refusal
  const counters = reserveMore(draft, hold, more, operation.keepsCosts)
  if (spenders.token) spenders.token.held += more
  draft.putHold({ ...hold, ...reserveMoreOf(draft, spenders.user, hold, more, at), limits: counters })
}

/**
 * Moves the call to the slots of another channel. Only the channel that serves the call counts the tokens of its
 * response.
 */
function occupy(draft: Draft, operation: OccupyOperation): Refused {
  const hold = holdOf(draft, operation)
  if (!hold) return 'not_found'
  const { limits, isAdditional, at } = operation
  const counters = readCounters(hold.limits)
  const before = counters.filter(({ key }) => isOfChannel(key))
  const added = limits.filter(({ key }) => !before.some((counter) => counter.key === key))
  const dropped = isAdditional ? [] : before.filter(({ key }) => !limits.some((limit) => limit.key === key))
  const raised = raisedCosts(before, limits)
  if (added.length + dropped.length + raised.length === 0) return undefined
  leave(draft, dropped)
  const call = { amount: 0, tokens: operation }
  const reached = reachedLimit(draft, [...added, ...raised], call, at)
  if (reached && (isAdditional || before.length === 0)) return reached
  const left = before.filter((counter) => !dropped.includes(counter))
  if (reached) leave(draft, left)
  const place = reached ? [] : [...withCosts(draft, left, raised), ...countStart(draft, added, call, at)]
  const own = counters.filter(({ key }) => !isOfChannel(key))
  draft.putHold({ ...hold, limits: writeCounters([...own, ...place]) })
  return reached
}

/** Frees the slots of a channel. */
function leave(draft: Draft, place: readonly HeldCounter[]): void {
  countEnd(draft, place, 0)
  freeTokens(draft, place)
}

function checkpoint(draft: Draft, operation: CheckpointOperation): ErrorCode | undefined {
  const hold = holdOf(draft, operation)
  if (!hold) return 'not_found'
  // An older checkpoint may arrive after a newer one: the larger accrued charge stays.
  draft.putHold({
    ...hold,
    channel_id: operation.channel_id || hold.channel_id,
    accrued: Math.max(hold.accrued, operation.accrued),
    expires_at: Math.max(hold.expires_at, operation.expires_at),
  })
}

function capture(draft: Draft, operation: CaptureOperation): undefined {
  const { request_id, channel_id, at } = operation
  const hold = holdOf(draft, operation)
  if (hold) end(draft, hold)
  let parts = hold ? partsOf(hold) : operation.sources?.map((id) => ({ id, amount: 0 }))
  let moves: readonly Part[] = []
  const limits = hold ? hold.limits : (operation.limits ?? '')
  const budgets = limits === '' ? '' : budgetsOf(limits, channel_id, operation.cost)
  if (hold && !hold.is_reopened) {
    moves = charge(draft, operation, {
      amount: operation.charge,
      reference: request_id,
      isNewCall: true,
      budgets,
      parts,
    })
    if (budgets !== '') countCosts(draft, { budgets, at })
  } else {
    const settled = draft.settled(request_id)
    if (settled.isFinal) return
    if (!hold) parts = lowerSlice(draft, operation) ?? parts
    const rest = operation.charge - settled.charged
    const isNewCall = settled.charged === 0
    if (rest < 0) refund(draft, operation, settled, { amount: -rest, hold })
    else if (rest > 0 || isNewCall)
      moves = charge(draft, operation, {
        amount: rest,
        reference: isNewCall ? request_id : restReference(request_id),
        isNewCall,
        budgets,
        parts,
      })
    // Without an entry, a repeated capture would count again.
    if (budgets !== '' && (rest !== 0 || isNewCall)) countCosts(draft, { budgets, at }, settled)
  }
  if (limits !== '') {
    const { prompt_tokens = 0, completion_tokens = 0 } = operation
    countTokens(draft, limits, prompt_tokens + completion_tokens, at)
  }
  const isLogged = operation.log !== undefined
  draft.settle(request_id, { charged: operation.charge, channel_id, budgets, at, isLogged, isFinal: true, moves })
}

/** Ends a hold without a charge; if the hold had expired, its charge is refunded. */
function release(draft: Draft, operation: ReleaseOperation): undefined {
  const { request_id } = operation
  const hold = holdOf(draft, operation)
  if (hold) end(draft, hold)
  if (hold && hold.limits !== '') freeTokens(draft, readCounters(hold.limits))
  const settled = draft.settled(request_id)
  if (settled.isFinal || settled.charged === 0) return
  refund(draft, operation, settled, { amount: settled.charged, hold })
  freeCosts(draft, settled)
  draft.settle(request_id, { ...settled, isFinal: true })
}

function expire(draft: Draft, operation: ExpireOperation): undefined {
  const hold = holdOf(draft, operation)
  if (!hold || hold.expires_at > operation.at) return
  end(draft, hold)
  const { request_id, channel_id, limits } = hold
  // The second expiry of a call charges the difference to the first.
  const isNewCall = !hold.is_reopened
  const settled = draft.settled(request_id)
  const accrued = hold.accrued - (isNewCall ? 0 : settled.charged)
  if (accrued <= 0) return
  // The process that knew the cost has ended.
  const share = hold.accrued / (hold.amount + settled.charged)
  const budgets = limits === '' ? '' : budgetsOf(limits, channel_id, undefined, Math.min(1, share))
  const { user, caller = user } = spendersOf(draft, hold)
  const names = { username: caller?.username ?? '', model_name: hold.model_name }
  const expired = {
    ...operation,
    channel_id,
    ...(operation.isLogged && { log: logOfExpiry(hold, draft.token(hold.token_id), names, operation.at) }),
  }
  const reference = isNewCall ? request_id : restReference(request_id)
  const parts = partsOf(hold)
  const taken = charge(draft, expired, { amount: accrued, reference, isNewCall, detail: expiredDetail, budgets, parts })
  const moves = [...settled.moves, ...taken]
  const { at, isLogged } = operation
  countCosts(draft, { budgets, at }, settled)
  draft.settle(request_id, { charged: hold.accrued, channel_id, budgets, at, isLogged, isFinal: !isNewCall, moves })
}

function logOfExpiry(
  hold: HoldRow,
  token: TokenRow | undefined,
  names: { username: string; model_name: string },
  at: number,
): ConsumptionLog {
  const { group, price_snapshot, created_at } = hold
  return {
    ...names,
    content: '调用没有正常结束，按最后一次检查点收费',
    token_name: token?.name ?? playgroundName(group, toldOf(hold).account_id),
    prompt_tokens: 0, // unknown: the process that counted them has ended
    completion_tokens: 0,
    use_time: Math.max(0, at - created_at),
    is_stream: 1,
    group,
    other: JSON.stringify({ settled_by: 'expiry', price_snapshot }),
  }
}

function end(draft: Draft, hold: HoldRow) {
  const { request_id, amount, limits } = hold
  free(draft, hold)
  if (limits !== '') countEnd(draft, readCounters(limits), amount)
  draft.endHold(request_id)
}
