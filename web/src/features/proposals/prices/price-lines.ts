import { finePriceKeys, type PriceAmounts } from '@turnpike/contract/money/price-book'
import { type LengthTier, type PriceSpan, type ServiceTier, serviceTiers } from '@turnpike/contract/money/price-tiers'
import {
  type FullPrice,
  fullPrice,
  type LineName,
  lineDollars,
  lineNames,
  linesOfAmounts,
  linesOfTier,
  tierPrice,
} from '../../../components/options/price-lines.ts'
import { dollarsOfCall, listedPrice } from '../../../lib/format/price-text.ts'

/** What a line of a price is limited to: long prompts, a service tier, or both. */
type LineTier = { above?: number; service?: ServiceTier }
/** A line that two prices may have: in dollars per call or per million tokens. */
export type ComparedLine = LineTier & {
  /** `span` is a time of day; its amounts are factors. */
  name: LineName | 'call' | 'span'
  span?: PriceSpan & { zone: string }
  before?: string
  after?: string
}

/** A change to exactly these amounts: a change leaves the fine amounts that it does not name as they are. */
export const exactly = (amounts: PriceAmounts): PriceAmounts => ({
  ...Object.fromEntries(finePriceKeys.map((key) => [key, null])),
  ...amounts,
})

/** Every price of a model: its own, and those of its tiers. */
type Tariff = { tier: LineTier; price: FullPrice }

function tariffsOf({ ModelPrice, ModelTiers, ...amounts }: PriceAmounts): Tariff[] {
  const base = ModelPrice === undefined ? fullPrice(linesOfAmounts(amounts)) : undefined
  if (!base) return []
  const ofLengths = (tiers: readonly LengthTier[] = [], tier: LineTier = {}) =>
    tiers.map((length) => ({ tier: { ...tier, above: length.above }, price: tierPrice(base, linesOfTier(length)) }))
  const { lengths, services = {} } = ModelTiers ?? {}
  const ofServices = serviceTiers.flatMap((service): Tariff[] => {
    const rates = services[service]
    if (!rates) return []
    const own = { tier: { service }, price: tierPrice(base, linesOfTier(rates)) }
    return [own, ...ofLengths(rates.lengths, { service })]
  })
  return [{ tier: {}, price: base }, ...ofLengths(lengths), ...ofServices]
}

const isBaseLine = (name: LineName) => name === 'input' || name === 'output'

type Line = LineTier & Pick<ComparedLine, 'name' | 'span'> & { amount: string }

/** Every line of a price, by its key. */
function linesOf(amounts: PriceAmounts, shown: readonly LineName[], quotaPerUnit: number): Map<string, Line> {
  const { ModelPrice, ModelTiers } = amounts
  const lines: Line[] = [
    ...(ModelPrice === undefined
      ? []
      : [{ name: 'call' as const, amount: `$${listedPrice(dollarsOfCall(ModelPrice))}` }]),
    ...tariffsOf(amounts).flatMap(({ tier, price }) =>
      shown.map((name) => ({ ...tier, name, amount: `$${listedPrice(lineDollars(price, name, quotaPerUnit))}` })),
    ),
    ...(ModelTiers?.times?.spans ?? []).map((span) => ({
      name: 'span' as const,
      span: { ...span, zone: ModelTiers?.times?.zone ?? '' },
      amount: `×${span.factor}`,
    })),
  ]
  return new Map(lines.map((line) => [keyOf(line), line]))
}

const keyOf = ({ name, above, service, span }: Line) =>
  [name, above, service, span?.from, span?.to, span?.days?.join('')].join(' ')

/**
 * The lines of two prices, side by side. A tier or a unit that only one of them has is absent from the other; a part that
 * only one of them sets has its default in the other.
 */
export function compareLines(before: PriceAmounts, after: PriceAmounts, quotaPerUnit: number): ComparedLine[] {
  const set = [...tariffsOf(before), ...tariffsOf(after)]
  const shown = lineNames.filter((name) => isBaseLine(name) || set.some(({ price }) => price.own[name] !== undefined))
  const [old, next] = [linesOf(before, shown, quotaPerUnit), linesOf(after, shown, quotaPerUnit)]
  return [...new Map([...old, ...next])].map(([key, { amount: _, ...line }]) => {
    const [was, becomes] = [old.get(key)?.amount, next.get(key)?.amount]
    return { ...line, ...(was !== undefined && { before: was }), ...(becomes !== undefined && { after: becomes }) }
  })
}

export const isChanged = ({ before, after }: ComparedLine) => before !== after

const numberOf = (amount: string) => Number(amount.replace(/^[$×]/, ''))

/** The change in percent, as a number; undefined where one of the two is absent or the old price is 0. */
export function percentOf({ before, after }: Pick<ComparedLine, 'before' | 'after'>): number | undefined {
  if (before === undefined || after === undefined) return undefined
  const old = numberOf(before)
  return old === 0 ? undefined : (numberOf(after) / old - 1) * 100
}

/** `+20%`, `-0.4%`, `0%`; whole percent from ten on. */
export function percentText(percent: number): string {
  const size = Math.abs(percent)
  const figure = size >= 10 ? Math.round(size) : Math.round(size * 10) / 10
  return `${percent < 0 ? '-' : percent > 0 ? '+' : ''}${figure}%`
}

/** `isPart`: `main` is not the price, but the first other line that changes. */
type Summary = { main: ComparedLine[]; more: number; isPart: boolean }

/** The changed lines of a proposal in few words: input and output first, then the others. */
export function summaryOf(lines: readonly ComparedLine[]): Summary {
  const changed = lines.filter(isChanged)
  const isBase = ({ name, above, service }: ComparedLine) =>
    above === undefined && service === undefined && (name === 'call' || name === 'input' || name === 'output')
  const base = lines.filter(isBase)
  const isPart = !base.some(isChanged)
  const main = isPart ? changed.slice(0, 1) : base
  return { main, more: changed.filter((line) => !main.includes(line)).length, isPart }
}
