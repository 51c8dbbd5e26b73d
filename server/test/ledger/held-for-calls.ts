import { sql } from 'kysely'
import { slicePrefix } from '../../src/domain/money/wallet/ledger/slice-id.ts'
import type { Store } from '../../src/store/store.ts'

// A server holds amounts ahead of the calls of busy users, and gives them back within a second or so. Tests need the
// amount that is held for calls.

export const holdsOfCalls = (store: Store) =>
  store.selectFrom('holds').selectAll().where('request_id', 'not like', `${slicePrefix}%`)

const ahead = (owner: 'user_id' | 'token_id', id: number) =>
  sql<number>`(SELECT coalesce(sum(amount), 0) FROM holds WHERE ${sql.ref(owner)} = ${id} AND request_id LIKE ${`${slicePrefix}%`})`

/** The balance of a user, in which what is held ahead of calls does not count as held. */
export async function balanceOf(store: Store, user_id: number) {
  const {
    held,
    ahead: more,
    ...user
  } = await store
    .selectFrom('users')
    .select(['quota', 'held', 'used_quota', 'request_count', ahead('user_id', user_id).as('ahead')])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { ...user, held: held - Number(more) }
}

/** The same of a token. */
export async function tokenBalanceOf(store: Store, token_id: number) {
  const {
    held,
    ahead: more,
    ...token
  } = await store
    .selectFrom('tokens')
    .select(['remain_quota', 'held', 'used_quota', ahead('token_id', token_id).as('ahead')])
    .where('id', '=', token_id)
    .executeTakeFirstOrThrow()
  return { ...token, held: held - Number(more) }
}
