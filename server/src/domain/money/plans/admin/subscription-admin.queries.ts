import type { SubscriptionFilters } from '@turnpike/contract/money/plans/subscription'
import { type SqlBool, sql } from 'kysely'
import { beginningWith } from '../../../../store/like.ts'
import { countRows } from '../../../../store/row-counts.ts'
import type { Store } from '../../../../store/store.ts'
import { usernameKey } from '../../../identity/users/username.ts'

/** Subscriptions with the account that has each, and the member who bought it for an organisation. */
const found = (store: Store, { keyword, plan_id, status, source, ends_before }: SubscriptionFilters) =>
  store
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .leftJoin('users as caller', 'caller.id', 'subscriptions.caller_id')
    .$if(plan_id !== undefined, (query) => query.where('subscriptions.plan_id', '=', plan_id ?? 0))
    .$if(status !== undefined, (query) => query.where('subscriptions.status', '=', status ?? 'active'))
    .$if(source !== undefined, (query) => query.where('subscriptions.source', '=', source ?? 'admin'))
    .$if(ends_before !== undefined, (query) => query.where('subscriptions.end_time', '<=', ends_before ?? 0))
    .$if(keyword !== undefined, (query) => query.where(isNamed(keyword ?? '')))

const isNamed = (keyword: string) => sql<SqlBool>`CASE users.kind
  WHEN 'org' THEN lower(users.display_name) LIKE lower(${beginningWith(keyword)}) ESCAPE '\\'
  ELSE users.username_key LIKE ${beginningWith(usernameKey(keyword))} ESCAPE '\\' END`

type Paging = { p: number; page_size: number }

/** Newest first. */
export const readSubscriptions = (store: Store, filters: SubscriptionFilters, { p, page_size }: Paging) =>
  found(store, filters)
    .selectAll('subscriptions')
    .select(['users.kind', 'users.username', 'users.display_name', 'caller.username as caller'])
    .orderBy('subscriptions.id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const countSubscriptions = (store: Store, filters: SubscriptionFilters): Promise<number> =>
  countRows(found(store, filters))
