import { holdOf } from '../../domain/money/pricing/hold.ts'
import { isFree, type Price } from '../../domain/money/pricing/price.ts'
import { totalCompletion } from '../../domain/money/pricing/usage.ts'
import type { Delivery } from '../call/cancellation.ts'
import { isQuotaRefusal } from '../call/hold.ts'
import { HoldKeeper } from '../call/hold-keeper.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { chargeRealtime } from './charge.ts'
import type { RealtimeMeter } from './meter.ts'
import type { RealtimeSession, SessionEnd } from './session.ts'

const checkpointMs = 5000

/** The hold a session begins with. It is extended by doubling, so it is at least 1 unless the session is free. */
export function initialHold(price: Price, groupRatio: number, preConsumedQuota: number): number {
  if (isFree(price) || groupRatio === 0) return 0
  const estimate = { input: 0, output_max: preConsumedQuota, isSpoken: true }
  return Math.max(1, holdOf(estimate, price, groupRatio, preConsumedQuota))
}

type HeldSession = Pick<OpenedCall, 'call' | 'hold' | 'slot' | 'cancellation'> & {
  channel: Channel
  meter: RealtimeMeter
  session: Pick<RealtimeSession, 'stop'>
  /** Throws a Refusal once the caller may no longer use the model. */
  recheck(): Promise<void>
}

/**
 * While a session runs, extends its hold ahead of the accrued charge and rechecks its caller, every few seconds and
 * whenever `check` is called. Ends the session when the hold cannot grow or the caller is refused.
 */
export function maintainHold(
  held: HeldSession,
  deps: RelayDeps,
  intervalMs = checkpointMs,
): { check(): void; stop(): void } {
  const { call, hold, cancellation, channel, meter, session, recheck } = held
  const keeper = hold.keeper ?? new HoldKeeper(held, deps, intervalMs) // a free session has none yet
  hold.keeper = keeper
  const accrued = () => chargeRealtime(meter.estimate(), call).charge.quota
  const delivery: Delivery = {
    channel_id: channel.id,
    progress: () => ({ bytes: 0, tokens: totalCompletion(meter.estimate().usage) }),
    accrued,
    // At a price per call a running response costs no more than it does already; the next one does.
    most: () => (call.price.kind === 'call' && meter.isResponding ? accrued() : Number.POSITIVE_INFINITY),
    stop: (refusal) => session.stop(endOf(refusal)),
  }
  cancellation.beginDelivery(delivery, keeper)
  let isStopped = false
  const timer = setInterval(() => {
    recheck().catch((error: unknown) => {
      if (isStopped) return
      if (error instanceof Refusal) session.stop(endOf(error))
      else deps.log.warn('caller not rechecked', { request_id: call.request_id, error })
    })
  }, intervalMs)
  return {
    check: () => keeper.check(),
    stop() {
      isStopped = true
      keeper.end()
      clearInterval(timer)
    },
  }
}

const endOf = (error: Refusal): SessionEnd => ({
  reason: isQuotaRefusal(error) ? 'out_of_quota' : 'stopped',
  by: 'us',
  error,
  code: 1008,
})
