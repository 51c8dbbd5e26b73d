import { finePriceKeys, type PriceAmounts } from '@turnpike/contract/money/price-book'
import {
  type LengthTier,
  type PriceSpan,
  type ServiceTier,
  serviceTiers,
  type TierRatios,
} from '@turnpike/contract/money/price-tiers'
import { dollarsOfCall, dollarsOfTokens, listedPrice, million } from '../../../lib/format/price-text.ts'

const lineNames = [
  'call',
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'image',
  'imageOutput',
  'audio',
  'audioOutput',
] as const
type LineName = (typeof lineNames)[number]

/** What a line of a price is limited to: long prompts, a service tier, or both. */
type LineTier = { above?: number; service?: ServiceTier }
/** A line that two prices may have: in dollars per call or per million tokens. */
export type ComparedLine = LineTier & {
  /** `span` is a time of day; its amounts are factors. */
  name: LineName | 'span'
  span?: PriceSpan & { zone: string }
  before?: string
  after?: string
}

/** A change to exactly these amounts: a change leaves the fine amounts that it does not name as they are. */
export const exactly = (amounts: PriceAmounts): PriceAmounts => ({
  ...Object.fromEntries(finePriceKeys.map((key) => [key, null])),
  ...amounts,
})

const fineLines = ['cacheRead', 'cacheWrite', 'image', 'imageOutput', 'audio', 'audioOutput'] as const
type FineLine = (typeof fineLines)[number]

/** The ratios of a price; an absent one has its default. */
type Ratios = { ratio: number; output: number } & { [Name in FineLine]?: number }

function ratiosOf(amounts: PriceAmounts, ratio: number): Ratios {
  const fine = {
    cacheRead: amounts.CacheRatio ?? undefined,
    cacheWrite: amounts.CreateCacheRatio ?? undefined,
    image: amounts.ImageRatio ?? undefined,
    imageOutput: amounts.ImageCompletionRatio ?? undefined,
    audio: amounts.AudioRatio ?? undefined,
    audioOutput: amounts.AudioCompletionRatio ?? undefined,
  }
  return { ratio, output: amounts.CompletionRatio ?? 1, ...present(fine) }
}

/** The ratios of a tier: its own where it has them, else those of the model. */
const tierRatios = (base: Ratios, tier: TierRatios): Ratios => ({
  ...base,
  ...present({
    output: tier.completion_ratio,
    cacheRead: tier.cache_read_ratio,
    cacheWrite: tier.cache_write_ratio,
    image: tier.image_ratio,
    imageOutput: tier.image_completion_ratio,
    audio: tier.audio_ratio,
    audioOutput: tier.audio_completion_ratio,
  }),
})

type Present<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> }
const present = <Members extends object>(members: Members): Present<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>

/** Every price of a model: its own, and those of its tiers. */
type Tariff = { tier: LineTier; ratios: Ratios; factors: readonly number[] }

function tariffsOf({ ModelPrice, ModelRatio, ModelTiers, ...amounts }: PriceAmounts): Tariff[] {
  if (ModelPrice !== undefined || ModelRatio === undefined) return []
  const base = ratiosOf(amounts, ModelRatio)
  const ofLengths = (tiers: readonly LengthTier[] = [], tier: LineTier = {}) =>
    tiers.map((length) => ({
      tier: { ...tier, above: length.above },
      ratios: tierRatios(base, length),
      factors: [length.ratio],
    }))
  const { lengths, services = {} } = ModelTiers ?? {}
  const ofServices = serviceTiers.flatMap((service): Tariff[] => {
    const rates = services[service]
    if (!rates) return []
    const own = { tier: { service }, ratios: tierRatios(base, rates), factors: [rates.ratio] }
    return [own, ...ofLengths(rates.lengths, { service })]
  })
  return [{ tier: {}, ratios: base, factors: [] }, ...ofLengths(lengths), ...ofServices]
}

type Line = LineTier & Pick<ComparedLine, 'name' | 'span'> & { amount: string }
type Dollars = (...ratios: number[]) => string

/** The lines of tokens of one price; `shown` are the fine lines that either of the compared prices sets. */
function tokenLines({ tier, ratios, factors }: Tariff, shown: ReadonlySet<FineLine>, dollars: Dollars): Line[] {
  const { ratio, output, audio = 1 } = ratios
  const factorsOf: Record<FineLine, number[]> = {
    cacheRead: [ratios.cacheRead ?? 1],
    cacheWrite: [ratios.cacheWrite ?? 1.25],
    image: [ratios.image ?? 1],
    imageOutput: [ratios.imageOutput ?? output],
    audio: [audio],
    audioOutput: [audio, ratios.audioOutput ?? output],
  }
  const line = (name: LineName, ...more: number[]) => ({ ...tier, name, amount: dollars(ratio, ...factors, ...more) })
  return [
    line('input'),
    line('output', output),
    ...fineLines.filter((name) => shown.has(name)).map((name) => line(name, ...factorsOf[name])),
  ]
}

/** Every line of a price, by its key. */
function linesOf(amounts: PriceAmounts, shown: ReadonlySet<FineLine>, quotaPerUnit: number): Map<string, Line> {
  const { ModelPrice, ModelTiers } = amounts
  const dollars: Dollars = (...ratios) => `$${listedPrice(dollarsOfTokens(million, quotaPerUnit, ...ratios))}`
  const lines: Line[] = [
    ...(ModelPrice === undefined
      ? []
      : [{ name: 'call' as const, amount: `$${listedPrice(dollarsOfCall(ModelPrice))}` }]),
    ...tariffsOf(amounts).flatMap((tariff) => tokenLines(tariff, shown, dollars)),
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
  const shown = new Set(fineLines.filter((name) => set.some(({ ratios }) => ratios[name] !== undefined)))
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

/** `+20%`, `-0.4%`; whole percent from ten on. */
export function percentText(percent: number): string {
  const size = Math.abs(percent)
  const figure = size >= 10 ? Math.round(size) : Math.round(size * 10) / 10
  return `${percent < 0 ? '-' : '+'}${figure}%`
}

/** The changed lines of a proposal in few words: input and output first, then the others. */
export function summaryOf(lines: readonly ComparedLine[]): { main: ComparedLine[]; more: number } {
  const changed = lines.filter(isChanged)
  const isBase = ({ name, above, service }: ComparedLine) =>
    above === undefined && service === undefined && (name === 'input' || name === 'output' || name === 'call')
  const base = lines.filter(isBase)
  const main = base.some(isChanged) ? base : changed.slice(0, 1)
  return { main, more: changed.filter((line) => !main.includes(line)).length }
}
