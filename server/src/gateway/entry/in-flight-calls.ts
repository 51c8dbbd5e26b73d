import { type LiveCall, liveModelMax, type Phase } from '@turnpike/contract/usage/live-calls'
import type { CallInFlight, InFlight } from './in-flight.ts'
import { Refusal } from './refusals.ts'
import type { ShownCall, ShownDelivery } from './shown-call.ts'

function phaseOf({ isCapturing, delivery, ticket, sentAt, respondedAt }: ShownCall): Phase {
  if (isCapturing) return 'settling'
  if (delivery) return 'streaming'
  if (ticket || sentAt === undefined) return 'queue'
  // A call that is tried again has been answered before it was sent.
  return respondedAt !== undefined && respondedAt >= sentAt ? 'first_token' : 'waiting'
}

const mayCancel = (call: ShownCall): boolean =>
  call.canCancel && !call.cancelled && !call.isCapturing && (call.delivery ?? call.gone) !== undefined

/** A running call, as the board shows it. */
function liveCallOf({ caller, enteredAt, bytes, shown }: CallInFlight, now: number): LiveCall {
  const { user_id, username, token_id, token_name, group } = caller
  const progress = shown?.delivery?.progress?.()
  return {
    request_id: shown?.request_id ?? '',
    user_id,
    username,
    token_id,
    token_name,
    group,
    model: shown?.model.slice(0, liveModelMax) ?? '',
    channel_id: shown?.tried.at(-1) ?? 0,
    attempts: shown?.tried.length ?? 0,
    phase: shown ? phaseOf(shown) : 'reading',
    ms: Math.round(now - enteredAt),
    request_bytes: bytes,
    answer_bytes: progress?.bytes ?? 0,
    prompt_tokens: shown?.promptTokens ?? 0,
    answer_tokens: progress?.tokens ?? 0,
    cost: shown?.delivery ? costOf(shown.delivery) : 0,
    held: shown?.held ?? 0,
    can_cancel: shown !== undefined && mayCancel(shown),
  }
}

/** A charge beyond any amount has no figure; the hold stops such a call. */
function costOf(delivery: ShownDelivery): number {
  try {
    return delivery.accrued()
  } catch (error) {
    if (error instanceof RangeError) return 0
    throw error
  }
}

/** The running calls of this process, as the board shows and ends them. */
export const callsOf = (inFlight: InFlight) => ({
  *list(): Generator<LiveCall> {
    const now = performance.now()
    for (const call of inFlight.list()) yield liveCallOf(call, now)
  },
  cancel: (requestId: string) => cancelInFlight(inFlight, requestId),
})

/** Ends a call; returns false when there is none of this id, or one that cannot be ended. */
function cancelInFlight(inFlight: InFlight, requestId: string): boolean {
  for (const { shown } of inFlight.list()) {
    if (shown?.request_id !== requestId) continue
    if (!mayCancel(shown)) return false
    shown.cancelled = new Refusal('call_cancelled')
    if (shown.delivery) shown.delivery.stop(shown.cancelled)
    else shown.gone?.abort()
    return true
  }
  return false
}
