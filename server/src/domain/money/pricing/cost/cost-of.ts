import { decimalOf } from '@turnpike/contract/quota'
import type { ChannelCost, ModelCost } from '@turnpike/contract/routing/channel-cost'
import { type Charge, type ChargeParts, chargeOf } from '../charge.ts'
import { callPrice, dollarPrice, type Price } from '../price.ts'
import { priceAt } from '../tiers/price-at.ts'
import { noUsage, totalCompletion, totalPrompt, type Usage } from '../usage.ts'

/** A charge with its usage, the names of the model here and at the upstream, and the start of the call in Unix seconds. */
export type Sold = { charge: Charge; usage: Usage; models: readonly string[]; at: number }

/**
 * The upstream's price of a call, by the arithmetic and rounding of charges. Undefined where it is unknown: the model
 * is not in the channel's list, or the list needs a count that does not exist.
 */
export function costOf(cost: ChannelCost, { charge, usage, models, at }: Sold): number | undefined {
  const { parts } = charge
  const costing = costingOf(cost, parts.price, models, at)
  if (!costing) return undefined
  const tools = usage.tool_calls && { tool_calls: usage.tool_calls }
  try {
    if (costing.price.kind === 'call') {
      const extras = cost.kind === 'call' ? { count: isServed(parts, usage) ? 1 : 0 } : countsOf(parts, usage)
      return chargeOf({ ...noUsage, ...(cost.kind !== 'call' && tools) }, costing.price, costing.ratio, extras).quota
    }
    const tokens = tokensOf(parts, usage)
    return tokens && chargeOf({ ...tokens, ...tools }, costing.price, costing.ratio).quota
  } catch (error) {
    if (error instanceof RangeError) return undefined // more than any balance can hold
    throw error
  }
}

/**
 * The price and ratio by which a channel's cost of a call is computed like a charge. Without the start of a call, the
 * price is that of most of the day.
 */
export function costingOf(
  cost: ChannelCost,
  price: Price,
  models: readonly string[],
  at?: number,
): { price: Price; ratio: number } | undefined {
  if (cost.kind === 'multiple') return { price, ratio: cost.multiple }
  if (cost.kind === 'call') return { price: ownPrice(cost, { call: cost.price }, price), ratio: 1 }
  const name = models.find((each) => Object.hasOwn(cost.prices, each))
  const own = name === undefined ? undefined : cost.prices[name]
  if (!own) return undefined
  const listed = ownPrice(own, own, price)
  return { price: at === undefined ? listed : priceAt(listed, at), ratio: 1 }
}

const ownPrices = new WeakMap<object, Price>()

/** Computed once: calls of one channel and model share their cost, until the channel or the value of a dollar changes. */
function ownPrice(key: object, own: ModelCost, { model, provider, mode, context, max_output, quota_per_unit }: Price) {
  const known = ownPrices.get(key)
  if (known?.quota_per_unit === quota_per_unit && known.model === model) return known
  const facts = { provider, mode, context, max_output }
  const price =
    'call' in own
      ? callPrice(model, decimalOf(own.call), facts, quota_per_unit)
      : dollarPrice(model, own, facts, quota_per_unit)
  ownPrices.set(key, price)
  return price
}

const hasTokens = (usage: Usage) => totalPrompt(usage) + totalCompletion(usage) > 0

const isServed = (parts: ChargeParts, usage: Usage) =>
  'lines' in parts ? parts.lines.length > 0 || hasTokens(usage) : parts.count > 0

const countsOf = (parts: ChargeParts, usage: Usage) =>
  'lines' in parts ? { count: isServed(parts, usage) ? 1 : 0 } : { count: parts.count, factors: parts.factors }

/**
 * The tokens that were charged, and what decides about their tier; those of the usage where calls were charged. Undefined
 * where no token was counted.
 */
function tokensOf(parts: ChargeParts, usage: Usage): Usage | undefined {
  const { runs, service } = usage
  if ('lines' in parts && parts.lines.length > 0) {
    const tokens = Object.fromEntries(parts.lines.map(({ name, count }) => [name, count]))
    return { ...noUsage, ...tokens, ...(runs !== undefined && { runs }), ...(service && { service }) }
  }
  return hasTokens(usage) || !isServed(parts, usage) ? { ...usage, tool_calls: [] } : undefined
}
