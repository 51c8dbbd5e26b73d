import { cacheHourFactor, type MemberPrice, type PricedModel, quotaType } from '@turnpike/contract/money/pricing'
import { formatMoney } from '@turnpike/contract/quota'
import { dollarsOfCall, dollarsOfTokens, listedPrice, million, thousand } from '../format/price-text.ts'

/** What is charged for, in the order of a price list. */
const lineNames = [
  'input',
  'cacheRead',
  'cacheWrite',
  'cacheWriteHour',
  'output',
  'imageInput',
  'imageOutput',
  'audioInput',
  'audioOutput',
  'call',
] as const
export type LineName = (typeof lineNames)[number]

/** Dollars per million or thousand tokens, or the ratios that they are computed from. */
export const priceUnits = ['1m', '1k', 'ratio'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** A line of a model's price: the factors of its amount, besides the group's ratio. */
export type PriceLine = { name: LineName; factors: readonly number[] }

export const isPerCall = ({ quota_type }: Pick<PricedModel, 'quota_type'>) => quota_type === quotaType.call

/** What the prices of a model are made from. */
export type Priced = MemberPrice &
  Partial<
    Pick<
      PricedModel,
      'create_cache_ratio' | 'image_ratio' | 'image_completion_ratio' | 'audio_ratio' | 'audio_completion_ratio'
    >
  >

/**
 * The price of a model, line by line; a kind of token without a ratio of its own has no line. `factors` multiply every
 * price per token.
 */
export function linesOf(model: Priced, factors: readonly number[] = []): PriceLine[] {
  if (isPerCall(model)) return [{ name: 'call', factors: [model.model_price] }]
  const { completion_ratio, cache_ratio, create_cache_ratio, image_ratio, audio_ratio } = model
  const { image_completion_ratio, audio_completion_ratio = completion_ratio } = model
  const multiples: Partial<Record<LineName, readonly (number | undefined)[]>> = {
    input: [],
    cacheRead: [cache_ratio],
    cacheWrite: [create_cache_ratio],
    cacheWriteHour: [create_cache_ratio, cacheHourFactor],
    output: [completion_ratio],
    imageInput: [image_ratio],
    imageOutput: [image_completion_ratio],
    audioInput: [audio_ratio],
    audioOutput: [audio_ratio, audio_completion_ratio],
  }
  return lineNames.flatMap((name) => {
    const ratios = multiples[name]
    const isListed = (factors: typeof ratios): factors is readonly number[] => factors?.every(isNumber) === true
    return isListed(ratios) ? [{ name, factors: [model.model_ratio, ...factors, ...ratios] }] : []
  })
}

const isNumber = (value: number | undefined) => value !== undefined

export const lineOf = (model: Priced, name: LineName, factors?: readonly number[]): PriceLine | undefined =>
  linesOf(model, factors).find((line) => line.name === name)

/** The amounts of a line over the models of a virtual one: `$0.15–2.50`. Undefined where none of them has the line. */
export function rangeText(members: readonly MemberPrice[], name: LineName, terms: Terms): string | undefined {
  const priced = members
    .flatMap((member) => lineOf(member, name) ?? [])
    .map((line) => ({ text: amountText(line, terms), amount: productOf(line) }))
    .sort((one, other) => one.amount - other.amount)
  const [least, most] = [priced.at(0), priced.at(-1)]
  if (!least || !most) return undefined
  return least.text === most.text ? least.text : `${least.text}–${most.text.replace(/^\$/, '')}`
}

const productOf = ({ factors }: PriceLine): number => factors.reduce((product, factor) => product * factor, 1)

/** As many decimals as most prices have: those of a column are aligned by them. */
export const decimalsOf: Record<PriceUnit, number> = { '1m': 4, '1k': 7, ratio: 0 }

export const inDollars = (terms: Terms): Terms => (terms.unit === 'ratio' ? { ...terms, unit: '1m' } : terms)

export type Terms = { unit: PriceUnit; groupRatio: number; quotaPerUnit: number }

/** The amount of a line in words: `$4.00`, or `2.5 × 5` as ratios. */
export function amountText({ name, factors }: PriceLine, { unit, groupRatio, quotaPerUnit }: Terms): string {
  const [price = 0] = factors
  if (name === 'call') return formatMoney(dollarsOfCall(price, groupRatio))
  if (unit === 'ratio') return factors.join(' × ')
  const tokens = unit === '1k' ? thousand : million
  return formatMoney(listedPrice(dollarsOfTokens(tokens, quotaPerUnit, ...factors, groupRatio)))
}

/** For sorting only; models without the line have no amount. */
export function amountOf(model: PricedModel, name: LineName): number | undefined {
  const line = lineOf(model, name)
  return line && productOf(line)
}
