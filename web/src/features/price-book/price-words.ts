import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { dollarsOfPrice, dollarsOfRatio } from '../../components/options/price-math.ts'
import { listedPrice } from '../../lib/format/price-text.ts'

/** A price in dollars: per call, or per million input and output tokens. Undefined without a price. */
export function priceOf(
  amounts: PriceAmounts,
  quotaPerUnit: number,
): { call: string } | { tokens: string } | undefined {
  const { ModelPrice, ModelRatio, CompletionRatio = 1 } = amounts
  if (ModelPrice !== undefined) return { call: `$${listedPrice(dollarsOfPrice(ModelPrice))}` }
  if (ModelRatio === undefined) return undefined
  const input = listedPrice(dollarsOfRatio(ModelRatio, quotaPerUnit))
  const output = listedPrice(dollarsOfRatio(ModelRatio, quotaPerUnit, CompletionRatio))
  return { tokens: `$${input} / $${output}` }
}

const percent = (before: number, after: number): string | undefined => {
  if (before === 0) return undefined
  const change = Math.round((after / before - 1) * 1000) / 10
  return `${change > 0 ? '+' : ''}${change}%`
}

/** How much a price rises or falls: one figure, or those of input and output where they differ. Undefined where they cannot be compared. */
export function percentOf(before: PriceAmounts, after: PriceAmounts): string | undefined {
  if (before.ModelPrice !== undefined || after.ModelPrice !== undefined)
    return before.ModelPrice === undefined || after.ModelPrice === undefined
      ? undefined
      : percent(before.ModelPrice, after.ModelPrice)
  if (before.ModelRatio === undefined || after.ModelRatio === undefined) return undefined
  const outputOf = ({ ModelRatio = 0, CompletionRatio = 1 }: PriceAmounts) => ModelRatio * CompletionRatio
  const [input, output] = [percent(before.ModelRatio, after.ModelRatio), percent(outputOf(before), outputOf(after))]
  return input === output || output === undefined ? input : `${input ?? '—'} / ${output}`
}

/** A price of 0 where there was another one, or none. */
export const isFree = ({ ModelPrice, ModelRatio }: PriceAmounts) => (ModelPrice ?? ModelRatio) === 0
