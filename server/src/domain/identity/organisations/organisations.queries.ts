import { userStatus } from '@turnpike/contract/identity/user'
import { isPostgres } from '../../../store/is-postgres.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Store } from '../../../store/store.ts'
import { readStored, withStored } from '../../system/notifications/stored-setting.ts'
import { type UserRow, userColumns } from '../users/users.queries.ts'

/** The live, enabled organisations of a user, and whether the user was asked to become the owner. */
export const readOrgsOf = (store: Store, userId: number, at: number) =>
  store
    .selectFrom('organisation_members as member')
    .innerJoin('users', 'users.id', 'member.org_id')
    .leftJoin('organisation_transfers as transfer', (join) =>
      join
        .onRef('transfer.org_id', '=', 'member.org_id')
        .onRef('transfer.to_user', '=', 'member.user_id')
        .on('transfer.expires_at', '>', at),
    )
    .select(['users.id', 'users.display_name', 'member.role', 'transfer.to_user'])
    .where('member.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .where('users.status', '=', userStatus.enabled)
    .orderBy('member.joined_at')
    .orderBy('users.id')
    .execute()

export const countOrgsOf = (store: Store, userId: number): Promise<number> =>
  countRows(store.selectFrom('organisation_members').where('user_id', '=', userId))

/** The account of a live organisation. */
export const findOrg = (store: Store, id: number) =>
  store
    .selectFrom('users')
    .select(['id', 'display_name', 'group', 'limits', 'setting', 'quota', 'held', 'used_quota', 'request_count'])
    .select(['created_at', 'status'])
    .where('id', '=', id)
    .where('kind', '=', 'org')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

type NewOrg = {
  username: string
  name: string
  group: string
  created_by: number
  /** Who invited the person who creates it: agents share in what an organisation pays, too. */
  inviter_id: number
  at: number
}

/** Makes the account of an organisation. Nobody can type its user name, and it has no means to sign in. */
export async function insertOrg(
  transaction: Store,
  { username, name, group, created_by, inviter_id, at }: NewOrg,
): Promise<number> {
  const account = { kind: 'org', username, username_key: username, display_name: name, group, inviter_id } as const
  const { id } = await transaction
    .insertInto('users')
    .values({ ...account, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.insertInto('organisations').values({ id, created_by, created_at: at }).execute()
  return id
}

/** Reads and locks an organisation: changes of its members, and charges, wait until the transaction ends. */
export const lockOrg = (transaction: Store, id: number): Promise<UserRow | undefined> =>
  transaction
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('kind', '=', 'org')
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** Locks two accounts in the order of their ids, as the ledger does. Returns those that are live. */
export async function lockAccounts(transaction: Store, ids: readonly number[]) {
  const rows = await transaction
    .selectFrom('users')
    .select(['id', 'kind', 'display_name', 'email', 'status', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute()
  return new Map(rows.filter(({ deleted_at }) => deleted_at === null).map((row) => [row.id, row]))
}

export type OrgChange = {
  display_name?: string
  group?: string
  status?: number
  limits?: string
  setting?: string
  deleted_at?: number
}
export const saveOrg = (transaction: Store, id: number, change: OrgChange) =>
  transaction.updateTable('users').set(change).where('id', '=', id).where('kind', '=', 'org').execute()

export const saveWrittenOff = (transaction: Store, id: number, written_off: number) =>
  transaction.updateTable('organisations').set({ written_off }).where('id', '=', id).execute()

/** The balance below which an organisation is warned stands where users have theirs. */
export const warnBelowOf = (setting: string): number => readStored(setting).warning_threshold ?? 0
export const withWarnBelow = (setting: string, warning_threshold: number): string =>
  withStored(setting, { ...readStored(setting), warning_threshold })
