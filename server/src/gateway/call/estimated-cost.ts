import { costingOf } from '../../domain/money/pricing/cost/cost-of.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import type { Call } from './call.ts'

/** What a channel would take for a call, by the estimate of the hold. Undefined where it is unknown. */
export function estimatedCost(call: Call, channel: Channel): number | undefined {
  if (!channel.cost || !call.holdAt) return undefined
  const costing = costingOf(channel.cost, call.price, [mappedModel(channel, call.model), call.model])
  return costing && costAt(call, costing.price, costing.ratio)
}

/** The hold that a call would need at a price; infinite where it is more than any balance can hold. */
export function costAt({ holdAt }: Call, price: Price, ratio: number): number | undefined {
  try {
    return holdAt?.(price, ratio)
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}
