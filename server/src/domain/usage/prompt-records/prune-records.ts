import type { Deps } from '../../../deps.ts'
import { deleteExpired, deleteOfUser, findCancelled, readRecordedUsers } from './prompt-records.queries.ts'

/** A statement of SQLite has at most 32,766 values. */
const usersAtOnce = 1000

/** Deletes expired records, and those of cancelled accounts. */
export async function pruneRecords({ store, logStore }: Pick<Deps, 'store' | 'logStore'>, now: number): Promise<void> {
  await deleteExpired(logStore, now)
  const users = await readRecordedUsers(logStore)
  for (let from = 0; from < users.length; from += usersAtOnce)
    for (const id of await findCancelled(store, users.slice(from, from + usersAtOnce))) await deleteOfUser(logStore, id)
}
