import type { BilledCall } from '../ledger/operations.ts'
import type { CallerRow } from '../ledger/plan.ts'

/** A member of an organisation, whose calls it pays. */
export type Seat = { account_id: number; caller_id: number }

export const callerKey = (account_id: number, caller_id: number): string => `${account_id} ${caller_id}`

/** The members who call in a batch, each once. Users who pay for their own calls have none. */
export function seatsIn(operations: readonly BilledCall[]): Seat[] {
  const seats = new Map<string, Seat>()
  for (const { user_id, caller_id } of operations)
    if (caller_id) seats.set(callerKey(user_id, caller_id), { account_id: user_id, caller_id })
  return [...seats.values()]
}

const noCallers: ReadonlyMap<string, CallerRow> = new Map()

export const callersOf = (rows: readonly CallerRow[]): ReadonlyMap<string, CallerRow> =>
  rows.length === 0 ? noCallers : new Map(rows.map((row) => [callerKey(row.account_id, row.caller_id), row]))
