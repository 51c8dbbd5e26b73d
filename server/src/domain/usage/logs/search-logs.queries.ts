import { type SqlBool, sql } from 'kysely'
import { beginningWith } from '../../../store/like.ts'
import type { Store } from '../../../store/store.ts'
import { isCallType, type StoredLog } from './logs.queries.ts'

type Search = { type: number | undefined; beginning: string | undefined; user_id: number | undefined }

/** The newest rows of a type or with the start of a text, or the newest rows of all. Rows of calls have no text. */
export function searchRows(store: Store, { type, beginning, user_id }: Search, limit: number): Promise<StoredLog[]> {
  // The few rows of other kinds than calls have an index of their own, which needs this condition.
  const isOfEvents = type === undefined ? beginning !== undefined : !isCallType(type)
  return store
    .selectFrom('logs')
    .selectAll()
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id ?? 0))
    .$if(isOfEvents, (query) => query.where(sql<SqlBool>`type NOT IN (2, 5)`))
    .where(({ eb, or }) => {
      const wanted = [
        ...(type === undefined ? [] : [eb('type', '=', type)]),
        ...(beginning === undefined
          ? []
          : [sql<SqlBool>`content like ${beginningWith(beginning)} escape '\\' AND type NOT IN (2, 5)`]),
      ]
      return wanted.length > 0 ? or(wanted) : sql<SqlBool>`1 = 1`
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export const findTokenByKeyHash = (store: Store, key_hash: string) =>
  store.selectFrom('tokens').select(['id', 'user_id']).where('key_hash', '=', key_hash).executeTakeFirst()
