import { addDecimals, type Decimal, multiplyDecimals, roundDecimal } from '@turnpike/contract/quota'
import type { LogDetail, LogRow } from '@turnpike/contract/usage/log'
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
const whole = (count: number): Decimal => exactOf(count)

/**
 * The arithmetic of a charge, recomputed with exact decimals from the factors that its row keeps, as the server
 * computed it: everything is added up, multiplied by the group's ratio, and rounded once.
 */
export function receiptOf({ detail, quota }: Pick<LogRow, 'quota'> & { detail: LogDetail }): Receipt {
  const { price, group_ratio, quota_per_unit, is_minimum } = detail
  const group = exactOf(group_ratio)
  const inDollars = (amount: Decimal) => exactText(dividedBy(amount, quota_per_unit), amountDigits)

  const tools = detail.tools.map(({ name, count, price: perThousand }) => ({
    name,
    count,
    price: perThousand,
    exact: multiplyDecimals(whole(count), exactOf(perThousand), exactOf(quota_per_unit), { units: 1n, scale: 3 }),
  }))
  const shared = (base: Decimal) => {
    const exact = multiplyDecimals(addDecimals(base, ...tools.map((tool) => tool.exact)), group)
    const rounded = Number(roundDecimal(exact))
    return {
      tools: tools.map((tool) => {
        const amount = multiplyDecimals(tool.exact, group)
        return {
          name: tool.name,
          count: tool.count,
          price: exactText(exactOf(tool.price), amountDigits, 2),
          quota: exactText(amount, amountDigits, 0),
          amount: inDollars(amount),
        }
      }),
      groupRatio: group_ratio,
      quota,
      dollars: inDollars(whole(quota)),
      quotaPerUnit: quota_per_unit,
      isMinimum: is_minimum,
      isSum: is_minimum ? rounded === 0 && quota === 1 : rounded === quota,
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
      ...shared(multiplyDecimals(dollars, exactOf(quota_per_unit))),
    }
  }

  const ratio = exactOf(price.ratio)
  const lines = price.lines.map(({ name, count, weight }) => {
    const weighted = multiplyDecimals(whole(count), exactOf(weight))
    return {
      name,
      count,
      exact: weighted,
      weight: exactText(exactOf(weight), amountDigits, 0),
      weighted: exactText(weighted, amountDigits, 0),
      price: exactText(
        dividedBy(multiplyDecimals(exactOf(weight), ratio, group, million), quota_per_unit),
        amountDigits,
        2,
      ),
      amount: inDollars(multiplyDecimals(weighted, ratio, group)),
    }
  })
  const weighted = addDecimals(...lines.map(({ exact }) => exact))
  return {
    kind: 'tokens',
    lines: lines.map(({ exact: _, ...line }) => line),
    count: price.lines.reduce((sum, { count }) => sum + count, 0),
    weighted: exactText(weighted, amountDigits, 0),
    ratio: price.ratio,
    ...shared(multiplyDecimals(weighted, ratio)),
  }
}
