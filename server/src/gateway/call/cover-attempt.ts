import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import type { Call } from './call.ts'
import { reserveCost } from './channel-slot.ts'
import { affordable, isQuotaRefusal, openHold, refusalOfHold } from './hold.ts'
import { HoldKeeper } from './hold-keeper.ts'
import type { OpenedCall } from './open-call.ts'

/**
 * Extends the hold, and what is reserved of budgets of the channel, for an attempt that could cost more, because its
 * channel changes the request. `sent` is the call as the channel is sent it. If the balance or a budget is too small, the
 * attempt fails before anything is sent, and another channel is tried.
 */
export async function coverAttempt(opened: OpenedCall, channel: Channel, sent: Call, deps: RelayDeps): Promise<void> {
  try {
    const amount = affordable(() => sent.holdAt?.(sent.price, sent.groupRatio) ?? 0)
    const busy = await reserveCost(opened, channel, sent, deps)
    if (busy) throw busy
    await coverHold(opened, amount, deps)
  } catch (error) {
    if (!(error instanceof Refusal) || !(isQuotaRefusal(error) || error.code === 'channels_busy')) throw error
    const { status, code } = error
    throw new UpstreamFailure('unsupported', { status, code, message: error.text('en'), type: 'new_api_error' })
  }
}

async function coverHold(opened: OpenedCall, amount: number, deps: RelayDeps): Promise<void> {
  const { call, hold } = opened
  if (amount <= hold.amount) return
  if (!hold.isTaken) {
    await openHold(opened, amount, deps)
    if (hold.isTaken) hold.keeper ??= new HoldKeeper(opened, deps)
    return
  }
  const { request_id, caller, limits } = call
  const ids = { request_id, user_id: caller.user_id, token_id: caller.token_id }
  const outcome = await deps.ledger.extend({ ...ids, amount, at: deps.clock(), limits, keepsCosts: true })
  if (!outcome.ok) throw refusalOfHold(outcome, call, deps)
  hold.amount = Math.max(hold.amount, amount)
}
