import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import type { ProposalReason } from '@turnpike/contract/money/price-sources'
import { type PriceParts, partsOf } from '../lists/price-parts.ts'

/** The largest change among the parts that both prices have, in per cent; null where none has an old amount. */
export function changeOf(before: PriceAmounts, after: PriceAmounts): number | null {
  return largestChange(partsOf(before), partsOf(after))
}

function largestChange(before: PriceParts, after: PriceParts): number | null {
  let largest: number | null = null
  for (const [part, old] of before) {
    const value = after.get(part)
    if (value === undefined || old === 0) continue
    const change = (value / old - 1) * 100
    if (largest === null || Math.abs(change) > Math.abs(largest)) largest = change
  }
  return largest
}

const farFactor = 100

/** Whether a part of the price is beyond a hundred times the old one, or below a hundredth. A price of 0 is judged apart. */
export function isFarOff(before: PriceAmounts, after: PriceAmounts): boolean {
  const now = partsOf(after)
  return [...partsOf(before)].some(([part, old]) => {
    const value = now.get(part) ?? 0
    return old > 0 && value > 0 && (value > old * farFactor || value < old / farFactor)
  })
}

export type Judged = {
  before: PriceAmounts
  after: PriceAmounts
  /** Prices before the changes that sources applied in the last seven days. */
  recent: readonly PriceAmounts[]
  applyPercent: number
  /** An administrator has decided about the model. */
  isDecided: boolean
  /** A channel that serves the model costs more than the new price, or an amount that cannot be compared with it. */
  isBelowCost: boolean
}

/** Why a price must not be applied without a decision; undefined if it may be. */
export function reasonAgainst(judged: Judged): ProposalReason | undefined {
  const { applyPercent, isDecided, isBelowCost, recent } = judged
  const [before, after] = [partsOf(judged.before), partsOf(judged.after)]
  if (before.size === 0) return 'new'
  if (before.has('call') !== after.has('call')) return 'kind'
  if ([...after].some(([part, value]) => value === 0 && before.get(part) !== 0)) return 'zero'
  if (before.size !== after.size || [...before.keys()].some((part) => !after.has(part))) return 'part'
  if (applyPercent === 0) return 'off'
  if (isDecided) return 'decided'
  if (!isWithin(before, after, applyPercent)) return 'range'
  if (!recent.every((old) => isWithin(partsOf(old), after, applyPercent))) return 'total'
  return isBelowCost ? 'cost' : undefined
}

/** The tolerance covers the rounding of quotients. */
const isWithin = (before: PriceParts, after: PriceParts, percent: number): boolean =>
  [...after].every(([part, value]) => {
    const old = before.get(part) ?? 0
    return Math.abs(value - old) <= (old * percent) / 100 + old * 1e-9
  })
