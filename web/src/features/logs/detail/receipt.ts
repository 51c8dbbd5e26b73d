import { addDecimals, type Decimal, multiplyDecimals, roundDecimal, roundedTo } from '@turnpike/contract/quota'
import type { LogDetail, LogRow } from '@turnpike/contract/usage/log'
import { roundedParts } from './apportion.ts'
import { dividedBy, exactOf, exactText } from './exact.ts'

/** One kind of token: count × weight = weighted, and what it cost. Amounts are dollars. */
export type TokenLine = {
  name: string
  count: number
  weight: string
  weighted: string
  /** Per million tokens, the group's ratio included. */
  price: string
  amount: string
}
/** Calls of a tool that the upstream billed apart. */
export type ToolLine = { name: string; count: number; price: string; quota: string; amount: string }

type Shared = {
  tools: ToolLine[]
  groupRatio: number
  /** What was charged. */
  quota: number
  dollars: string
  quotaPerUnit: number
  /** The exact amount was less than 1, which is the least that is charged. */
  isMinimum: boolean
  /** The parts come to what was charged. They do not where the sum was more than a balance can hold. */
  isSum: boolean
}
export type TokenReceipt = Shared & {
  kind: 'tokens'
  lines: TokenLine[]
  count: number
  weighted: string
  ratio: number
  tier: Extract<LogDetail['price'], { kind: 'tokens' }>['tier']
}
export type CallReceipt = Shared & {
  kind: 'call'
  /** Dollars per call. */
  price: string
  count: number
  factors: { name: string; value: number }[]
  /** Dollars of the calls before the group's ratio and the tools. */
  amount: string
}
export type Receipt = TokenReceipt | CallReceipt

const amountDigits = 6
const million: Decimal = { units: 1_000_000n, scale: 0 }
const thousandth: Decimal = { units: 1n, scale: 3 }
const whole = (count: number): Decimal => exactOf(count)

// A ratio with more digits is a quotient of two prices that was rounded. Its product is rounded to the digits of a rate,
// which recovers the price, as the server does.
const typedDigits = 6
const rateDigits = 9
function rateOf(...ratios: Decimal[]): Decimal {
  const rate = multiplyDecimals(...ratios)
  return ratios.some(({ scale }) => scale > typedDigits) ? roundedTo(rate, rateDigits) : rate
}

/** An amount of quota before the group's ratio. */
type Part = { exact: Decimal }
const sumOf = (parts: readonly Part[]) => addDecimals(...parts.map(({ exact }) => exact))

/**
 * The arithmetic of a charge, recomputed with exact decimals from the factors that its row keeps, as the server
 * computed it: everything is added up, multiplied by the group's ratio, and rounded once. The amounts of the parts are
 * rounded so that they add up to the charge.
 */
export function receiptOf({ detail, quota }: Pick<LogRow, 'quota'> & { detail: LogDetail }): Receipt {
  const { price, group_ratio, quota_per_unit, is_minimum } = detail
  const group = exactOf(group_ratio)
  const inDollars = (amount: Decimal) => dividedBy(amount, quota_per_unit)
  const isCharge = (parts: readonly Part[]) => {
    const rounded = Number(roundDecimal(multiplyDecimals(sumOf(parts), group)))
    return is_minimum ? rounded === 0 && quota === 1 : rounded === quota
  }

  const tools = detail.tools.map(({ name, count, price: perThousand }) => ({
    name,
    count,
    price: perThousand,
    exact: multiplyDecimals(whole(count), exactOf(perThousand), exactOf(quota_per_unit), thousandth),
  }))
  /** `amounts` has one for each part, the tools last. */
  const shared = (parts: readonly Part[]) => {
    const isSum = isCharge([...parts, ...tools])
    const exact = [...parts, ...tools].map((part) => inDollars(multiplyDecimals(part.exact, group)))
    const shown = isSum ? roundedParts(exact, inDollars(whole(quota)), amountDigits) : exact
    const amounts = shown.map((amount) => exactText(amount, amountDigits))
    const amountsOfTools = amounts.slice(parts.length)
    return {
      amounts,
      totals: {
        tools: tools.map((tool, index) => ({
          name: tool.name,
          count: tool.count,
          price: exactText(exactOf(tool.price), amountDigits, 2),
          quota: exactText(multiplyDecimals(tool.exact, group), amountDigits, 0),
          amount: amountsOfTools[index] ?? '',
        })),
        groupRatio: group_ratio,
        quota,
        dollars: exactText(inDollars(whole(quota)), amountDigits),
        quotaPerUnit: quota_per_unit,
        isMinimum: is_minimum,
        isSum,
      },
    }
  }

  if (price.kind === 'call') {
    const factors = price.factors.map(({ value }) => exactOf(value))
    const dollars = multiplyDecimals(exactOf(price.price), whole(price.count), ...factors)
    return {
      kind: 'call',
      price: exactText(exactOf(price.price), amountDigits, 2),
      count: price.count,
      factors: price.factors,
      amount: exactText(dollars, amountDigits, 2),
      ...shared([{ exact: multiplyDecimals(dollars, exactOf(quota_per_unit)) }]).totals,
    }
  }

  const ratio = exactOf(price.ratio)
  const counted = price.lines.map((line) => ({
    ...line,
    weighted: multiplyDecimals(whole(line.count), exactOf(line.weight)),
  }))
  const partsAt = (rate: (...ratios: Decimal[]) => Decimal) =>
    counted.map(({ count, weight }) => {
      const ofToken = rate(ratio, exactOf(weight))
      return { ofToken, exact: multiplyDecimals(whole(count), ofToken) }
    })
  // A product of two typed ratios has as many digits as a quotient. Only the charge tells which of them a weight is.
  const rounded = partsAt(rateOf)
  const parts = isCharge([...rounded, ...tools]) ? rounded : partsAt(multiplyDecimals)
  const { amounts, totals } = shared(parts)
  const weighted = addDecimals(...counted.map((line) => line.weighted))
  const weights = roundedParts(
    counted.map((line) => line.weighted),
    weighted,
    amountDigits,
  )
  return {
    kind: 'tokens',
    lines: counted.map(({ name, count, weight }, index) => ({
      name,
      count,
      weight: exactText(exactOf(weight), amountDigits, 0),
      weighted: exactText(weights[index] ?? whole(0), amountDigits, 0),
      price: exactText(inDollars(multiplyDecimals(parts[index]?.ofToken ?? whole(0), group, million)), amountDigits, 2),
      amount: amounts[index] ?? '',
    })),
    count: price.lines.reduce((sum, { count }) => sum + count, 0),
    weighted: exactText(weighted, amountDigits, 0),
    ratio: price.ratio,
    tier: price.tier,
    ...totals,
  }
}
