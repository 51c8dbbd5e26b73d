/** Whole days that a balance lasts when so much is spent in so many seconds; a first day counts as a whole one. */
export function daysLeft(balance: number, spent: number, seconds: number): number | undefined {
  if (spent <= 0) return undefined
  const days = Math.max(1, seconds / 86_400)
  return Math.max(0, Math.floor(balance / (spent / days)))
}
