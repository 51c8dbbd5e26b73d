import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChannelRank } from '../routing/routing.ts'
import type { Call } from './call.ts'
import { estimatedCost, publicCost } from './estimated-cost.ts'

/** Percentage of calls still routed by weight, so that slower channels keep being measured. */
export const measuredPercent = 10
/** Channels that are slower by less than this share the calls by weight. */
const nearlyAsFast = 1.1

/** How channels of one priority are compared, if not by weight alone. */
export function rankBy(
  choice: 'latency' | 'cost',
  call: Call,
  { attemptLog, random, clock }: Pick<RelayDeps, 'attemptLog' | 'random' | 'clock'>,
): ChannelRank | undefined {
  if (choice === 'cost') {
    // A channel of unknown cost is assumed to cost the public price.
    const now = clock()
    return call.holdAt && { of: (channel) => estimatedCost(call, channel, now) ?? publicCost(call), tolerance: 1 }
  }
  if (random() * 100 < measuredPercent) return undefined
  return { of: ({ id }) => attemptLog.medianMs(id), tolerance: nearlyAsFast }
}
