import { addDecimals, type Decimal, decimalOf, multiplyDecimals } from '@turnpike/contract/quota'
import { type CallPrice, isFree, type Price, type TokenPrice } from './price.ts'
import { roundedQuota, sumExactly, sumSafely } from './rates.ts'
import { tariffOf } from './tiers/tariff.ts'
import { toolPriceOf } from './tool-prices.ts'
import { checkCount, countsOf, type Usage, type UsageLine, usageLines } from './usage.ts'

/** A named multiplier of a price per call, such as the size of a picture. */
export type Factor = { name: string; value: number }
export type ChargeExtras = {
  /** Calls, pictures or tasks delivered. */
  count?: number
  factors?: readonly Factor[]
}

/** Tokens × weight × the model's ratio × the group's ratio: one row of the receipt. */
type ChargeLine = { name: UsageLine; count: number; weight: number }
/** Dollars per 1000 calls. */
export type ToolSurcharge = { name: string; count: number; price: number }

/** Every factor of the charge, so that it can be computed again. */
export type ChargeParts = {
  group_ratio: number
  tool_surcharges: readonly ToolSurcharge[]
  /** The exact amount was less than the smallest one we charge. */
  is_minimum: boolean
} & (
  | { price: TokenPrice; lines: readonly ChargeLine[] }
  | { price: CallPrice; count: number; factors: readonly Factor[] }
)
export type Charge = { quota: number; parts: ChargeParts }

/**
 * The charge of a call: exact decimals, rounded once at the end, half away from zero; at least 1 when the model has a
 * price and a token was delivered. Throws for invalid counts and for amounts that a balance cannot hold.
 */
export function chargeOf(usage: Usage, price: Price, groupRatio: number, extras: ChargeExtras = {}): Charge {
  const tools = surchargesOf(usage, price)
  return price.kind === 'tokens'
    ? chargeTokens(countsOf(usage), tools, tariffOf(price, usage), groupRatio)
    : chargeCalls(checkCount(extras.count ?? 1), extras.factors ?? [], tools, price, groupRatio)
}

/** The amount of a charge by tokens, without its parts. */
export function quotaOfTokens(usage: Usage, price: TokenPrice, groupRatio: number): number {
  const tariff = tariffOf(price, usage)
  const { amount, is_minimum } = amountOfTokens(countsOf(usage), surchargesOf(usage, price), tariff, groupRatio)
  return is_minimum ? 1 : amount
}

function chargeTokens(
  counts: readonly number[],
  tool_surcharges: readonly ToolSurcharge[],
  price: TokenPrice,
  group_ratio: number,
): Charge {
  const { amount, is_minimum } = amountOfTokens(counts, tool_surcharges, price, group_ratio)
  const parts = { price, group_ratio, lines: linesOf(counts, price), tool_surcharges, is_minimum }
  return { quota: is_minimum ? 1 : amount, parts }
}

function amountOfTokens(
  counts: readonly number[],
  tools: readonly ToolSurcharge[],
  price: TokenPrice,
  groupRatio: number,
): { amount: number; is_minimum: boolean } {
  const group = decimalOf(groupRatio)
  const amount =
    (tools.length === 0 ? sumSafely(counts, price.rates, group) : undefined) ??
    total(sumExactly(counts, price.rates), tools, price, group)
  const is_minimum = amount === 0 && counts.some((count) => count > 0) && !isFree(price) && groupRatio > 0
  return { amount, is_minimum }
}

function chargeCalls(
  count: number,
  factors: readonly Factor[],
  tool_surcharges: readonly ToolSurcharge[],
  price: CallPrice,
  group_ratio: number,
): Charge {
  const multipliers = [{ units: BigInt(count), scale: 0 }, ...factors.map(({ value }) => decimalOf(value))]
  const calls = multiplyDecimals(price.quota_per_call, ...multipliers)
  const amount = total(calls, tool_surcharges, price, decimalOf(group_ratio))
  const is_minimum = amount === 0 && count > 0 && !isFree(price) && group_ratio > 0
  const parts = { price, group_ratio, count, factors, tool_surcharges, is_minimum }
  return { quota: is_minimum ? 1 : amount, parts }
}

function total(base: Decimal, surcharges: readonly ToolSurcharge[], price: Price, group: Decimal): number {
  const quotaPerUnit = decimalOf(price.quota_per_unit)
  const tools = surcharges.map((tool) =>
    multiplyDecimals({ units: BigInt(tool.count), scale: 3 }, decimalOf(tool.price), quotaPerUnit),
  )
  return roundedQuota(multiplyDecimals(addDecimals(base, ...tools), group))
}

const noCalls: NonNullable<Usage['tool_calls']> = []
const surchargesOf = ({ tool_calls = noCalls }: Usage, price: Price): ToolSurcharge[] =>
  tool_calls
    .filter(({ count }) => checkCount(count) > 0)
    .map(({ name, count }) => ({ name, count, price: toolPriceOf(name, price.model) }))

function linesOf(counts: readonly number[], price: TokenPrice): ChargeLine[] {
  const lines: ChargeLine[] = []
  let index = 0
  for (const name of usageLines) {
    const count = counts[index++] ?? 0
    if (count > 0) lines.push({ name, count, weight: price.weights[name] })
  }
  return lines
}
