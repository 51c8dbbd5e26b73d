/** The database did not answer in time or cannot write. What was asked may have been done all the same if it was sent. */
export class DatabaseAway extends Error {
  wasSent = false
}

/**
 * conflict: lost against another transaction, try again at once. blocked: someone holds a lock for too long, so the
 * operations must be told apart. away: wait for the database. poison: an operation that can never be written.
 */
export type Failure = 'conflict' | 'blocked' | 'away' | 'poison'

const conflicts = new Set(['40001', '40P01'])
/** No lock in time, and a statement that took longer than its limit, most likely because of locks. */
const blockedStates = new Set(['55P03', '57014'])
/** Connection, resources, operator (shutdown, timeout), system; and a server that is a read-only standby. */
const awayStates = /^(08|53|57|58)|^25006$/
/** Busy, locked, out of memory, read-only, input/output, full, cannot open. */
const awaySqlite = new Set([5, 6, 7, 8, 10, 13, 14])

export function failureOf(error: unknown): Failure {
  if (error instanceof DatabaseAway) return 'away'
  if (!(error instanceof Error)) return 'poison'
  if ('errcode' in error) return awaySqlite.has(Number(error.errcode) & 0xff) ? 'away' : 'poison'
  if (!('code' in error) || typeof error.code !== 'string') return 'poison'
  if (conflicts.has(error.code)) return 'conflict'
  if (blockedStates.has(error.code)) return 'blocked'
  return awayStates.test(error.code) ? 'away' : 'poison'
}
