import { logType } from '@turnpike/contract/usage/log'
import type { Store } from '../../../store/store.ts'
import type { StoredLog } from './logs.queries.ts'

export const readOldestLogs = (store: Store, limit: number): Promise<StoredLog[]> =>
  store.selectFrom('logs').selectAll().orderBy('id').limit(limit).execute()

/** Rows keep their ids, so that a second copy of a row conflicts and is skipped. */
export async function copyLogs(store: Store, rows: StoredLog[]): Promise<void> {
  await store
    .insertInto('logs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The stored rows with an id of these rows, or with the consumption of the same request. */
export function readCopies(store: Store, rows: StoredLog[]) {
  const ids = rows.map(({ id }) => id)
  const requests = rows.filter(({ type }) => type === logType.consumption).map(({ request_id }) => request_id)
  return store
    .selectFrom('logs')
    .select(['id', 'user_id', 'created_at', 'type', 'request_id'])
    .where(({ eb, or, and }) => {
      const consumption = [eb('type', '=', logType.consumption), eb('request_id', '<>', '')]
      return or([
        eb('id', 'in', ids),
        ...(requests.length > 0 ? [and([...consumption, eb('request_id', 'in', requests)])] : []),
      ])
    })
    .execute()
}

export async function deleteLogs(store: Store, ids: number[]): Promise<void> {
  await store.deleteFrom('logs').where('id', 'in', ids).execute()
}
