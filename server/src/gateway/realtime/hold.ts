import { holdOf } from '../../domain/pricing/hold.ts'
import { isFree, type Price } from '../../domain/pricing/price.ts'
import type { Call } from '../call/call.ts'
import { holdSeconds, openHold, refusalOfHold } from '../call/hold.ts'
import { Refusal } from '../entry/refusals.ts'
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

type HeldSession = {
  call: Call
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
  { call, channel, meter, session, recheck }: HeldSession,
  deps: RelayDeps,
  intervalMs = checkpointMs,
): { check(): void; stop(): void } {
  const { request_id, caller } = call
  const holdIds = { request_id, user_id: caller.user_id, token_id: caller.token_id }
  let isStopped = false
  let running: Promise<void> | undefined
  let isCheckDue = false

  async function extend(accrued: number): Promise<void> {
    const amount = Math.max(call.held, accrued) * 2
    // A session of a free model begins without a hold, but its transcripts may have a price.
    if (call.held === 0) return openHold(call, amount, deps)
    const outcome = await deps.ledger.extend({ ...holdIds, amount, at: deps.clock() })
    if (!outcome.ok) throw refusalOfHold(outcome.code)
    call.held = amount
  }

  async function updateHold(): Promise<void> {
    const accrued = chargeRealtime(meter.estimate(), call).charge.quota
    if (isStopped || (call.held === 0 && accrued === 0)) return
    if (accrued > call.held * 0.9) await extend(accrued)
    await deps.ledger.checkpoint({
      ...holdIds,
      accrued: Math.min(accrued, call.held),
      channel_id: channel.id,
      expires_at: deps.clock() + holdSeconds,
    })
  }

  /** One check at a time; a check requested meanwhile runs afterwards. None runs once the session is being settled. */
  function runCheck(work: () => Promise<void>): void {
    if (isStopped) return
    if (running) {
      isCheckDue = true
      return
    }
    running = work()
      .catch((error: unknown) => {
        if (isStopped) return
        if (error instanceof Refusal) session.stop(endOf(error))
        else deps.log.warn('checkpoint failed', { request_id, error })
      })
      .finally(() => {
        running = undefined
        const isDue = isCheckDue
        isCheckDue = false
        if (isDue) runCheck(updateHold)
      })
  }

  const timer = setInterval(() => runCheck(() => recheck().then(updateHold)), intervalMs)
  return {
    check: () => runCheck(updateHold),
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

const quotaRefusals: ReadonlySet<string> = new Set(['insufficient_user_quota', 'pre_consume_token_quota_failed'])

const endOf = (error: Refusal): SessionEnd => ({
  reason: quotaRefusals.has(error.code) ? 'out_of_quota' : 'stopped',
  by: 'us',
  error,
  code: 1008,
})
