import type { Store } from '../../../store/store.ts'
import { hourOfRow } from './usage-hour.ts'
import { addToHours } from './usage-hours.queries.ts'

/** A call that was refused or failed, and was not charged. */
export type FailedCall = {
  request_id: string
  user_id: number
  /** The organisation at whose expense it was made, or 0. */
  account_id: number
  username: string
  token_id: number
  token_name: string
  model_name: string
  group: string
  /** The last channel that was tried, or 0. */
  channel: number
  use_time: number
  /** The error message that the client got. */
  content: string
  /** `refused`: the request failed by its own fault, and not by one of the gateway or a provider. */
  other: { refused?: boolean; [name: string]: unknown }
}

type FailureRow = FailedCall & { created_at: number; type: number }

/** Writes rows of failed calls, and counts them in their hours. */
export async function writeFailures(store: Store, rows: readonly FailureRow[]): Promise<void> {
  const unpriced = { other: '', quota: 0, prompt_tokens: 0, completion_tokens: 0 }
  const hours = rows.map((row) => ({ ...hourOfRow({ ...row, ...unpriced }, 0), refusals: row.other.refused ? 1 : 0 }))
  await store.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('logs')
      .values(rows.map((row) => ({ ...row, other: JSON.stringify(row.other) })))
      .execute()
    await addToHours(transaction, hours)
  })
}
