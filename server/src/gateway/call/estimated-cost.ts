import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import { quotaMax } from '@turnpike/contract/quota'
import type { ChannelCost } from '@turnpike/contract/routing/channel-cost'
import { costingOf } from '../../domain/money/pricing/cost/cost-of.ts'
import type { Price, TokenPrice } from '../../domain/money/pricing/price.ts'
import { tariffFor } from '../../domain/money/pricing/tiers/tariff.ts'
import type { Routing } from '../entry/admit.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { type Channel, mappedModel, type Suits } from '../routing/channel.ts'
import { narrowTiers } from '../routing/routing.ts'
import type { Call } from './call.ts'

/** The start of a call in Unix seconds. */
export const startOf = ({ startedAt }: Pick<Call, 'startedAt'>, now: number): number =>
  Math.round(now - (performance.now() - startedAt) / 1000)

/** The cost of a call on a channel, by the estimate of the hold and at the requested tier. Undefined if it is unknown. */
export function estimatedCost(call: Call, channel: Channel, now: number): number | undefined {
  const costing = costingAt(call, channel, now)
  return costing && amountAt(call, costing, call.services)
}

/** What the call would cost at the public price, by the same estimate. */
export const publicCost = (call: Call): number | undefined =>
  amountAt(call, { price: call.price, ratio: 1 }, call.services)

/** A channel whose upstream charges the public price. */
export const publicPrice = { kind: 'multiple', multiple: 1 } as const satisfies ChannelCost

/**
 * The cost that a call reserves of the budgets of a channel: the bound of its hold, by the channel's cost in the dearest
 * tier, or by the public price where the cost is unknown. At least 1, so that no call passes a budget that is used up.
 */
export function boundOfCost(call: Call, channel: Channel, now: number): number {
  const bound = costingAt(call, channel, now) ?? { price: call.heldPrice, ratio: 1 }
  return Math.max(1, Math.min(quotaMax, heldAt(call, bound) ?? 0))
}

type Costing = { price: Price; ratio: number }

function costingAt(call: Call, channel: Channel, now: number): Costing | undefined {
  if (!channel.cost || !call.holdAt) return undefined
  const models = [mappedModel(channel, call.model), call.model]
  return costingOf(channel.cost, call.price, models, startOf(call, now))
}

/** The hold that a call would need at one tier of a price. */
const amountAt = (call: Call, { price, ratio }: Costing, services: readonly ServiceTier[]): number | undefined =>
  heldAt(call, { price: tariffAt(price, call.promptTokens, services), ratio })

/** The hold that a call would need; infinite if it exceeds every possible balance. */
function heldAt(call: Call, { price, ratio }: Costing): number | undefined {
  try {
    return call.holdAt?.(price, ratio)
  } catch (error) {
    if (error instanceof RangeError) return Number.POSITIVE_INFINITY
    throw error
  }
}

/**
 * The one tier in which an estimate lies. A hold is for the dearest tier that the call may reach, so two prices would be
 * compared at different tiers.
 */
export function tariffAt(price: Price, promptTokens: number, services: readonly ServiceTier[]): Price {
  if (price.kind === 'call' || !price.tiers) return price
  const { tiers: _, ...tariff }: TokenPrice = tariffFor(price, promptTokens, services)
  return tariff
}

/** Only the channels that cost no more than the caller pays, both by the estimate of the hold. */
export function withoutLosses(call: Call, routing: Routing, now: number): Routing {
  const suits = isNoLoss(call, now)
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

const normal: readonly ServiceTier[] = []

/**
 * Whether a channel costs no more than its caller pays, at the requested service tier and at the normal one, which the
 * channel or its upstream may serve instead. Undefined for free calls.
 */
export function isNoLoss(call: Call, now: number): Suits | undefined {
  if (!call.holdAt) return undefined
  const { price, groupRatio: ratio } = call
  const compared = call.services.length > 0 ? [normal, call.services] : [normal]
  const tiers = compared.map((services) => ({ services, sold: amountAt(call, { price, ratio }, services) ?? 0 }))
  return (channel: Channel) => {
    const costing = costingAt(call, channel, now)
    return !costing || tiers.every(({ services, sold }) => (amountAt(call, costing, services) ?? 0) <= sold)
  }
}
