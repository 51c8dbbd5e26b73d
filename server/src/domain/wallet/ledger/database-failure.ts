/** The database did not answer in time or cannot write. An operation with `wasSent` may still have been committed. */
export class DatabaseAway extends Error {
  wasSent = false
}

/**
 * conflict: another transaction won, try again at once. blocked: another transaction holds a lock for too long, so the
 * operations must be committed apart. away: wait for the database. poison: an operation that can never be written.
 */
export type Failure = 'conflict' | 'blocked' | 'away' | 'poison'

const conflicts = new Set(['40001', '40P01'])
const lockNotAvailable = '55P03'
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
  if (error.code === lockNotAvailable) return 'blocked'
  return awayStates.test(error.code) ? 'away' : 'poison'
}
