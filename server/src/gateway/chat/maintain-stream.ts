import { noUsage } from '../../domain/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import { holdSeconds } from '../call/hold.ts'
import { outOfQuota } from '../call/upstream-failures.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import type { Meter } from './meter.ts'
import { charactersPerToken, chatCharge, outputSoFar } from './settle.ts'
import type { UpstreamStream } from './upstream-stream.ts'

type Running = { call: Call; channel: Channel; meter: Meter; stream: UpstreamStream }

type StreamMaintenance = {
  /** More output has come. */
  grow(): void
  stop(): void
}

const checkpointMs = 5000
/** How much of a hold may be used up before it is made larger. */
const usableShare = 0.9

/** While a stream runs, renews its hold and lets it grow with the output. */
export function maintainStream(running: Running, deps: RelayDeps): StreamMaintenance {
  const { call, channel, meter, stream } = running
  const { request_id } = call
  const who = { request_id, user_id: call.caller.user_id, token_id: call.caller.token_id }
  const costOf = (input: number, output: number) =>
    chatCharge({ ...noUsage, input, output }, call.price, call.groupRatio).quota
  let lengthCovered = coveredLength()
  let isChecking = false

  /** Characters of output that the hold surely covers. */
  function coveredLength(): number {
    const perMillion = call.price.kind === 'tokens' ? costOf(0, 1_000_000) : 0
    if (call.held === 0 || perMillion === 0) return Number.POSITIVE_INFINITY
    const left = call.held * usableShare - costOf(call.promptTokens, 0)
    return (left / perMillion) * 1_000_000 * charactersPerToken
  }

  async function extend(accrued: number, at: number): Promise<void> {
    // Twice as much saves extensions; a balance too small for that may cover a little more.
    for (const amount of [accrued * 2, Math.ceil(accrued * 1.2)]) {
      const outcome = await deps.ledger.extend({ ...who, amount, at })
      if (outcome.ok) {
        call.held = amount
        return
      }
      if (outcome.code === 'database_error') return // tried again at the next checkpoint
    }
    if (accrued >= call.held) stream.stop(outOfQuota())
  }

  async function checkpoint(): Promise<void> {
    const accrued = costOf(call.promptTokens, outputSoFar(meter))
    const at = deps.clock()
    if (accrued > call.held * usableShare) await extend(accrued, at)
    lengthCovered = Math.max(coveredLength(), meter.length + 1)
    const delivered = { accrued: Math.min(accrued, call.held), channel_id: channel.id, expires_at: at + holdSeconds }
    await deps.ledger.checkpoint({ ...who, ...delivered })
  }

  function check() {
    if (call.held === 0 || isChecking) return
    isChecking = true
    checkpoint()
      .catch((error: unknown) => deps.log.warn('checkpoint failed', { request_id, error }))
      .finally(() => {
        isChecking = false
      })
  }

  const timer = setInterval(check, checkpointMs)
  return {
    grow() {
      if (meter.length > lengthCovered) check()
    },
    stop: () => clearInterval(timer),
  }
}
