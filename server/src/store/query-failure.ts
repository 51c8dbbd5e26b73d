/**
 * Why the database did not carry out a query, where the query itself is not to blame. conflict: rolled back because of
 * another transaction, or because the client rested too long. blocked: a lock was not free, or the statement not done,
 * within its time limit. away: no connection, or a server that cannot work now.
 */
export type QueryFailure = 'conflict' | 'blocked' | 'away'

const conflictStates = new Set(['40001', '40P01', '25P03'])
const blockedStates = new Set(['55P03', '57014'])
/** Connection, resources, operator (shutdown, crash), system; and a server that is a read-only standby. */
const awayStates = /^(08|53|58)\w{3}$|^57P\w{2}$|^25006$/
const socketCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Busy, locked, out of memory, read-only, input/output, full, cannot open. */
const awaySqlite = new Set([5, 6, 7, 8, 10, 13, 14])
/** Errors of the client library and of our own limits, which have no code. */
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|the database (did not answer|connection was not free)/

/** Undefined where the query or the program is to blame. */
export function queryFailureOf(error: unknown): QueryFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return awaySqlite.has(Number(error.errcode) & 0xff) ? 'away' : undefined
  const code = 'code' in error ? String(error.code) : ''
  if (conflictStates.has(code)) return 'conflict'
  if (blockedStates.has(code)) return 'blocked'
  const isAway = awayStates.test(code) || socketCodes.test(code) || awayMessages.test(error.message)
  return isAway ? 'away' : undefined
}
