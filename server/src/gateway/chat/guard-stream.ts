import { outputTokensMax } from '../../domain/money/pricing/believable.ts'
import { chatImageTokens } from '../../domain/money/pricing/image-charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { requestFees } from '../../domain/money/pricing/request-fees.ts'
import { noUsage } from '../../domain/money/pricing/usage.ts'
import type { Delivery } from '../call/cancellation.ts'
import { chargeWithin } from '../call/capture.ts'
import { usableShare } from '../call/hold-keeper.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { BilledTools } from '../forms/chat.ts'
import type { Channel } from '../routing/channel.ts'
import type { IncomingChat } from './incoming-chat.ts'
import { bytesPerToken, type Meter } from './meter.ts'
import { chatCharge, countOutput, estimateUsage } from './settle.ts'
import type { UpstreamStream } from './upstream-stream.ts'

type Guarded = OpenedCall & {
  incoming: Pick<IncomingChat, 'outputMax' | 'count' | 'body'>
  channel: Channel
  meter: Meter
  stream: UpstreamStream
  /** The most tokens of all choices together. */
  tokensMax: number
}

/** Bytes of text that may be sent while the hold cannot be extended because the database is unavailable. */
const unheldBytes = 8000

/** Text is counted once an estimate reaches this share of the hold: a token has at least one byte. */
const countedShare = 1 / bytesPerToken
const noneApart = { billed: undefined, imageTokens: 0, cost: 0 }
/** The growth of the text before it is counted again. */
const growth = 1.25

/**
 * Keeps a stream within its hold and its token limit: extends the hold before it is used up, pauses the upstream while
 * it is used up, and stops an upstream that ignores the limit. `isCovered` is called before each event.
 */
export function guardStream(guarded: Guarded): { isCovered(): boolean } {
  const { call, hold, cancellation, incoming, channel, meter, stream, tokensMax } = guarded
  const { heldPrice: price, groupRatio, promptTokens } = call
  const { keeper } = hold
  let waivedBytes = 0

  const outputMax = outputHeld(incoming, price, tokensMax)
  /**
   * The first hold covers responses of the allowed length. A longer estimate is wrong, and `tokensMax` ends a longer
   * response.
   */
  const withinHold = (tokens: number) => Math.min(tokens, Math.max(0, outputMax - meter.audioTokens))
  const isBounded = price.kind === 'call' || outputMax < Number.POSITIVE_INFINITY
  const firstHold = (isBounded && call.holdAt?.(price, groupRatio)) || Number.POSITIVE_INFINITY
  const fees = requestFees(call.model, incoming.body)
  const heldFees = fees ? chatCharge({ ...noUsage, tool_calls: [...fees] }, price, groupRatio).quota : 0
  /** The largest possible charge, unless the upstream uses further tools. */
  const most = () =>
    price.kind === 'call' ? Math.max(firstHold, costApart()) : firstHold + Math.max(0, costApart() - heldFees)

  const delivery: Delivery = {
    channel_id: channel.id,
    progress: () => ({
      bytes: meter.bytes,
      tokens: withinHold(meter.estimatedTokens) + meter.audioTokens + meter.imageTokens,
    }),
    accrued: () => {
      const usage = estimateUsage(meter, promptTokens)
      return chatCharge({ ...usage, output: withinHold(usage.output) }, price, groupRatio).quota
    },
    most,
    stop: (refusal) => stream.stop(refusal),
    goOn(isUnheld) {
      waivedBytes = isUnheld ? meter.bytes + unheldBytes : 0
      stream.resume()
    },
  }
  cancellation.beginDelivery(delivery, keeper)

  // Approximate costs for watching the hold between events; charges are exact.
  const perInputToken = price.kind === 'tokens' ? price.ratio * groupRatio : 0
  const weights = price.kind === 'tokens' ? price.weights : { output: 0, audio_output: 0 }
  const costSoFar = ({ bytes, tokensPerByte, audioTokens }: Meter) =>
    perInputToken *
      (promptTokens + withinHold(bytes * tokensPerByte) * weights.output + audioTokens * weights.audio_output) +
    costApart()

  /** The cost of images and tools, computed again only when there are more of them. */
  let apart: { billed: BilledTools | undefined; imageTokens: number; cost: number } = noneApart
  const costApart = (): number => {
    const { billed, imageTokens } = meter
    if (billed !== apart.billed || imageTokens !== apart.imageTokens) {
      const { tool_calls, image_output } = estimateUsage(meter, 0)
      const usage = { ...noUsage, ...(tool_calls && { tool_calls }), ...(image_output && { image_output }) }
      const cost = chargeWithin(
        () => chatCharge(usage, price, groupRatio).quota,
        () => Number.POSITIVE_INFINITY,
      )
      apart = { billed, imageTokens, cost }
    }
    return apart.cost
  }
  /** Tokens of audio, and of all images but one: an image may have fewer tokens than estimated. */
  const heardAndSeen = ({ audioTokens, imageTokens }: Meter) => audioTokens + Math.max(0, imageTokens - chatImageTokens)

  let countAgainAt = 0
  let isCounting = false
  /** Counting time grows with the text, so the next count waits until the response may have to end. */
  async function count(): Promise<void> {
    isCounting = true
    try {
      const { bytes } = meter
      const tokens = await countOutput(meter, call.model).catch(() => meter.estimatedTokens) // settlement logs the error
      if (tokens + heardAndSeen(meter) > tokensMax) stream.stop(new Refusal('output_limit_exceeded'))
      meter.tokensPerByte = Math.max(1 / bytesPerToken, tokens / Math.max(1, bytes))
      const perOutputToken = perInputToken * weights.output
      const heldTokens = perOutputToken > 0 ? (hold.amount - costSoFar(meter)) / perOutputToken : tokensMax
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
      const { bytes } = meter
      const cost = Math.floor(costSoFar(meter)) // holds and charges are rounded
      const mayEnd = bytes > tokensMax / 2 || cost > hold.amount * countedShare
      if (heardAndSeen(meter) > tokensMax || (mayEnd && bytes > countAgainAt)) {
        void count()
        return false
      }
      if (hold.amount === 0) return true
      if (cost > hold.amount || (cost > hold.amount * usableShare && most() > hold.amount)) keeper?.check()
      return cost <= hold.amount || bytes <= waivedBytes
    },
  }
}

/**
 * The output tokens that the hold covers: the limit of the client or the model, or a larger one that was sent upstream.
 */
function outputHeld({ outputMax, count }: Guarded['incoming'], { max_output }: Price, tokensMax: number): number {
  const held = (outputMax ?? max_output ?? Number.POSITIVE_INFINITY) * count
  return tokensMax > outputTokensMax(held, 1) ? Number.POSITIVE_INFINITY : held
}
