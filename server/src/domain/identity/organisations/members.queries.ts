import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../store/like.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { paidBy } from '../../usage/logs/paid-by.ts'
import { usernameKey } from '../users/username.ts'

export type MemberRow = {
  org_id: number
  user_id: number
  role: OrgRole
  limits: string
  models: string
  groups: string
}

export const insertMember = (
  transaction: Store,
  member: { org_id: number; user_id: number; role: OrgRole; joined_at: number },
) => transaction.insertInto('organisation_members').values(member).execute()

export const findMember = (store: Store, orgId: number, userId: number): Promise<MemberRow | undefined> =>
  store
    .selectFrom('organisation_members')
    .select(['org_id', 'user_id', 'role', 'limits', 'models', 'groups'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

export const countMembers = (store: Store, orgId: number): Promise<number> =>
  countRows(store.selectFrom('organisation_members').where('org_id', '=', orgId))

export const saveMember = (
  transaction: Store,
  { org_id, user_id }: Pick<MemberRow, 'org_id' | 'user_id'>,
  change: Partial<Omit<MemberRow, 'org_id' | 'user_id'>>,
) =>
  transaction
    .updateTable('organisation_members')
    .set(change)
    .where('org_id', '=', org_id)
    .where('user_id', '=', user_id)
    .execute()

export const deleteMember = (transaction: Store, orgId: number, userId: number) =>
  transaction.deleteFrom('organisation_members').where('org_id', '=', orgId).where('user_id', '=', userId).execute()

export const deleteMembers = (transaction: Store, orgId: number) =>
  transaction.deleteFrom('organisation_members').where('org_id', '=', orgId).execute()

/** The owner of an organisation; undefined for one that is deleted. */
export const findOwner = (store: Store, orgId: number) =>
  store
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .select(['users.id', 'users.username'])
    .where('member.org_id', '=', orgId)
    .where('member.role', '=', 'owner')
    .executeTakeFirst()

/** Every membership of a user, in disabled organisations as well. */
export const readMembershipsOf = (store: Store, userId: number) =>
  store
    .selectFrom('organisation_members')
    .select(['org_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('org_id')
    .execute()

export type MemberQuery = {
  keyword?: string | undefined
  role?: OrgRole | undefined
  sort?: 'used_month' | 'joined_at' | undefined
  /** Only this member. */
  user_id?: number | undefined
  /** The first second of the month. */
  monthFrom: number
  p: number
  page_size: number
}

/** The members of an organisation with what they spent in the month: the owner first, then as they joined. */
export function readMembers(store: Store, orgId: number, query: MemberQuery) {
  const { sort, monthFrom, p, page_size } = query
  return store
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('usage_days')
          .select('user_id')
          .select(sql<number>`sum(quota)`.as('quota'))
          .where(paidBy(orgId))
          .where('hour', '>=', monthFrom)
          .groupBy('user_id')
          .as('month'),
      (join) => join.onRef('month.user_id', '=', 'member.user_id'),
    )
    .select(['member.user_id', 'member.role', 'member.joined_at', 'member.limits', 'member.models', 'member.groups'])
    .select(['users.username', 'users.display_name', 'month.quota as used_month'])
    .where((eb) => matches(eb, orgId, query))
    .$if(sort === 'used_month', (sorted) => sorted.orderBy(sql`coalesce(month.quota, 0)`, 'desc'))
    .$if(sort === 'joined_at', (sorted) => sorted.orderBy('member.joined_at', 'desc'))
    .$if(sort === undefined, (sorted) =>
      sorted.orderBy(sql`CASE member.role WHEN 'owner' THEN 0 ELSE 1 END`).orderBy('member.joined_at'),
    )
    .orderBy('member.user_id')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()
}

export const countFoundMembers = (store: Store, orgId: number, query: MemberQuery): Promise<number> =>
  countRows(
    store
      .selectFrom('organisation_members as member')
      .innerJoin('users', 'users.id', 'member.user_id')
      .where((eb) => matches(eb, orgId, query)),
  )

type MemberTables = Database & { member: Database['organisation_members'] }

function matches(
  eb: ExpressionBuilder<MemberTables, 'member' | 'users'>,
  orgId: number,
  { keyword, role, user_id }: MemberQuery,
) {
  return eb.and([
    eb('member.org_id', '=', orgId),
    ...(role ? [eb('member.role', '=', role)] : []),
    ...(user_id === undefined ? [] : [eb('member.user_id', '=', user_id)]),
    ...(keyword
      ? [
          eb.or([
            sql<SqlBool>`users.username_key like ${containing(usernameKey(keyword))} escape '\\'`,
            sql<SqlBool>`lower(users.display_name) like ${containing(keyword.toLowerCase())} escape '\\'`,
            sql<SqlBool>`users.display_name like ${containing(keyword)} escape '\\'`,
          ]),
        ]
      : []),
  ])
}

/** What some members spent in all. */
export const readSpending = (store: Store, orgId: number, userIds: readonly number[]) =>
  store
    .selectFrom('usage_days')
    .select(['user_id', sql<number>`sum(quota)`.as('quota'), sql<number>`sum(calls)`.as('calls')])
    .where(paidBy(orgId))
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .execute()

const tokensIn = (store: Store, orgId: number) =>
  store.selectFrom('tokens').where('user_id', '=', orgId).where('caller_id', '<>', 0).where('deleted_at', 'is', null)

/** How many tokens of the organisation some members have. */
export const countTokensOf = (store: Store, orgId: number, userIds: readonly number[]) =>
  tokensIn(store, orgId)
    .select(['caller_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('caller_id', 'in', userIds)
    .groupBy('caller_id')
    .execute()

/** The encrypted keys of a member's tokens. */
export async function readKeysOf(store: Store, orgId: number, userId: number): Promise<string[]> {
  const rows = await tokensIn(store, orgId).select('key_cipher').where('caller_id', '=', userId).execute()
  return rows.map(({ key_cipher }) => key_cipher)
}

/** Disables the tokens of a member, those that are exhausted or expired as well, so that joining again revives none. */
export const disableTokensOf = (transaction: Store, orgId: number, userId: number) =>
  transaction
    .updateTable('tokens')
    .set({ status: tokenStatus.disabled })
    .where('user_id', '=', orgId)
    .where('caller_id', '=', userId)
    .where('status', '<>', tokenStatus.disabled)
    .where('deleted_at', 'is', null)
    .execute()

/** Deletes every token of an organisation. Returns the encrypted keys. */
export async function deleteTokensOf(transaction: Store, orgId: number, at: number): Promise<string[]> {
  const rows = await transaction
    .updateTable('tokens')
    .set({ deleted_at: at })
    .where('user_id', '=', orgId)
    .where('deleted_at', 'is', null)
    .returning('key_cipher')
    .execute()
  return rows.map(({ key_cipher }) => key_cipher)
}

/** Revokes the open share links of an organisation's tokens: of one member's, or of all. */
export const revokeLinksOf = (transaction: Store, orgId: number, userId: number | 'all', at: number) =>
  transaction
    .updateTable('share_links')
    .set({ revoked_at: at })
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('token_id', 'in', (eb) =>
      eb
        .selectFrom('tokens')
        .select('id')
        .where('user_id', '=', orgId)
        .$if(userId !== 'all', (query) => query.where('caller_id', '=', userId as number)),
    )
    .execute()
