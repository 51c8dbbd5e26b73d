import type { Store } from '../../../store/store.ts'

/** Replaces the published calls of a process. */
export const saveLiveCalls = (store: Store, process: string, at: number, calls: string) =>
  store
    .insertInto('live_calls')
    .values({ process, at, calls })
    .onConflict((conflict) => conflict.column('process').doUpdateSet({ at, calls }))
    .execute()

/** The calls that the other processes have published since then. */
export const readOthersCalls = (store: Store, process: string, since: number) =>
  store.selectFrom('live_calls').select('calls').where('process', '!=', process).where('at', '>=', since).execute()

export const deleteLiveCalls = (store: Store, process: string) =>
  store.deleteFrom('live_calls').where('process', '=', process).execute()

/** Rows of ended processes, and cancel requests that no process has handled. */
export async function deleteOldLiveRows(store: Store, before: number): Promise<void> {
  await store.deleteFrom('live_calls').where('at', '<', before).execute()
  await store.deleteFrom('live_cancels').where('at', '<', before).execute()
}

export const insertCancel = (transaction: Store, request_id: string, at: number) =>
  transaction
    .insertInto('live_cancels')
    .values({ request_id, at })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ at }))
    .execute()

export async function readCancels(store: Store, since: number): Promise<string[]> {
  const rows = await store.selectFrom('live_cancels').select('request_id').where('at', '>=', since).execute()
  return rows.map(({ request_id }) => request_id)
}

export const deleteCancels = (store: Store, requestIds: readonly string[]) =>
  store.deleteFrom('live_cancels').where('request_id', 'in', requestIds).execute()

/** Until when a page shows running calls. */
export async function readLookedUntil(store: Store): Promise<number> {
  const row = await store.selectFrom('revision').select('looked_until').executeTakeFirst()
  return row?.looked_until ?? 0
}

export const readChannelNames = (store: Store, ids: readonly number[]) =>
  store.selectFrom('channels').select(['id', 'name', 'status']).where('id', 'in', ids).execute()
