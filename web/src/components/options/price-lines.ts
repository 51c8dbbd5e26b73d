import type { RatioKey } from '@turnpike/contract/money/price-book'
import type { TierRatios } from '@turnpike/contract/money/price-tiers'
import { isMultiple } from '@turnpike/contract/quota'
import { dollarsOfRatio, ratioOfDollars, readDecimal } from './price-math.ts'

/** What a price per token charges for, in the order of a price list. */
export const lineNames = [
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'imageInput',
  'imageOutput',
  'audioInput',
  'audioOutput',
] as const
export type LineName = (typeof lineNames)[number]

/** The option that holds the ratio of a line. */
export const optionOfLine = {
  input: 'ModelRatio',
  output: 'CompletionRatio',
  cacheRead: 'CacheRatio',
  cacheWrite: 'CreateCacheRatio',
  imageInput: 'ImageRatio',
  imageOutput: 'ImageCompletionRatio',
  audioInput: 'AudioRatio',
  audioOutput: 'AudioCompletionRatio',
} as const satisfies Record<LineName, RatioKey>

/** The member of a tier that holds the ratio of a line. */
export const memberOfLine = {
  input: 'ratio',
  output: 'completion_ratio',
  cacheRead: 'cache_read_ratio',
  cacheWrite: 'cache_write_ratio',
  imageInput: 'image_ratio',
  imageOutput: 'image_completion_ratio',
  audioInput: 'audio_ratio',
  audioOutput: 'audio_completion_ratio',
} as const satisfies Record<LineName, keyof TierRatios>

/** The ratios that were set; a line without one has its default. That of `input` in a tier is a multiple of the model's. */
export type LineRatios = Partial<Record<LineName, number>>

export const linesOfAmounts = (amounts: Partial<Record<RatioKey, number | null>>): LineRatios =>
  Object.fromEntries(lineNames.flatMap((line) => entryOf(line, amounts[optionOfLine[line]])))

export const linesOfTier = (tier: TierRatios): LineRatios =>
  Object.fromEntries(lineNames.flatMap((line) => entryOf(line, tier[memberOfLine[line]])))

const entryOf = (line: LineName, ratio: number | null | undefined) => (typeof ratio === 'number' ? [[line, ratio]] : [])

/** The ratios of a tier as they are stored; undefined without an input price. */
export function tierOfLines(lines: LineRatios): TierRatios | undefined {
  const { input: ratio } = lines
  if (ratio === undefined) return undefined
  const others = lineNames.flatMap((line) => (lines[line] === undefined ? [] : [[memberOfLine[line], lines[line]]]))
  return { ...Object.fromEntries(others), ratio }
}

/** A price with every line: the factors of the input price, and the ratios of the others. */
export type FullPrice = { input: readonly number[] } & Record<Exclude<LineName, 'input'>, number> & {
    own: LineRatios
  }

const cacheWriteDefault = 1.25

/** The price of a model, with the defaults of the lines that were not set; undefined without an input price. */
export function fullPrice(own: LineRatios): FullPrice | undefined {
  if (own.input === undefined) return undefined
  const { output = 1 } = own
  return {
    own,
    input: [own.input],
    output,
    cacheRead: own.cacheRead ?? 1,
    cacheWrite: own.cacheWrite ?? cacheWriteDefault,
    imageInput: own.imageInput ?? 1,
    imageOutput: own.imageOutput ?? output,
    audioInput: own.audioInput ?? 1,
    audioOutput: own.audioOutput ?? output,
  }
}

/** The price of a tier of a model. What it does not set has the model's ratio to the tier's input price. */
export function tierPrice(base: FullPrice, own: LineRatios): FullPrice {
  const output = own.output ?? base.output
  return {
    own,
    input: [...base.input, own.input ?? 1],
    output,
    cacheRead: own.cacheRead ?? base.cacheRead,
    cacheWrite: own.cacheWrite ?? base.cacheWrite,
    imageInput: own.imageInput ?? base.imageInput,
    imageOutput: own.imageOutput ?? base.own.imageOutput ?? output,
    audioInput: own.audioInput ?? base.audioInput,
    audioOutput: own.audioOutput ?? (base.audioOutput === base.output ? output : base.audioOutput),
  }
}

/** The ratios that the price of a line is the product of; the last one is its own. */
const factorsOf = (price: FullPrice, line: LineName): readonly number[] => {
  if (line === 'input') return price.input
  const heard = line === 'audioOutput' ? [price.audioInput] : []
  return [...price.input, ...heard, price[line]]
}

/** The price of a line in dollars per million tokens. */
export function lineDollars(price: FullPrice, line: LineName, quotaPerUnit: number): string {
  const [ratio = 0, ...multiples] = factorsOf(price, line)
  return dollarsOfRatio(ratio, quotaPerUnit, ...multiples)
}

/** The ratio of a line as text. */
export const lineRatio = (price: FullPrice, line: LineName): string => String(factorsOf(price, line).at(-1))

/** How a person reads and types prices. */
export const priceUnits = ['dollars', 'ratios'] as const
export type PriceUnit = (typeof priceUnits)[number]

export type TypingProblem = 'number' | 'range' | 'multipleRange' | 'unreachable' | 'inputFirst'
export type TypedLine = { ratio: number } | { problem: TypingProblem }

/** The ratio of a line after its price or ratio was typed. `price` is the one before, undefined without an input price. */
export function typeLine(
  price: FullPrice | undefined,
  line: LineName,
  text: string,
  unit: PriceUnit,
  quotaPerUnit: number,
): TypedLine {
  if (unit === 'ratios') {
    const read = readDecimal(text, (plain) => isMultiple(plain) && isMultiple(Number(plain)))
    if ('text' in read) return { ratio: Number(read.text) }
    return { problem: read.problem === 'range' ? 'multipleRange' : read.problem }
  }
  const read = readDecimal(text)
  if ('problem' in read) return read
  const factors = price ? factorsOf(price, line).slice(0, -1) : []
  if (line !== 'input' && (!price || factors.includes(0))) return { problem: 'inputFirst' }
  const ratio = ratioOfDollars(read.text, quotaPerUnit, factors)
  return ratio === undefined ? { problem: factors.includes(0) ? 'inputFirst' : 'unreachable' } : { ratio }
}
