import { costingOf } from '../../domain/money/pricing/cost/cost-of.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import type { Routing } from '../entry/admit.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { type Channel, mappedModel, type Suits } from '../routing/channel.ts'
import { narrowTiers } from '../routing/routing.ts'
import type { Call } from './call.ts'

/** The cost of a call on a channel, by the estimate of the hold. Undefined if it is unknown. */
export function estimatedCost(call: Call, channel: Channel): number | undefined {
  if (!channel.cost || !call.holdAt) return undefined
  const costing = costingOf(channel.cost, call.price, [mappedModel(channel, call.model), call.model])
  return costing && costAt(call, costing.price, costing.ratio)
}

/** The hold that a call would need at a price; infinite if it exceeds every possible balance. */
export function costAt({ holdAt }: Call, price: Price, ratio: number): number | undefined {
  try {
    return holdAt?.(price, ratio)
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}

/** Only the channels that cost no more than the caller pays, both by the estimate of the hold. */
export function withoutLosses(call: Call, routing: Routing): Routing {
  const suits = isNoLoss(call)
  if (!suits) return routing
  if ('pinned' in routing) {
    if (suits(routing.pinned)) return routing
  } else {
    if (routing.tiers.every(({ channels }) => channels.every(suits))) return routing
    const tiers = narrowTiers(routing.tiers, suits)
    if (tiers.length > 0) return { tiers }
  }
  throw new Refusal('no_channel_at_price', { params: { model: call.model, group: call.caller.group } })
}

/** Whether a channel costs no more than its caller pays; undefined for free calls. */
export function isNoLoss(call: Call): Suits | undefined {
  const { holdAt, price, groupRatio } = call
  if (!holdAt) return undefined
  const sold = holdAt(price, groupRatio)
  return (channel: Channel) => (estimatedCost(call, channel) ?? 0) <= sold
}
