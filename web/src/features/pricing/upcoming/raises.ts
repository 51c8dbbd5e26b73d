import type { MemberPrice, PricedModel, UpcomingPrice } from '@turnpike/contract/money/pricing'
import {
  amountText,
  type LineName,
  linesOf,
  type Priced,
  rangeText,
  type Terms,
} from '../../../lib/prices/price-lines.ts'

export type Raise = { line: LineName; before: string; after: string }

/** The lines whose amounts change with the next scheduled increase; none where only tiers change. */
export function raisesOf(model: PricedModel, upcoming: UpcomingPrice, terms: Terms): Raise[] {
  const before = amountsOf(model, model.members, terms)
  const after = amountsOf({ ...upcoming, model_name: model.model_name }, upcoming.members, terms)
  return [...after].flatMap(([line, amount]) => {
    const old = before.get(line)
    return old === amount ? [] : [{ line, before: old ?? '—', after: amount }]
  })
}

const mainLines = ['input', 'output', 'call'] as const

/** The amount of each line; of a virtual model, the ranges of its main lines. */
function amountsOf(price: Priced, members: readonly MemberPrice[] | undefined, terms: Terms): Map<LineName, string> {
  if (!members) return new Map(linesOf(price).map((line) => [line.name, amountText(line, terms)]))
  return new Map(
    mainLines.flatMap((line) => {
      const text = rangeText(members, line, terms)
      return text === undefined ? [] : [[line, text] as const]
    }),
  )
}
