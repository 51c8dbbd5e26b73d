import { type QueryFailure, queryFailureOf } from '../../../store/query-failure.ts'

/** The database did not answer in time or cannot write. What was asked may have been done all the same if it was sent. */
export class DatabaseAway extends Error {
  wasSent = false
}

/** What a query can fail for, or an operation that can never be written. */
export type Failure = QueryFailure | 'poison'

export const failureOf = (error: unknown): Failure =>
  error instanceof DatabaseAway ? 'away' : (queryFailureOf(error) ?? 'poison')
