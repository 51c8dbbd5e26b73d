import type { UsageRow } from '@turnpike/contract/usage/dashboard'

export const daysShown = 14

/** The first second of each of the last days in the reader's zone, today's last. */
export function dayStarts(now: Date): number[] {
  return Array.from({ length: daysShown }, (_, index) => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (daysShown - 1 - index))
    return Math.floor(midnight.getTime() / 1000)
  })
}

/** The spend of each day. */
export function spendByDay(
  starts: readonly number[],
  rows: readonly Pick<UsageRow, 'created_at' | 'quota'>[],
): number[] {
  const spend = starts.map(() => 0)
  for (const { created_at, quota } of rows) {
    const day = starts.findLastIndex((start) => start <= created_at)
    if (day >= 0) spend[day] = (spend[day] ?? 0) + quota
  }
  return spend
}

/** The mean of a day since the first one with a spend, and the whole days that the balance lasts at this pace. */
export function paceOf(spend: readonly number[], balance: number): { perDay: number; days: number } | undefined {
  const first = spend.findIndex((quota) => quota > 0)
  if (first < 0) return undefined
  const perDay = spend.reduce((sum, quota) => sum + quota, 0) / (spend.length - first)
  return { perDay, days: Math.max(0, Math.floor(balance / perDay)) }
}
