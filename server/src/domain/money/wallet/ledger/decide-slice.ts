import type { ErrorCode } from '@turnpike/contract/errors'
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
import type { HoldRow } from './plan.ts'
import { availableOf, holdOf, refusalOf, reserve, spendersOf } from './spendable.ts'

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
  const { user, token } = spenders
  const refusal = refusalOf(spenders, operation, operation.call * callsAffordable)
  if (refusal || !user) return refusal
  const amount = Math.min(operation.amount, Math.floor(availableOf(user, token) * partMax))
  reserve(spenders, amount)
  const call = { channel_id: 0, accrued: 0, model_name: '', group: '', price_snapshot: '', is_reopened: 0 as const }
  draft.putHold({ ...call, request_id, user_id, caller_id, token_id, amount, created_at: at, expires_at, limits: '' })
}

/** Moves the amount of a call from the slice to a hold of its own. The sum held stays the same. */
export function cut(draft: Draft, operation: CutOperation): ErrorCode | undefined {
  if (holdOf(draft, operation)) return undefined
  const slice = sliceOf(draft, operation)
  if (!slice) return 'not_found'
  const { request_id, user_id, caller_id = 0, token_id, model_name, group, price_snapshot, at, expires_at } = operation
  const amount = Math.min(operation.slice.amount, slice.amount)
  draft.putHold({ ...slice, amount: slice.amount - amount })
  const call = { request_id, user_id, caller_id, token_id, model_name, group, price_snapshot }
  const fresh = { channel_id: 0, accrued: 0, is_reopened: 0 as const, limits: '' }
  draft.putHold({ ...call, ...fresh, amount, created_at: at, expires_at })
}

/**
 * Lowers the slice by the charge of a call, at most by the amount that covered it. The process covers other calls with
 * the rest.
 */
export function lowerSlice(draft: Draft, operation: CaptureOperation): void {
  const slice = sliceOf(draft, operation)
  if (!slice || !operation.slice) return
  const amount = Math.min(operation.charge, operation.slice.amount, slice.amount)
  if (amount === 0) return
  reserve({ user: draft.user(slice.user_id), token: draft.token(slice.token_id) }, -amount)
  draft.putHold({ ...slice, amount: slice.amount - amount })
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
  return refusalOf(spendersOf(draft, operation), operation, amount * callsAffordable) ? 0 : slice.amount
}

type OnSlice = HoldOperation | CaptureOperation | CutOperation
function sliceOf(draft: Draft, { slice, user_id, token_id }: OnSlice): HoldRow | undefined {
  return slice && holdOf(draft, { request_id: slice.id, user_id, token_id })
}
