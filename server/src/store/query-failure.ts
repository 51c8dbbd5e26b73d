/**
 * Why the database did not execute a query that is itself correct. conflict: rolled back because of another
 * transaction, or because the client was idle too long. blocked: a lock or the statement exceeded its time limit. away:
 * no connection, or a server that cannot work now.
 */
export type QueryFailure = 'conflict' | 'blocked' | 'away'

const conflictStates = new Set(['40001', '40P01', '25P03'])
const blockedStates = new Set(['55P03', '57014'])
/** Connection, resources, operator (shutdown, crash), system; and a server that is a read-only standby. */
const awayStates = /^(08|53|58)\w{3}$|^57P\w{2}$|^25006$/
const socketCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Busy, locked, out of memory, read-only, input/output, full, cannot open. */
const awaySqlite = new Set([5, 6, 7, 8, 10, 13, 14])
/** Errors of the client library and of our own time limits, which have no code. */
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|the database (did not respond|connection was not free)/

/** Gives undefined for an error of the query or of the program. */
export function queryFailureOf(error: unknown): QueryFailure | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return awaySqlite.has(Number(error.errcode) & 0xff) ? 'away' : undefined
  const code = 'code' in error ? String(error.code) : ''
  if (conflictStates.has(code)) return 'conflict'
  if (blockedStates.has(code)) return 'blocked'
  const isAway = awayStates.test(code) || socketCodes.test(code) || awayMessages.test(error.message)
  return isAway ? 'away' : undefined
}
