import type { LengthTier, PriceSpan, ServiceTier, TierRatios } from '@turnpike/contract/money/price-tiers'
import { serviceTiers } from '@turnpike/contract/money/price-tiers'
import { type LineName, lineOf, type Priced, type PriceLine } from './price-lines.ts'

/** A row of a table of tiers: when its prices apply, and its prices by line. */
export type TierRow = {
  /** The input is longer than this. */
  above?: number
  service?: ServiceTier
  lines: Partial<Record<LineName, PriceLine>>
}

const shownLines = ['input', 'cacheRead', 'output'] as const satisfies LineName[]

function rowAt(model: Priced, tiers: readonly TierRatios[]): TierRow['lines'] {
  const priced = tiers.reduce(replaced, model)
  const factors = tiers.map(({ ratio }) => ratio)
  return Object.fromEntries(shownLines.flatMap((name) => [[name, lineOf(priced, name, factors)]]))
}

/** A tier replaces the ratios that it has. */
const replaced = (model: Priced, tier: TierRatios): Priced => ({
  ...model,
  completion_ratio: tier.completion_ratio ?? model.completion_ratio,
  ...(tier.cache_read_ratio !== undefined && { cache_ratio: tier.cache_read_ratio }),
})

/** The prices by input length, the model's own first; none for a model without length tiers. */
export function lengthRows(model: Priced): TierRow[] {
  const lengths = model.tiers?.lengths ?? []
  if (lengths.length === 0) return []
  return [{ lines: rowAt(model, []) }, ...lengths.map((tier) => ({ above: tier.above, lines: rowAt(model, [tier]) }))]
}

/** The prices by service tier, the normal one first; none for a model without service tiers. */
export function serviceRows(model: Priced): TierRow[] {
  const { services = {}, lengths = [] } = model.tiers ?? {}
  const rows = serviceTiers.flatMap((service): TierRow[] => {
    const rates = services[service]
    if (!rates) return []
    // Without lengths of its own, a service tier multiplies those of the model.
    const longer = rates.lengths
      ? rates.lengths.map((tier) => ({ above: tier.above, tiers: [tier] }))
      : lengths.map((tier: LengthTier) => ({ above: tier.above, tiers: [tier, rates] }))
    return [
      { service, lines: rowAt(model, [rates]) },
      ...longer.map(({ above, tiers }) => ({ service, above, lines: rowAt(model, tiers) })),
    ]
  })
  return rows.length === 0 ? [] : [{ lines: rowAt(model, []) }, ...rows]
}

/** The lines that at least one row has. */
export const linesOfRows = (rows: readonly TierRow[]): LineName[] =>
  shownLines.filter((name) => rows.some(({ lines }) => lines[name]))

/** The first length above which input or output costs more than below. */
export const dearerAbove = (model: Priced): TierRow | undefined => {
  const [base, ...longer] = lengthRows(model)
  const amount = (row: TierRow | undefined, name: LineName) =>
    (row?.lines[name]?.factors ?? []).reduce((product, factor) => product * factor, 1)
  return longer.find((row) => (['input', 'output'] as const).some((name) => amount(row, name) > amount(base, name)))
}

/** The change of a span in percent: `−50 %` is -50. */
export const percentOf = ({ factor }: PriceSpan): number => Number(((factor - 1) * 100).toFixed(2))
