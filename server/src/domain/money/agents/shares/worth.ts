import { decimalOf, quotaOf } from '@turnpike/contract/quota'

/** The share of an amount, rounded down. Percent have two decimals at most. */
export function shareOf(base: number, percent: number): number {
  const { units, scale } = decimalOf(percent)
  return quotaOf((BigInt(base) * units) / (100n * 10n ** BigInt(scale)))
}

/** The percent of the second level: at most what the first one leaves. */
export function secondPercent(first: number, second: number): number {
  const { units, scale } = decimalOf(first)
  const left = Number(10_000n - units * 10n ** BigInt(2 - scale)) / 100
  return Math.max(0, Math.min(second, left))
}

/** A part of a whole that was paid back. */
export type Back = { all: number; back: number }

/**
 * What is taken back of an amount: rounded up, so that the rest is never more than the share of what is left, and all of
 * it when everything was paid back.
 */
export function takenBack(amount: number, { all, back }: Back): number {
  if (back <= 0) return 0
  if (back >= all) return amount
  return Number((BigInt(amount) * BigInt(back) + BigInt(all) - 1n) / BigInt(all))
}

/** The part of its base that a share with so much taken back still stands for. */
export const standingBase = ({ base, amount, reversed }: { base: number; amount: number; reversed: number }): number =>
  base - Number((BigInt(reversed) * BigInt(base)) / BigInt(amount))
