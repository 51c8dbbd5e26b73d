import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import { type Period, spanAt } from './periods.ts'

/** A pot as the ledger reads it. */
export type PotRow = Pick<
  Selectable<Database['pots']>,
  'id' | 'user_id' | 'amount' | 'quota' | 'held' | 'windows' | 'starts_at' | 'ends_at'
>
export const potColumns = ['id', 'user_id', 'amount', 'quota', 'held', 'windows', 'starts_at', 'ends_at'] as const

/**
 * A span shorter than that of the pot, with the most that may be spent in it. What running calls hold of the pot counts
 * towards each window. `from` and `to` are the span in which `used` counts; both are 0 before the first use.
 */
export type PotWindow = { amount: number; used: number; from: number; to: number } & (
  | { every: 'hours'; hours: number }
  | Period
)

const readMax = 1000
const alreadyRead = new Map<string, readonly PotWindow[]>()

function remember(text: string, windows: readonly PotWindow[]): readonly PotWindow[] {
  if (alreadyRead.size >= readMax) alreadyRead.clear()
  alreadyRead.set(text, windows)
  return windows
}

/** A call that a plan pays reads the windows several times, mostly those that the call before has written. */
export const readWindows = (text: string): readonly PotWindow[] =>
  alreadyRead.get(text) ?? remember(text, text === '' ? [] : (JSON.parse(text) as PotWindow[])) // written below

export function writeWindows(windows: readonly PotWindow[]): string {
  const text = windows.length === 0 ? '' : JSON.stringify(windows)
  remember(text, windows)
  return text
}

/**
 * The window at a time: one that is over begins again. One of hours begins with the use that asks. A settlement may come
 * late, with a time before the window: it counts in the window that runs, because an earlier one would lose its count.
 */
export function windowAt(window: PotWindow, at: number): PotWindow {
  if (at < window.to) return window
  const { from, to } = window.every === 'hours' ? { from: at, to: at + window.hours * 3600 } : spanAt(window, at)
  return { ...window, used: 0, from, to }
}

export const isRunning = ({ starts_at, ends_at }: Pick<PotRow, 'starts_at' | 'ends_at'>, at: number): boolean =>
  starts_at <= at && at < ends_at

/** The amount of a pot and its windows that is neither used nor held. It is 0 before the pot begins and after it has ended. */
export function roomIn(pot: PotRow, at: number): number {
  if (!isRunning(pot, at)) return 0
  let room = pot.amount === 0 ? Number.MAX_SAFE_INTEGER - pot.held : pot.quota - pot.held
  if (pot.windows !== '')
    for (const window of readWindows(pot.windows)) {
      const { amount, used } = windowAt(window, at)
      room = Math.min(room, amount - used - pot.held)
    }
  return Math.max(0, room)
}

/**
 * The part of a refund for which a pot has no room: after a reset it has its amount already. It comes back with the rest
 * and expires at once, so that no pot ever has more than what was sold.
 */
export const beyondAmount = ({ amount, quota }: Pick<PotRow, 'amount' | 'quota'>, back: number): number =>
  Math.max(0, Math.min(back, quota + back - amount))

/** Names the expiry of what a refund returned beyond the amount of a pot. */
export const beyondReference = (pot_id: number, refund: { kind: string; reference: string }): string =>
  `${pot_id}/${refund.kind}/${refund.reference}`

/** Counts what is taken from a pot. A negative amount is returned: it counts in the window of its charge, if that still runs. */
export function countInWindows(windows: string, amount: number, at: number, chargedAt = at): string {
  if (windows === '') return ''
  return writeWindows(
    readWindows(windows).map((window) => {
      const current = windowAt(window, at)
      if (amount >= 0) return { ...current, used: current.used + amount }
      const isOfWindow = chargedAt >= window.from && at < window.to
      return isOfWindow ? { ...window, used: Math.max(0, window.used + amount) } : window
    }),
  )
}
