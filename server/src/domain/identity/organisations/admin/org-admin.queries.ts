import type { OrgState } from '@turnpike/contract/identity/organisation-api'
import { userStatus } from '@turnpike/contract/identity/user'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../../store/like.ts'
import { countRows } from '../../../../store/row-counts.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { usernameKey } from '../../users/username.ts'

export type OrgQuery = {
  keyword?: string | undefined
  state?: OrgState | undefined
  sort?: 'quota' | 'used_quota' | 'request_count' | undefined
  order?: 'asc' | 'desc' | undefined
  p: number
  page_size: number
}

const accounts = (store: Store) =>
  store
    .selectFrom('users')
    .leftJoin('organisation_members as first', (join) =>
      join.onRef('first.org_id', '=', 'users.id').on('first.role', '=', 'owner'),
    )
    .leftJoin('users as owner', 'owner.id', 'first.user_id')
    .select(['users.id', 'users.display_name', 'users.group', 'users.limits', 'users.status', 'users.deleted_at'])
    .select(['users.quota', 'users.held', 'users.used_quota', 'users.request_count', 'users.created_at'])
    .select(['owner.id as owner_id', 'owner.username as owner', 'owner.role as owner_level'])
    .select((eb) =>
      eb
        .selectFrom('organisation_members as member')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('member.org_id', '=', 'users.id')
        .as('members'),
    )
    .where('users.kind', '=', 'org')

export type OrgAccount = NonNullable<Awaited<ReturnType<typeof findAccount>>>

export const findAccount = (store: Store, id: number) => accounts(store).where('users.id', '=', id).executeTakeFirst()

export const readAccounts = (store: Store, query: OrgQuery) =>
  accounts(store)
    .where((eb) => matches(eb, query))
    .$if(query.sort !== undefined, (sorted) => sorted.orderBy(`users.${query.sort ?? 'quota'}`, query.order ?? 'desc'))
    .orderBy('users.id', 'desc')
    .limit(query.page_size)
    .offset((query.p - 1) * query.page_size)
    .execute()

export const countAccounts = (store: Store, query: OrgQuery): Promise<number> =>
  countRows(
    store
      .selectFrom('users')
      .where('users.kind', '=', 'org')
      .where((eb) => matches(eb, query)),
  )

function matches(eb: ExpressionBuilder<Database, 'users'>, { keyword, state }: OrgQuery) {
  return eb.and([
    ...(state === undefined ? [] : [eb('users.deleted_at', state === 'deleted' ? 'is not' : 'is', null)]),
    ...(state === 'active' ? [eb('users.status', '=', userStatus.enabled)] : []),
    ...(state === 'disabled' ? [eb('users.status', '<>', userStatus.enabled)] : []),
    ...(keyword
      ? [
          eb.or([
            ...(/^\d{1,15}$/.test(keyword) ? [eb('users.id', '=', Number(keyword))] : []),
            sql<SqlBool>`lower(users.display_name) like ${containing(keyword.toLowerCase())} escape '\\'`,
            sql<SqlBool>`users.display_name like ${containing(keyword)} escape '\\'`,
            eb.exists(
              eb
                .selectFrom('organisation_members as member')
                .innerJoin('users as person', 'person.id', 'member.user_id')
                .select('member.user_id')
                .whereRef('member.org_id', '=', 'users.id')
                .where(sql<SqlBool>`person.username_key like ${containing(usernameKey(keyword))} escape '\\'`),
            ),
          ]),
        ]
      : []),
  ])
}
