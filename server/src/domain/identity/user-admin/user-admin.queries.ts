import { userStatus } from '@turnpike/contract/identity/user'
import { quotaChangeKinds, type UserSort, type UserState } from '@turnpike/contract/identity/user-admin'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres } from '../../../store/is-postgres.ts'
import { containing } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { people } from '../users/people.queries.ts'
import { usernameKey } from '../users/username.ts'
import { type UserRow, userColumns } from '../users/users.queries.ts'

/** The filters and the page. Mail addresses are searched only for users whose address the caller may see. */
export type UserQuery = {
  keyword?: string | undefined
  group?: string | undefined
  role?: number | undefined
  state?: UserState | undefined
  sort?: UserSort | undefined
  order?: 'asc' | 'desc' | undefined
  p: number
  page_size: number
  mailVisible: { belowRole: number; orId: number }
}

export const readUsers = (store: Store, query: UserQuery): Promise<UserRow[]> =>
  people(store)
    .select(userColumns)
    .where((eb) => matches(eb, query))
    .$if(query.sort !== undefined, (sorted) => sorted.orderBy(query.sort ?? 'id', query.order ?? 'desc'))
    .orderBy('id', 'desc')
    .limit(query.page_size)
    .offset((query.p - 1) * query.page_size)
    .execute()

export const countUsers = (store: Store, query: UserQuery): Promise<number> =>
  countRows(people(store).where((eb) => matches(eb, query)))

function matches(eb: ExpressionBuilder<Database, 'users'>, query: UserQuery) {
  const { keyword, group, role, state, mailVisible } = query
  return eb.and([
    ...(group ? [eb('group', '=', group)] : []),
    ...(role === undefined ? [] : [eb('role', '=', role)]),
    ...(state === undefined ? [] : [eb('deleted_at', state === 'cancelled' ? 'is not' : 'is', null)]),
    ...(state === 'active' ? [eb('status', '=', userStatus.enabled)] : []),
    ...(state === 'banned' ? [eb('status', '<>', userStatus.enabled)] : []),
    ...(keyword
      ? [
          eb.or([
            ...(/^\d{1,15}$/.test(keyword) ? [eb('id', '=', Number(keyword))] : []),
            sql<SqlBool>`username_key like ${containing(usernameKey(keyword))} escape '\\'`,
            sql<SqlBool>`lower(display_name) like ${containing(keyword.toLowerCase())} escape '\\'`,
            // SQLite's lower() covers ASCII only; this finds other letters in the case they are stored in.
            sql<SqlBool>`display_name like ${containing(keyword)} escape '\\'`,
            eb.and([
              eb.or([
                sql<SqlBool>`email like ${containing(keyword.toLowerCase())} escape '\\'`,
                sql<SqlBool>`claimed_email like ${containing(keyword.toLowerCase())} escape '\\'`,
              ]),
              eb.or([eb('role', '<', mailVisible.belowRole), eb('id', '=', mailVisible.orId)]),
            ]),
          ]),
        ]
      : []),
  ])
}

/** Reads and locks a user: other changes and charges wait until the transaction ends. */
export const lockPerson = (transaction: Store, id: number): Promise<UserRow | undefined> =>
  people(transaction)
    .select(userColumns)
    .where('id', '=', id)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** The same for the payer: a user or an organisation. */
export const lockAccount = (transaction: Store, id: number): Promise<UserRow | undefined> =>
  transaction
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

export type ProfileChange = { username?: string; display_name?: string; group?: string }

/** Fails with a unique violation when another user has the name. */
export async function saveProfile(transaction: Store, id: number, { username, ...rest }: ProfileChange): Promise<void> {
  const named = username === undefined ? {} : { username, username_key: usernameKey(username) }
  await transaction
    .updateTable('users')
    .set({ ...rest, ...named })
    .where('id', '=', id)
    .execute()
}

const changesOf = (store: Store, userId: number) =>
  store.selectFrom('ledger').where('user_id', '=', userId).where('kind', 'in', quotaChangeKinds)

/** The ledger entries of a user, except charges for calls. */
export const readQuotaChanges = (store: Store, userId: number, { p, page_size }: { p: number; page_size: number }) =>
  changesOf(store, userId)
    .select(['id', 'created_at', 'kind', 'posted', 'affiliate', 'reference', 'detail'])
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const countQuotaChanges = (store: Store, userId: number): Promise<number> => countRows(changesOf(store, userId))
