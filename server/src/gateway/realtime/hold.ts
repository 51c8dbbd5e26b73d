import { holdOf } from '../../domain/pricing/hold.ts'
import { isFree, type Price } from '../../domain/pricing/price.ts'
import { type Call, holdSeconds, openHold, refusalOfHold } from '../call/call.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { chargeRealtime } from './charge.ts'
import type { RealtimeMeter } from './meter.ts'
import type { RealtimeSession, SessionEnd } from './session.ts'

const checkpointMs = 5000

/** What to set aside for a session to begin with; it grows with the session, so there must be something to grow. */
export function holdRealtime(price: Price, groupRatio: number, preConsumedQuota: number): number {
  if (isFree(price) || groupRatio === 0) return 0
  const estimate = { input: 0, output_max: preConsumedQuota, isSpoken: true }
  return Math.max(1, holdOf(estimate, price, groupRatio, preConsumedQuota))
}

type Keeping = {
  call: Call
  channel: Channel
  meter: RealtimeMeter
  session: Pick<RealtimeSession, 'stop'>
  /** Throws a Refusal once the caller may no longer do what it does. */
  recheck(): Promise<void>
}

/**
 * While a session runs, what is set aside keeps ahead of what is used, and its caller stays within its rights; otherwise
 * the session ends. Looks every few seconds, and whenever `look` is called.
 */
export function keepMoney(
  { call, channel, meter, session, recheck }: Keeping,
  deps: RelayDeps,
  everyMs = checkpointMs,
): { look(): void; stop(): void } {
  const { request_id, caller } = call
  const who = { request_id, user_id: caller.user_id, token_id: caller.token_id }
  let isOver = false
  let looking: Promise<void> | undefined
  let isWanted = false

  async function extend(accrued: number): Promise<void> {
    const amount = Math.max(call.held, accrued) * 2
    // A session of a free model began with nothing; what is written down in it may cost all the same.
    if (call.held === 0) return openHold(call, amount, deps)
    const outcome = await deps.ledger.extend({ ...who, amount, at: deps.clock() })
    if (!outcome.ok) throw refusalOfHold(outcome.code)
    call.held = amount
  }

  async function check(): Promise<void> {
    const accrued = chargeRealtime(meter.estimate(), call).charge.quota
    if (isOver || (call.held === 0 && accrued === 0)) return
    if (accrued > call.held * 0.9) await extend(accrued)
    await deps.ledger.checkpoint({
      ...who,
      accrued: Math.min(accrued, call.held),
      channel_id: channel.id,
      expires_at: deps.clock() + holdSeconds,
    })
  }

  /** One look at a time, and another if there was reason for one meanwhile; none once the session is being settled. */
  function look(work: () => Promise<void>): void {
    if (isOver) return
    if (looking) {
      isWanted = true
      return
    }
    looking = work()
      .catch((error: unknown) => {
        if (isOver) return
        if (error instanceof Refusal) session.stop(endOf(error))
        else deps.log.warn('checkpoint failed', { request_id, error })
      })
      .finally(() => {
        looking = undefined
        const again = isWanted
        isWanted = false
        if (again) look(check)
      })
  }

  const timer = setInterval(() => look(() => recheck().then(check)), everyMs)
  return {
    look: () => look(check),
    stop() {
      isOver = true
      clearInterval(timer)
    },
  }
}

const outOfMoney: ReadonlySet<string> = new Set(['insufficient_user_quota', 'pre_consume_token_quota_failed'])

const endOf = (error: Refusal): SessionEnd => ({
  reason: outOfMoney.has(error.code) ? 'out_of_quota' : 'stopped',
  by: 'us',
  error,
  code: 1008,
})
