import { outputTokensMax } from '../../domain/pricing/believable.ts'
import { noUsage } from '../../domain/pricing/usage.ts'
import type { Call } from '../call/call.ts'
import { usableShare } from '../call/hold-keeper.ts'
import { Refusal } from '../entry/refusals.ts'
import type { Channel } from '../routing/channel.ts'
import type { Meter } from './meter.ts'
import { charactersPerToken, chatCharge, countOutput, outputSoFar } from './settle.ts'
import type { UpstreamStream } from './upstream-stream.ts'

type Guarded = {
  call: Call
  channel: Channel
  meter: Meter
  stream: UpstreamStream
  /** The most tokens one answer may have, as far as it is known, and the number of answers. */
  outputMax: number | undefined
  count: number
}

/** Characters that may pass while the hold cannot be extended because the database is away. */
const unheldLength = 8000

/**
 * Keeps a stream within its hold and its limit of tokens: asks for more before the hold is used up, lets the upstream
 * wait once it is, and stops an upstream that ignores the limit. Gives what is asked after each write: whether to read on.
 */
export function guardStream({ call, channel, meter, stream, outputMax, count }: Guarded): { hasRoom(): boolean } {
  const { price, groupRatio, promptTokens, keeper } = call
  const costOf = (input: number, output: number, audio_output: number) =>
    chatCharge({ ...noUsage, input, output, audio_output }, price, groupRatio).quota
  const isByToken = price.kind === 'tokens'
  const base = isByToken ? costOf(promptTokens, 0, 0) : 0
  const perCharacter = isByToken ? costOf(0, 1_000_000, 0) / 1_000_000 / charactersPerToken : 0
  const perAudioToken = isByToken ? costOf(0, 0, 1_000_000) / 1_000_000 : 0
  let waivedLength = 0

  keeper?.watch({
    channel_id: channel.id,
    accrued: () => costOf(promptTokens, outputSoFar(meter), meter.audioTokens),
    stop: (refusal) => stream.stop(refusal),
    goOn() {
      waivedLength = meter.length + unheldLength
      stream.resume()
    },
  })

  const limit = outputMax === undefined ? undefined : outputTokensMax(outputMax, count)
  let countAgainAt = (limit ?? Number.POSITIVE_INFINITY) / 2
  /** Counting costs as much as the text is long, so the next count waits until the limit could have been reached. */
  async function checkLimit(tokensMax: number): Promise<void> {
    countAgainAt = Number.POSITIVE_INFINITY
    const { length } = meter
    const tokens = await countOutput(meter, call.model)
    if (tokens > tokensMax) stream.stop(new Refusal('output_limit_exceeded'))
    countAgainAt = length * Math.max(1.25, tokensMax / Math.max(tokens, 1))
  }

  return {
    hasRoom() {
      const { length } = meter
      if (limit !== undefined && length > countAgainAt) void checkLimit(limit)
      if (call.held === 0) return true
      const accrued = base + length * perCharacter + meter.audioTokens * perAudioToken
      if (accrued > call.held * usableShare) keeper?.check()
      return accrued <= call.held || length <= waivedLength
    },
  }
}
