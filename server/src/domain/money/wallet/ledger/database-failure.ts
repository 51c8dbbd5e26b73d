import { type QueryFailure, queryFailureOf } from '../../../../store/query-failure.ts'

/** The database did not answer in time or cannot write. An operation with `wasSent` may still have been committed. */
export class DatabaseAway extends Error {
  wasSent = false
}

/** A failed query, or `poison`: an operation that the database will never accept. */
export type Failure = QueryFailure | 'poison'

export const failureOf = (error: unknown): Failure =>
  error instanceof DatabaseAway ? 'away' : (queryFailureOf(error) ?? 'poison')
