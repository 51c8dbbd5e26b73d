import type { PriceProposal } from '@turnpike/contract/money/price-sources'

/** What the calls of the last days would have been charged more, or less. */
export const effectOf = ({ effect }: Pick<PriceProposal, 'effect'>) => effect.would - effect.quota

/** A reason to look twice: the new price is below a cost, is 0, or counts other units. */
export type Risk = 'belowCost' | 'becomesFree' | 'otherKind'

export function riskOf({
  reason,
  margin,
  before,
  amounts,
}: Pick<PriceProposal, 'reason' | 'margin' | 'before' | 'amounts'>): Risk | undefined {
  const isFree = (amounts.ModelPrice ?? amounts.ModelRatio) === 0
  if (reason === 'zero' || isFree) return 'becomesFree'
  if (reason === 'cost' || (margin && margin.after < 0)) return 'belowCost'
  const isPriced = before.ModelPrice !== undefined || before.ModelRatio !== undefined
  const isOther = isPriced && (before.ModelPrice === undefined) !== (amounts.ModelPrice === undefined)
  return reason === 'kind' || isOther ? 'otherKind' : undefined
}

export const isRisky = (proposal: PriceProposal) => riskOf(proposal) !== undefined
