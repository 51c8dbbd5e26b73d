import { noUsage } from '../../domain/pricing/usage.ts'
import { beginDelivery, type Call } from '../call/call.ts'
import { usableShare } from '../call/hold-keeper.ts'
import { Refusal } from '../entry/refusals.ts'
import type { Channel } from '../routing/channel.ts'
import type { Meter } from './meter.ts'
import { bytesPerToken, chatCharge, countOutput, toolCallTokens } from './settle.ts'
import type { UpstreamStream } from './upstream-stream.ts'

type Guarded = {
  call: Call
  channel: Channel
  meter: Meter
  stream: UpstreamStream
  /** The most tokens that the answers may have. */
  tokensMax: number
}

/** Text that may pass while the hold cannot be extended because the database is away. */
const unheldBytes = 8000

/** Text is counted once an estimate says that this share of the hold is used: a token has a byte at least. */
const countedShare = 1 / bytesPerToken
/** How much longer the text must be before it is counted again. */
const growth = 1.25

/**
 * Keeps a stream within its hold and its limit of tokens: asks for more before the hold is used up, lets the upstream
 * wait once it is, and stops an upstream that ignores the limit. Gives what is asked before each event: whether the hold
 * covers more output.
 */
export function guardStream({ call, channel, meter, stream, tokensMax }: Guarded): { isCovered(): boolean } {
  const { price, groupRatio, promptTokens, keeper } = call
  /** An upper estimate for ordinary text; tables of figures and rare scripts have more, and are counted. */
  let tokensPerByte = 1 / bytesPerToken
  let waivedBytes = 0

  const tokensSoFar = () => Math.ceil(meter.bytes * tokensPerByte) + meter.toolCalls * toolCallTokens
  beginDelivery(call, {
    channel_id: channel.id,
    progress: () => ({ bytes: meter.bytes, tokens: tokensSoFar() + meter.audioTokens }),
    accrued: () => {
      const output = tokensSoFar()
      const usage = { ...noUsage, input: promptTokens, output, audio_output: meter.audioTokens }
      return chatCharge(usage, price, groupRatio).quota
    },
    stop: (refusal) => stream.stop(refusal),
    goOn(isUnheld) {
      waivedBytes = isUnheld ? meter.bytes + unheldBytes : 0
      stream.resume()
    },
  })

  // By these the hold is watched from event to event; charges are exact.
  const perInputToken = price.kind === 'tokens' ? price.ratio * groupRatio : 0
  const weights = price.kind === 'tokens' ? price.weights : { output: 0, audio_output: 0 }
  const costSoFar = ({ bytes, audioTokens }: Meter) =>
    perInputToken * (promptTokens + bytes * tokensPerByte * weights.output + audioTokens * weights.audio_output)

  let countAgainAt = 0
  let isCounting = false
  /** Counting costs as much as the text is long, so the next count waits until the answer may have to end. */
  async function count(): Promise<void> {
    isCounting = true
    try {
      const { bytes } = meter
      const tokens = await countOutput(meter, call.model)
      if (tokens + meter.audioTokens > tokensMax) stream.stop(new Refusal('output_limit_exceeded'))
      tokensPerByte = Math.max(1 / bytesPerToken, tokens / Math.max(1, bytes))
      const perOutputToken = perInputToken * weights.output
      const heldTokens = perOutputToken > 0 ? (call.held - costSoFar(meter)) / perOutputToken : tokensMax
      const limitBytes = bytes * (tokensMax / Math.max(1, tokens))
      countAgainAt = Math.max(bytes * growth, Math.min(limitBytes, bytes + heldTokens))
    } finally {
      isCounting = false
      stream.resume()
    }
  }

  return {
    isCovered() {
      if (isCounting) return false
      const { bytes, audioTokens } = meter
      const cost = costSoFar(meter)
      const mayEnd = bytes > tokensMax / 2 || cost > call.held * countedShare
      if (audioTokens > tokensMax || (mayEnd && bytes > countAgainAt)) {
        void count()
        return false
      }
      if (call.held === 0) return true
      if (cost > call.held * usableShare) keeper?.check()
      return cost <= call.held || bytes <= waivedBytes
    },
  }
}
