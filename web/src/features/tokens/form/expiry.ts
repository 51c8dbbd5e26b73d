import { neverExpires } from '@turnpike/contract/token'

/** How a person may write a moment; the first is how we write it. */
export const expiryFormats = ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD']

const written = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** Unix seconds of a moment in the reader's zone, never for nothing or -1, NaN for what is no moment. */
export function readExpiry(text: string): number {
  const plain = text.trim()
  if (plain === '' || plain === String(neverExpires)) return neverExpires
  const [year, month, day, hour = 0, minute = 0, second = 0] = written.exec(plain)?.slice(1).map(readPart) ?? []
  if (year === undefined || month === undefined || day === undefined) return Number.NaN
  const date = new Date(year, month - 1, day, hour, minute, second)
  // February 30 would otherwise become a day in March.
  const isReal = date.getMonth() === month - 1 && date.getDate() === day
  return isReal && hour < 24 && minute < 60 && second < 60 ? Math.floor(date.getTime() / 1000) : Number.NaN
}

const readPart = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))

/** What is usual, counted from now. */
export const expiryShortcuts = { never: undefined, hour: 3600, day: 86_400, month: 30 * 86_400 } as const
export type ExpiryShortcut = keyof typeof expiryShortcuts

export function expiryAfter(shortcut: ExpiryShortcut, now: number): number {
  const seconds = expiryShortcuts[shortcut]
  return seconds === undefined ? neverExpires : now + seconds
}
