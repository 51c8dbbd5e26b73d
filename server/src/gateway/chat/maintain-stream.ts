import type { FastifyReply } from 'fastify'
import { noUsage } from '../../domain/pricing/usage.ts'
import { type Call, holdSeconds } from '../call/call.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import type { ChatAsk } from './chat-ask.ts'
import type { Meter } from './meter.ts'
import { charactersPerToken, chargeFor, outputSoFar } from './settle.ts'
import type { UpstreamStream } from './upstream-stream.ts'

type Running = { call: Call; ask: ChatAsk; channel: Channel; meter: Meter; stream: UpstreamStream; reply: FastifyReply }

export type KeepUp = {
  /** More of the answer has come. */
  grow(): void
  stop(): void
}

const checkpointMs = 5000
/** How much of a hold may be used up before it is made larger. */
const usableShare = 0.9

/** While a stream runs: its hold is renewed and grows with it, a silent line is kept open, and a stuck client is let go. */
export function maintainStream(running: Running, deps: RelayDeps): KeepUp {
  const { call, channel, meter, stream } = running
  const { request_id } = call
  const who = { request_id, user_id: call.caller.user_id, token_id: call.caller.token_id }
  const costOf = (input: number, output: number) =>
    chargeFor({ ...noUsage, input, output }, call.price, call.groupRatio).quota
  let lengthCovered = coveredLength()
  let isChecking = false

  /** Characters of output that what is set aside surely pays for. */
  function coveredLength(): number {
    const perMillion = call.price.kind === 'tokens' ? costOf(0, 1_000_000) : 0
    if (call.held === 0 || perMillion === 0) return Number.POSITIVE_INFINITY
    const left = call.held * usableShare - costOf(call.promptTokens, 0)
    return (left / perMillion) * 1_000_000 * charactersPerToken
  }

  async function extend(accrued: number, at: number): Promise<void> {
    // Twice as much saves asking again; who has not got that may have enough for a little more.
    for (const amount of [accrued * 2, Math.ceil(accrued * 1.2)]) {
      const outcome = await deps.ledger.extend({ ...who, amount, at })
      if (outcome.ok) {
        call.held = amount
        return
      }
      if (outcome.code === 'database_error') return // asked again at the next checkpoint
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

  const timers = [setInterval(check, checkpointMs), ...keepOpen(running, deps), dropStalledClient(running, deps)]
  return {
    grow() {
      if (meter.length > lengthCovered) check()
    },
    stop: () => timers.forEach(clearInterval),
  }
}

/** Proxies and clients close connections on which nothing moves. */
function keepOpen({ ask, meter, reply }: Running, { config }: RelayDeps): NodeJS.Timeout[] {
  const { keepAlive } = ask.dialect
  if (!keepAlive) return []
  let length = meter.length
  const ping = () => {
    const isOpen = reply.raw.writable && !reply.raw.writableNeedDrain && !meter.isFinished
    if (isOpen && meter.length === length) reply.raw.write(keepAlive)
    length = meter.length
  }
  return [setInterval(ping, config.STREAM_PING_SECONDS * 1000)]
}

/** A client that takes nothing for as long as an upstream may say nothing counts as gone. */
export function dropStalledClient({ reply }: Pick<Running, 'reply'>, { config }: RelayDeps): NodeJS.Timeout {
  let waiting = 0
  const look = () => {
    const { writableLength, writableNeedDrain } = reply.raw
    if (writableNeedDrain && writableLength === waiting) reply.raw.destroy()
    waiting = writableNeedDrain ? writableLength : 0
  }
  return setInterval(look, config.STREAMING_TIMEOUT * 1000)
}

const outOfQuota = () =>
  new UpstreamFailure('no_balance', {
    status: 403,
    message: 'Insufficient user quota',
    type: 'turnpike_error',
    code: 'insufficient_user_quota',
  })
