import { neverExpires } from '@turnpike/contract/identity/token'

/** The accepted formats of a time; the first is the one that is shown. */
export const expiryFormats = ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD HH:mm', 'YYYY-MM-DD']

const written = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** Unix seconds of a time in the browser's zone, `neverExpires` for an empty text or -1, NaN for any other text. */
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

/** The usual lifetimes, in seconds. */
export const expiryShortcuts = { never: undefined, hour: 3600, day: 86_400, month: 30 * 86_400 } as const
export type ExpiryShortcut = keyof typeof expiryShortcuts

export function expiryAfter(shortcut: ExpiryShortcut, now: number): number {
  const seconds = expiryShortcuts[shortcut]
  return seconds === undefined ? neverExpires : now + seconds
}
