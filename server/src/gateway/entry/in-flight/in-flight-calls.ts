import { type LiveCall, liveModelMax, type Phase } from '@turnpike/contract/usage/live-calls'
import { Refusal } from '../errors/refusals.ts'
import type { CallInFlight, InFlight } from './in-flight.ts'
import type { ShownCall, ShownDelivery } from './shown-call.ts'

function phaseOf({ hold, cancellation, slot, attempts: { sentAt, respondedAt } }: ShownCall): Phase {
  if (hold.state === 'captured') return 'settling'
  if (cancellation.delivery) return 'streaming'
  if (slot.entry || sentAt === undefined) return 'queue'
  // After a retry, `respondedAt` is older than `sentAt`.
  return respondedAt !== undefined && respondedAt >= sentAt ? 'first_token' : 'waiting'
}

function mayCancel({ call, hold, cancellation: { refusal, delivery, gone } }: ShownCall): boolean {
  return call.canCancel && !refusal && hold.state !== 'captured' && (delivery ?? gone) !== undefined
}

/** A running call, as the console shows it. */
function liveCallOf({ caller, enteredAt, bytes, shown }: CallInFlight, now: number): LiveCall {
  const { user_id, account_id, username, token_id, token_name, group } = caller
  const delivery = shown?.cancellation.delivery
  const progress = delivery?.progress?.()
  return {
    request_id: shown?.call.request_id ?? '',
    user_id,
    username,
    ...(account_id && { account_id }),
    token_id,
    token_name,
    group,
    model: shown?.call.model.slice(0, liveModelMax) ?? '',
    channel_id: shown?.attempts.tried.at(-1) ?? 0,
    attempts: shown?.attempts.tried.length ?? 0,
    phase: shown ? phaseOf(shown) : 'reading',
    ms: Math.round(now - enteredAt),
    request_bytes: bytes,
    answer_bytes: progress?.bytes ?? 0,
    prompt_tokens: shown?.call.promptTokens ?? 0,
    answer_tokens: progress?.tokens ?? 0,
    cost: delivery ? costOf(delivery) : 0,
    held: shown?.hold.amount ?? 0,
    can_cancel: shown !== undefined && mayCancel(shown),
  }
}

/** A charge that overflows is not shown; the hold stops such a call. */
function costOf(delivery: ShownDelivery): number {
  try {
    return delivery.accrued()
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

/** Lists and cancels the running calls of this process. */
export const callsOf = (inFlight: InFlight) => ({
  *list(): Generator<LiveCall> {
    const now = performance.now()
    for (const call of inFlight.list()) yield liveCallOf(call, now)
  },
  cancel: (requestId: string) => cancelInFlight(inFlight, requestId),
})

/** Cancels a call; returns false if there is none with this id, or it cannot be cancelled. */
function cancelInFlight(inFlight: InFlight, requestId: string): boolean {
  for (const { shown } of inFlight.list()) {
    if (shown?.call.request_id !== requestId) continue
    if (!mayCancel(shown)) return false
    shown.cancellation.cancel(new Refusal('call_cancelled'))
    return true
  }
  return false
}
