import { finePriceKeys } from '@turnpike/contract/money/price-book'
import { fullPrice, lineDollars, lineNames, linesOfAmounts } from '../../components/options/price-lines.ts'
import { type Amounts, isSameAmount } from '../../components/options/price-maps.ts'
import { dollarsOfPrice, dollarsOfRatio } from '../../components/options/price-math.ts'
import { meantPrice } from '../../components/options/typing-guard.ts'
import { listedPrice } from '../../lib/format/price-text.ts'

/** A price in dollars: per call, or per million input and output tokens. Undefined without a price. */
export function priceOf(amounts: Amounts, quotaPerUnit: number): { call: string } | { tokens: string } | undefined {
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
export function percentOf(before: Amounts, after: Amounts): string | undefined {
  if (before.ModelPrice !== undefined || after.ModelPrice !== undefined)
    return before.ModelPrice === undefined || after.ModelPrice === undefined
      ? undefined
      : percent(before.ModelPrice, after.ModelPrice)
  if (before.ModelRatio === undefined || after.ModelRatio === undefined) return undefined
  const outputOf = ({ ModelRatio = 0, CompletionRatio = 1 }: Amounts) => ModelRatio * CompletionRatio
  const [input, output] = [percent(before.ModelRatio, after.ModelRatio), percent(outputOf(before), outputOf(after))]
  return input === output || output === undefined ? input : `${input ?? '—'} / ${output}`
}

/** A price of 0 where there was another one, or none. */
export const isFree = ({ ModelPrice, ModelRatio }: Amounts) => (ModelPrice ?? ModelRatio) === 0

const [, , ...fineLines] = lineNames
export type FineLine = (typeof fineLines)[number]

/** The lines besides input and output that were set, removed or cost something else, with their new prices. */
export function changedLines(
  before: Amounts,
  after: Amounts,
  quotaPerUnit: number,
): { line: FineLine; price: string }[] {
  const [linesBefore, linesAfter] = [linesOfAmounts(before), linesOfAmounts(after)]
  const price = fullPrice(linesAfter)
  if (!price || after.ModelPrice !== undefined) return []
  return fineLines
    .filter((line) => linesBefore[line] !== linesAfter[line])
    .map((line) => ({ line, price: `$${listedPrice(lineDollars(price, line, quotaPerUnit))}` }))
}

/** Whether prices other than those of input and output change. */
export const hasFineChange = (before: Amounts, after: Amounts): boolean =>
  finePriceKeys.some((key) => !isSameAmount(before[key], after[key]))

/** The input price that was probably meant, where the new one is a million times the one before, or a millionth of it. */
export function meantInput(before: Amounts, after: Amounts, quotaPerUnit: number): string | undefined {
  const [old, next] = [fullPrice(linesOfAmounts(before)), fullPrice(linesOfAmounts(after))]
  if (!next || after.ModelPrice !== undefined) return undefined
  const known = old && Number(lineDollars(old, 'input', quotaPerUnit))
  return meantPrice(lineDollars(next, 'input', quotaPerUnit), known)
}
