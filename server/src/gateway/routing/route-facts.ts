import type { RouteReason } from '@turnpike/contract/routing/route-explain'
import { channelsNaming, type RouteRequest, reasonsAgainst, reasonsOfOff, reasonsToWait } from './left-out.ts'
import type { Snapshot } from './snapshot.ts'

/** A channel that names the model and was not tried, and the first reason. */
export type RouteFact = readonly [channel_id: number, reason: RouteReason]

const factsMax = 20
/** With more channels nobody reads the reasons in a log row, and the call should not wait for them. */
const channelsMax = 500

/** Why a failed call did not go to other channels, for its log row. Computed for such calls only. */
export function routeFacts(
  snapshot: Snapshot,
  request: RouteRequest,
  tried: readonly number[],
  clock: () => number,
): RouteFact[] {
  const { on, off } = channelsNaming(snapshot, request.model)
  if (on.length + off.length > channelsMax) return []
  const facts: RouteFact[] = []
  for (const channel of on) {
    if (tried.includes(channel.id)) continue
    const [reason] = [...reasonsAgainst(channel, request, snapshot), ...reasonsToWait(channel, clock)]
    facts.push([channel.id, reason?.code ?? 'not_tried'])
  }
  for (const channel of off) {
    const reasons = reasonsOfOff(channel, request)
    // A channel that is off now may have been tried: the failure disabled it.
    if (!tried.includes(channel.id)) facts.push([channel.id, (reasons[1] ?? reasons[0])?.code ?? 'disabled'])
  }
  const isElsewhere = ([, reason]: RouteFact) => (reason === 'other_group' ? 1 : 0)
  return facts.toSorted((one, other) => isElsewhere(one) - isElsewhere(other) || one[0] - other[0]).slice(0, factsMax)
}
