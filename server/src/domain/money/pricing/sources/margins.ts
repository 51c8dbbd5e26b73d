import { isDeepStrictEqual } from 'node:util'
import type { PriceProposal } from '@turnpike/contract/money/price-sources'
import type { ChannelCost } from '@turnpike/contract/routing/channel-cost'
import { costingOf } from '../cost/cost-of.ts'
import { linesOf, pointsOf } from '../lists/price-parts.ts'
import type { CallPrice, Price, TokenPrice } from '../price.ts'
import { tariffFor } from '../tiers/tariff.ts'

/** A channel that serves a model and has a known cost. */
export type CostingChannel = {
  id: number
  name: string
  cost: ChannelCost
  /** The name of the model at the upstream. */
  upstreamModel: string
  /** The lowest ratio that callers of the channel pay. */
  groupRatio: number
}

type Margin = NonNullable<PriceProposal['margin']>

/**
 * Whether a call may cost a channel more than its caller pays, in any line and tier. A cost per call of a price per token, or
 * the reverse, cannot be compared, so it counts as higher.
 */
export const isBelowCost = (price: Price, model: string, channels: readonly CostingChannel[]): boolean =>
  channels.some((channel) => {
    const costing = costingOf(channel.cost, price, [channel.upstreamModel, model])
    if (!costing) return false
    const pairs = pairsOf(price, costing.price)
    return !pairs || pairs.some(([sold, cost]) => cost * costing.ratio > sold * channel.groupRatio * (1 + 1e-9))
  })

/** The rates of both prices in each line and tier, at the worst time of the day; undefined where only one of them is per token. */
function pairsOf(price: Price, cost: Price): [sold: number, cost: number][] | undefined {
  if (price.kind === 'call' && cost.kind === 'call') return [[perCall(price), perCall(cost)]]
  if (price.kind === 'call' || cost.kind === 'call') return undefined
  const [lowest, highest] = isDeepStrictEqual(price.tiers?.times, cost.tiers?.times)
    ? [1, 1]
    : [Math.min(1, ...timeFactors(price)), Math.max(1, ...timeFactors(cost))]
  return pointsOf([price, cost]).flatMap(({ above, services }) => {
    const costs = linesOf(tariffFor(cost, above + 1, services))
    return linesOf(tariffFor(price, above + 1, services)).map(([, sold], index): [number, number] => [
      sold * lowest,
      (costs[index]?.[1] ?? 0) * highest,
    ])
  })
}

const timeFactors = ({ tiers }: TokenPrice): number[] => tiers?.times?.spans.map(({ factor }) => factor) ?? []

const perCall = ({ quota_per_call: { units, scale } }: CallPrice) => Number(units) / 10 ** scale

/** The channel with the lowest margin at the new price, by input and output. */
export function lowestMargin(
  before: Price | undefined,
  after: Price,
  model: string,
  channels: readonly CostingChannel[],
): Margin | null {
  let lowest: Margin | null = null
  for (const channel of channels) {
    const margin = marginOn(channel, after, model)
    if (margin === undefined || (lowest && lowest.after <= margin)) continue
    const old = before && marginOn(channel, before, model)
    lowest = { channel_id: channel.id, channel_name: channel.name, before: old ?? null, after: margin }
  }
  return lowest
}

const shownLines: ReadonlySet<string> = new Set(['input', 'output'])

/** In per cent of the price; undefined where it cannot be computed. */
function marginOn(
  { cost, upstreamModel, groupRatio }: CostingChannel,
  price: Price,
  model: string,
): number | undefined {
  const costing = costingOf(cost, price, [upstreamModel, model])
  if (!costing) return undefined
  const pairs: [number, number][] = []
  if (price.kind === 'call' && costing.price.kind === 'call') pairs.push([perCall(price), perCall(costing.price)])
  if (price.kind === 'tokens' && costing.price.kind === 'tokens') {
    const costs = new Map(linesOf(costing.price))
    for (const [line, sold] of linesOf(price)) if (shownLines.has(line)) pairs.push([sold, costs.get(line) ?? 0])
  }
  const margins = pairs.flatMap(([sold, paid]) => {
    const income = sold * groupRatio
    return income > 0 ? [(1 - (paid * costing.ratio) / income) * 100] : []
  })
  return margins.length > 0 ? Math.round(Math.min(...margins) * 10) / 10 : undefined
}
