import { outputTokensMax } from '../../domain/money/pricing/believable.ts'
import { chatImageTokens } from '../../domain/money/pricing/image-charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
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
  incoming: Pick<IncomingChat, 'outputMax' | 'count'>
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
const noneApart = { billed: undefined, imageTokens: 0, cost: 0 }
/** How much longer the text must be before it is counted again. */
const growth = 1.25

/**
 * Keeps a stream within its hold and its limit of tokens: asks for more before the hold is used up, lets the upstream
 * wait once it is, and stops an upstream that ignores the limit. Gives what is asked before each event: whether the hold
 * covers more output.
 */
export function guardStream(guarded: Guarded): { isCovered(): boolean } {
  const { call, hold, cancellation, incoming, channel, meter, stream, tokensMax } = guarded
  const { price, groupRatio, promptTokens } = call
  const { keeper } = hold
  let waivedBytes = 0

  const outputMax = outputHeld(incoming, price, tokensMax)
  /** The first hold covers answers of the length that is allowed: a longer estimate is wrong, and `tokensMax` ends a longer answer. */
  const withinHold = (tokens: number) => Math.min(tokens, Math.max(0, outputMax - meter.audioTokens))
  const isBounded = price.kind === 'call' || outputMax < Number.POSITIVE_INFINITY
  const firstHold = (isBounded && call.holdAt?.(price, groupRatio)) || Number.POSITIVE_INFINITY
  /** The most that the charge can become, unless the upstream uses further tools. */
  const most = () => (price.kind === 'call' ? Math.max(firstHold, costApart()) : firstHold + costApart())

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

  // By these the hold is watched from event to event; charges are exact.
  const perInputToken = price.kind === 'tokens' ? price.ratio * groupRatio : 0
  const weights = price.kind === 'tokens' ? price.weights : { output: 0, audio_output: 0 }
  const costSoFar = ({ bytes, tokensPerByte, audioTokens }: Meter) =>
    perInputToken *
      (promptTokens + withinHold(bytes * tokensPerByte) * weights.output + audioTokens * weights.audio_output) +
    costApart()

  /** The cost of pictures and tools, which is computed again only when there are more of them. */
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
  /** Sound, and pictures but one: a picture may have fewer tokens than it is estimated by. */
  const heardAndSeen = ({ audioTokens, imageTokens }: Meter) => audioTokens + Math.max(0, imageTokens - chatImageTokens)

  let countAgainAt = 0
  let isCounting = false
  /** Counting costs as much as the text is long, so the next count waits until the answer may have to end. */
  async function count(): Promise<void> {
    isCounting = true
    try {
      const { bytes } = meter
      const tokens = await countOutput(meter, call.model).catch(() => meter.estimatedTokens) // settlement reports why
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

/** The tokens of output that the hold covers: the limit of the client or the model, unless a larger one was sent upstream. */
function outputHeld({ outputMax, count }: Guarded['incoming'], { max_output }: Price, tokensMax: number): number {
  const held = (outputMax ?? max_output ?? Number.POSITIVE_INFINITY) * count
  return tokensMax > outputTokensMax(held, 1) ? Number.POSITIVE_INFINITY : held
}
