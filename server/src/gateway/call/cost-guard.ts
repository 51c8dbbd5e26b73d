import type { Routing } from '../entry/admit.ts'
import { Refusal } from '../entry/refusals.ts'
import type { Channel, Suits } from '../routing/channel.ts'
import { narrowTiers } from '../routing/routing.ts'
import type { Call } from './call.ts'
import { estimatedCost } from './estimated-cost.ts'

/** Only the channels that do not cost more for this call than its caller pays for it, both by the estimate of the hold. */
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

/** Whether a channel costs no more than its caller pays; undefined where nothing is charged. */
export function isNoLoss(call: Call): Suits | undefined {
  const { holdAt, price, groupRatio } = call
  if (!holdAt) return undefined
  const sold = holdAt(price, groupRatio)
  return (channel: Channel) => (estimatedCost(call, channel) ?? 0) <= sold
}
