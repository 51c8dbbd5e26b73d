import type { ErrorCode } from '@turnpike/contract/errors'
import { isRunning } from '../pots/pot.ts'
import type { Draft } from './draft.ts'
import type {
  CaptureOperation,
  CutOperation,
  GrantOperation,
  HoldOperation,
  Operation,
  RecallOperation,
  SlicePart,
} from './operations.ts'
import type { HoldRow, Part } from './plan.ts'
import { lackOf, partsOf, roomOf, splitHold } from './sources.ts'
import {
  free,
  holdOf,
  refusalOf,
  refusalOfSpenders,
  reserve,
  type Spenders,
  spendersOf,
  withinToken,
} from './spendable.ts'

/*
 * A slice is a hold that belongs to a process instead of a call: an amount of one user and token, from which the
 * process covers calls without asking the database. A version of this server that knows no slices expires it like the
 * hold of a call that delivered nothing.
 */

/** No slice is granted unless this many times the hold of a call is available. */
const callsAffordable = 20
/** The largest share of the available amount that one slice may hold. */
const partMax = 1 / 16
/**
 * The expiry of a recalled slice. Its owner stops using it as soon as it sees the recall, and gives the covered calls
 * holds of their own within a few seconds.
 */
const recalledSeconds = 15

export function grant(draft: Draft, operation: GrantOperation): ErrorCode | undefined {
  if (holdOf(draft, operation)) return undefined
  const { request_id, user_id, caller_id = 0, token_id, at, expires_at } = operation
  const spenders = spendersOf(draft, operation)
  const refusal = refusalOfSpenders(spenders, operation, operation.call * callsAffordable)
  if (refusal) return refusal
  const source = sourceOfSlice(draft, spenders, operation)
  if (typeof source === 'string') return source
  const amount = Math.min(operation.amount, Math.floor(withinToken(source.room, spenders.token) * partMax))
  const { sources } = operation
  const held = reserve(draft, spenders, { sources: sources && [source.id], amount, at })
  const call = { channel_id: 0, accrued: 0, model_name: '', group: '', price_snapshot: '', is_reopened: 0 as const }
  const owner = { request_id, user_id, caller_id, token_id, created_at: at, expires_at, limits: '' }
  draft.putHold({ ...call, ...owner, ...held, ...(sources && namesAll(sources, { id: source.id, amount })) })
}

/** A slice is of one source. Its row names the others too, which pay for what its calls cost beyond it. */
const namesAll = (sources: readonly number[], { id, amount }: Part) => ({
  parts: sources.map((one) => `${one} ${one === id ? amount : 0}`).join('\n'),
})

/**
 * The first source that can afford many calls. An earlier one that can still pay for a call keeps its turn, and then no
 * slice is granted.
 */
function sourceOfSlice(
  draft: Draft,
  { user }: Spenders,
  { sources, call, at }: GrantOperation,
): { id: number; room: number } | ErrorCode {
  if (!user) return 'user_missing'
  if (!sources)
    return lackOf(draft, user, { amount: call * callsAffordable, at }) ?? { id: 0, room: user.quota - user.held }
  for (const id of sources) {
    const room = roomOf(draft, user, id, at)
    if (room >= call * callsAffordable && room > 0) return { id, room }
    if (room >= Math.max(1, call)) return 'plan_insufficient'
  }
  return sources.includes(0) ? 'quota_insufficient' : 'plan_insufficient'
}

/** Moves the amount of a call from the slice to a hold of its own. The sum held stays the same. */
export function cut(draft: Draft, operation: CutOperation): ErrorCode | undefined {
  if (holdOf(draft, operation)) return undefined
  const slice = sliceOf(draft, operation)
  if (!slice) return 'not_found'
  const { request_id, user_id, caller_id = 0, token_id, model_name, group, price_snapshot, at, expires_at } = operation
  const { part, left } = splitHold(slice, Math.min(operation.slice.amount, slice.amount))
  draft.putHold({ ...slice, ...left })
  const call = { request_id, user_id, caller_id, token_id, model_name, group, price_snapshot }
  const fresh = { channel_id: 0, accrued: 0, is_reopened: 0 as const, limits: '' }
  draft.putHold({ ...call, ...fresh, ...part, created_at: at, expires_at })
}

/**
 * Lowers the slice by the charge of a call, at most by the amount that covered it. The process covers other calls with
 * the rest. Returns what it freed, of the sources of the slice; undefined where only the balance pays.
 */
export function lowerSlice(draft: Draft, operation: CaptureOperation): Part[] | undefined {
  const slice = sliceOf(draft, operation)
  if (!slice || !operation.slice) return undefined
  const amount = Math.min(operation.charge, operation.slice.amount, slice.amount)
  if (amount === 0) return partsOf(slice)?.map(({ id }) => ({ id, amount: 0 }))
  const { part, left } = splitHold(slice, amount)
  free(draft, { ...slice, ...part })
  draft.putHold({ ...slice, ...left })
  return partsOf(part)
}

export function recall(draft: Draft, { user_id, at }: RecallOperation): undefined {
  for (const slice of draft.slicesOf(user_id))
    if (slice.expires_at > at + recalledSeconds) draft.putHold({ ...slice, expires_at: at + recalledSeconds })
}

/** Tells the owner of a slice with each hold and capture whether it may cover further calls. */
export function sliceLeft(draft: Draft, operation: Operation): number | undefined {
  switch (operation.kind) {
    case 'grant':
      return draft.hold(operation.request_id)?.amount ?? 0
    case 'recall':
      return draft.slicesOf(operation.user_id).reduce((sum, { amount }) => sum + amount, 0)
    case 'hold':
    case 'capture':
      return operation.slice && mayGoOn(draft, operation, operation.slice)
    default:
      return undefined
  }
}

function mayGoOn(draft: Draft, operation: HoldOperation | CaptureOperation, { amount, expires_at }: SlicePart): number {
  const slice = sliceOf(draft, operation)
  if (!slice || slice.expires_at < expires_at) return 0
  const spenders = spendersOf(draft, operation)
  const parts = partsOf(slice)
  if (!parts) return refusalOf(draft, spenders, operation, amount * callsAffordable) ? 0 : slice.amount
  if (refusalOfSpenders(spenders, operation, amount * callsAffordable)) return 0
  const call = Math.max(1, amount, operation.kind === 'hold' ? operation.amount : operation.charge)
  return hasItsTurn(draft, spenders, parts, { amount, call, at: operation.at }) ? slice.amount : 0
}

/** Whether the source of a slice can still pay, and no earlier one can again afford many calls. */
function hasItsTurn(
  draft: Draft,
  { user }: Spenders,
  parts: readonly Part[],
  { amount, call, at }: { amount: number; call: number; at: number },
): boolean {
  const own = parts.findIndex((part) => part.amount > 0)
  const rooms = parts.slice(0, own + 1).map(({ id }) => roomOf(draft, user, id, at))
  const isEnough = (rooms.pop() ?? 0) >= amount * callsAffordable
  const pot = draft.pot(parts[own]?.id ?? 0)
  return isEnough && (!pot || isRunning(pot, at)) && rooms.every((room) => room < call * callsAffordable)
}

type OnSlice = HoldOperation | CaptureOperation | CutOperation
function sliceOf(draft: Draft, { slice, user_id, token_id }: OnSlice): HoldRow | undefined {
  return slice && holdOf(draft, { request_id: slice.id, user_id, token_id })
}
