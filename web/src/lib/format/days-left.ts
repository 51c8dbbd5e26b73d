/** The whole days that a balance lasts at a spend per number of seconds; less than a day of data counts as a day. */
export function daysLeft(balance: number, spent: number, seconds: number): number | undefined {
  if (spent <= 0) return undefined
  const days = Math.max(1, seconds / 86_400)
  return Math.max(0, Math.floor(balance / (spent / days)))
}
