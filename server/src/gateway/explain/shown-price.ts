import type { RouteExplanation } from '@turnpike/contract/routing/route-explain'
import { chargeOf } from '../../domain/money/pricing/charge.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { noUsage } from '../../domain/money/pricing/usage.ts'

const million = 1_000_000

export function shownPrice(price: Price, ratio: number, hold: number | null): RouteExplanation['price'] {
  const isTokens = price.kind === 'tokens'
  const tokens = (usage: { input?: number; output?: number }) =>
    isTokens ? amountOf(() => chargeOf({ ...noUsage, ...usage }, price, ratio).quota) : 0
  return {
    kind: price.kind,
    input: tokens({ input: million }),
    output: tokens({ output: million }),
    call: isTokens ? 0 : amountOf(() => chargeOf(noUsage, price, ratio).quota),
    hold,
    group_ratio: ratio,
  }
}

/** Null where it is more than any balance can hold. */
export function amountOf(amount: () => number): number | null {
  try {
    return amount()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
