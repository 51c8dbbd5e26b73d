import { finePriceKeys, type PriceAmounts } from '@turnpike/contract/money/price-book'
import {
  type LengthTier,
  type PriceSpan,
  type ServiceTier,
  serviceTiers,
  type TierRatios,
} from '@turnpike/contract/money/price-tiers'
import { dollarsOfCall, dollarsOfTokens, listedPrice, million } from '../../../lib/format/price-text.ts'

export const lineNames = [
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
export type LineName = (typeof lineNames)[number]

/** What a line of a price is limited to: long prompts, a service tier, or both. */
export type LineTier = { above?: number; service?: ServiceTier }
/** A line that two prices may have: in dollars per call or per million tokens. */
export type ComparedLine = LineTier & {
  /** `span` is a time of day; its amounts are factors. */
  name: LineName | 'span'
  span?: PriceSpan & { zone: string }
  before?: string
  after?: string
}

type Ratios = {
  ratio: number
  output: number
  cacheRead?: number
  cacheWrite?: number
  image?: number
  imageOutput?: number
  audio?: number
  audioOutput?: number
}

/** The amounts in force after a change: absent fine amounts stay, null removes one. */
export function changedAmounts(before: PriceAmounts, change: PriceAmounts): PriceAmounts {
  const kept = finePriceKeys.flatMap((key) => {
    const value = change[key] === undefined ? before[key] : change[key]
    return value === undefined || value === null ? [] : [[key, value]]
  })
  const { ModelPrice, ModelRatio, CompletionRatio } = change
  return {
    ...(ModelPrice !== undefined && { ModelPrice }),
    ...(ModelRatio !== undefined && { ModelRatio }),
    ...(CompletionRatio !== undefined && { CompletionRatio }),
    ...Object.fromEntries(kept),
  }
}

const set = (value: number | null | undefined): number | undefined => value ?? undefined

function ratiosOf(amounts: PriceAmounts, ratio: number): Ratios {
  const optional = {
    cacheRead: set(amounts.CacheRatio),
    cacheWrite: set(amounts.CreateCacheRatio),
    image: set(amounts.ImageRatio),
    imageOutput: set(amounts.ImageCompletionRatio),
    audio: set(amounts.AudioRatio),
    audioOutput: set(amounts.AudioCompletionRatio),
  }
  return { ratio, output: amounts.CompletionRatio ?? 1, ...present(optional) }
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

type Line = LineTier & Pick<ComparedLine, 'name' | 'span'> & { amount: string }

/** Every line of a price that has an amount of its own, by its key. */
function linesOf(amounts: PriceAmounts, quotaPerUnit: number): Map<string, Line> {
  const lines = new Map<string, Line>()
  const add = (line: Line) => {
    const { name, above = '', service = '', span } = line
    lines.set([name, above, service, span?.from ?? '', span?.to ?? '', span?.days?.join('') ?? ''].join(' '), line)
  }
  const { ModelPrice, ModelRatio, ModelTiers } = amounts
  if (ModelPrice !== undefined) add({ name: 'call', amount: `$${listedPrice(dollarsOfCall(ModelPrice))}` })
  if (ModelPrice !== undefined || ModelRatio === undefined) return lines

  const addTokens = (ratios: Ratios, factors: number[], tier: LineTier) => {
    const dollars = (...more: number[]) =>
      `$${listedPrice(dollarsOfTokens(million, quotaPerUnit, ratios.ratio, ...factors, ...more))}`
    const { output, cacheRead, cacheWrite, image, imageOutput, audio, audioOutput } = ratios
    add({ ...tier, name: 'input', amount: dollars() })
    add({ ...tier, name: 'output', amount: dollars(output) })
    if (cacheRead !== undefined) add({ ...tier, name: 'cacheRead', amount: dollars(cacheRead) })
    if (cacheWrite !== undefined) add({ ...tier, name: 'cacheWrite', amount: dollars(cacheWrite) })
    if (image !== undefined) add({ ...tier, name: 'image', amount: dollars(image) })
    if (imageOutput !== undefined) add({ ...tier, name: 'imageOutput', amount: dollars(imageOutput) })
    if (audio !== undefined) add({ ...tier, name: 'audio', amount: dollars(audio) })
    if (audioOutput !== undefined) add({ ...tier, name: 'audioOutput', amount: dollars(audio ?? 1, audioOutput) })
  }
  const base = ratiosOf(amounts, ModelRatio)
  addTokens(base, [], {})
  const { lengths = [], services = {}, times } = ModelTiers ?? {}
  const addLengths = (tiers: readonly LengthTier[], from: Ratios, factors: number[], tier: LineTier) => {
    for (const length of tiers)
      addTokens(tierRatios(from, length), [...factors, length.ratio], { ...tier, above: length.above })
  }
  addLengths(lengths, base, [], {})
  for (const service of serviceTiers) {
    const rates = services[service]
    if (!rates) continue
    addTokens(tierRatios(base, rates), [rates.ratio], { service })
    if (rates.lengths) addLengths(rates.lengths, base, [], { service })
  }
  for (const span of times?.spans ?? [])
    add({ name: 'span', span: { ...span, zone: times?.zone ?? '' }, amount: `×${span.factor}` })
  return lines
}

/** The lines of two prices, side by side. Where both prices have a line, it has both amounts. */
export function compareLines(before: PriceAmounts, after: PriceAmounts, quotaPerUnit: number): ComparedLine[] {
  const [old, next] = [linesOf(before, quotaPerUnit), linesOf(after, quotaPerUnit)]
  const keys = [...new Set([...old.keys(), ...next.keys()])]
  return keys.flatMap((key) => {
    const [was, becomes] = [old.get(key), next.get(key)]
    const line = was ?? becomes
    if (!line) return []
    const { amount: _, ...rest } = line
    return [{ ...rest, ...(was && { before: was.amount }), ...(becomes && { after: becomes.amount }) }]
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

/** The largest change of any line in percent, by its size. */
export function largestPercent(lines: readonly ComparedLine[]): number | undefined {
  let largest: number | undefined
  for (const line of lines) {
    const percent = isChanged(line) ? percentOf(line) : undefined
    if (percent !== undefined && (largest === undefined || Math.abs(percent) > Math.abs(largest))) largest = percent
  }
  return largest
}
