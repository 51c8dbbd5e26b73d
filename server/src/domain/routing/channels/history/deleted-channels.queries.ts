import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

/** A channel with its keys, where it has several. */
export type WholeChannel = Selectable<Database['channels']> & { keys?: Selectable<Database['channel_keys']>[] }

/** Rows and ids per statement. */
const rowsAtOnce = 500

export async function keepDeleted(transaction: Store, rows: readonly WholeChannel[], at: number): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await transaction
      .insertInto('deleted_channels')
      .values(
        rows
          .slice(from, from + rowsAtOnce)
          .map((row) => ({ id: row.id, deleted_at: at, content: JSON.stringify(row) })),
      )
      .execute()
}

/** Takes the rows of deleted channels out of the table; missing ones are skipped. */
export async function takeDeleted(transaction: Store, ids: readonly number[]): Promise<WholeChannel[]> {
  const found: WholeChannel[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await transaction
      .deleteFrom('deleted_channels')
      .where('id', 'in', ids.slice(from, from + rowsAtOnce))
      .returning('content')
      .execute()
    found.push(...rows.map(({ content }) => JSON.parse(content) as WholeChannel)) // written by `keepDeleted`
  }
  return found
}

/** Deletes the rows of channels that were deleted before a time, keys included. */
export const forgetDeleted = (store: Store, before: number) =>
  store.deleteFrom('deleted_channels').where('deleted_at', '<', before).execute()
