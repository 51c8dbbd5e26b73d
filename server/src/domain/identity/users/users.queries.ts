import type { TokenScope } from '@turnpike/contract/identity/access-token'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import { changesRow } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { people } from './people.queries.ts'
import { normalEmail, usernameKey } from './username.ts'

type UsersTable = Database['users']
export type UserRow = Pick<Selectable<UsersTable>, (typeof userColumns)[number]>

/** The columns of a user that may leave the server: no hashes. */
export const userColumns = [
  'id',
  'username',
  'display_name',
  'role',
  'status',
  'email',
  'claimed_email',
  'github_id',
  'github_name',
  'wechat_id',
  'telegram_id',
  'linux_do_id',
  'linux_do_name',
  'group',
  'quota',
  'held',
  'used_quota',
  'request_count',
  'aff_code',
  'aff_count',
  'aff_quota',
  'aff_history_quota',
  'inviter_id',
  'created_at',
  'last_login_at',
  'deleted_at',
] as const

export const findUser = (store: Store, id: number): Promise<UserRow | undefined> =>
  people(store).select(userColumns).where('id', '=', id).executeTakeFirst()

/** A user or an organisation. */
export const findAccount = (store: Store, id: number): Promise<UserRow | undefined> =>
  store.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()

/** By user name or mail address, live accounts only. The owner of the address wins over a user with that name. */
export const findUserToSignIn = (store: Store, login: string) =>
  people(store)
    .select([...userColumns, 'password_hash', 'session_version', 'username_key'])
    .where('deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('username_key', '=', usernameKey(login)),
        is.and([is('email', '=', normalEmail(login)), is('email', '!=', '')]),
      ]),
    )
    .orderBy((is) => is.case().when('email', '=', normalEmail(login)).then(0).else(1).end())
    .executeTakeFirst()

/** A live account as it was when its sign-in began: not found once a new password, role or ban has ended its sessions. */
export const findUserToContinue = (store: Store, id: number, sessionVersion: number) =>
  people(store)
    .select([...userColumns, 'session_version'])
    .where('id', '=', id)
    .where('session_version', '=', sessionVersion)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findUserToSignInById = (store: Store, id: number) =>
  people(store)
    .select([...userColumns, 'session_version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findUserByAccessToken = (store: Store, hash: string) =>
  people(store)
    .select(['id', 'username', 'role', 'status', 'group', 'limits', 'access_token_scope as scope'])
    .where('access_token_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The columns of a user's ids at providers; a cancelled account keeps them. */
export const identityColumns = {
  github: 'github_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const
export type IdentityProvider = keyof typeof identityColumns

const loginNames = { github_id: 'github_name', linux_do_id: 'linux_do_name' } as const
/** The column of the login name that belongs to the column of an id, where there is one; login names are only shown. */
export const loginNamesOf = (column: string) =>
  column === 'github_id' || column === 'linux_do_id' ? [loginNames[column]] : []

/** The user with an id at a provider, cancelled accounts included. */
export const findUserByIdentity = (store: Store, provider: IdentityProvider, id: string) =>
  people(store)
    .select([...userColumns, 'session_version'])
    .where(identityColumns[provider], '=', id)
    .executeTakeFirst()

/** The user with an identity of OpenID Connect, cancelled accounts included. */
export const findUserByOidc = (store: Store, { issuer, subject }: { issuer: string; subject: string }) =>
  store
    .selectFrom('user_identities')
    .innerJoin('users', 'users.id', 'user_identities.user_id')
    .select([...userColumns.map((column) => `users.${column}` as const), 'users.session_version'])
    .where('users.kind', '=', 'person')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** The live account with this mail address. */
export const findUserByEmail = (store: Store, email: string) =>
  people(store)
    .select(['id', 'username', 'status'])
    .where('email', '=', email)
    .where('email', '!=', '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Cancelled accounts and organisations included: their names and addresses are taken. */
export const findUsername = (store: Store, username: string) =>
  store.selectFrom('users').select('id').where('username_key', '=', usernameKey(username)).executeTakeFirst()
export const findEmailOwner = (store: Store, email: string) =>
  store.selectFrom('users').select('id').where('email', '=', email).where('email', '!=', '').executeTakeFirst()

export const anyLiveUser = (store: Store) =>
  people(store).select('id').where('deleted_at', 'is', null).limit(1).executeTakeFirst()

/** Returns the new id; undefined when a unique column is taken. */
export const insertUser = (store: Store, user: Insertable<UsersTable>) =>
  store
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const recordSignIn = (store: Store, id: number, at: number) =>
  store.updateTable('users').set({ last_login_at: at }).where('id', '=', id).execute()

export const replacePasswordHash = (store: Store, id: number, from: string, to: string) =>
  store.updateTable('users').set({ password_hash: to }).where('id', '=', id).where('password_hash', '=', from).execute()

/** Changes status, role or password, and ends every session of the user on every instance. */
export const changeStanding = (
  store: Store,
  id: number,
  change: { status?: number; role?: number; password_hash?: string },
) =>
  store
    .updateTable('users')
    .set({ ...change, session_version: sql<number>`session_version + 1` })
    .where('id', '=', id)
    .executeTakeFirst()

/** The password hash and session version of a live account. */
export const findOwnSecrets = (store: Store, id: number) =>
  people(store)
    .select(['id', 'password_hash', 'session_version'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

type OwnFields = {
  username?: string
  username_key?: string
  display_name?: string
  email?: string
  claimed_email?: string
  setting?: string
}
export const updateOwnFields = (store: Store, id: number, change: OwnFields) =>
  store.updateTable('users').set(change).where('id', '=', id).execute()

export const writeIdentity = (store: Store, id: number, provider: IdentityProvider, value: string) =>
  store
    .updateTable('users')
    .set({ [identityColumns[provider]]: value })
    .where('id', '=', id)
    .execute()

const loginNameMax = 100

/** Stores the login name at a provider that has one. */
export async function writeLoginName(store: Store, id: number, provider: IdentityProvider, login: string) {
  const [column] = loginNamesOf(identityColumns[provider])
  if (!column) return
  const name = login.replaceAll('\0', '').slice(0, loginNameMax).toWellFormed() // PostgreSQL stores neither
  await store
    .updateTable('users')
    .set({ [column]: name })
    .where('id', '=', id)
    .where(column, '!=', name)
    .execute()
}

export const replaceAccessToken = (store: Store, id: number, hash: string, scope: TokenScope) =>
  store.updateTable('users').set({ access_token_hash: hash, access_token_scope: scope }).where('id', '=', id).execute()

/** Null without an access token. */
export async function readTokenScope(store: Store, id: number): Promise<TokenScope | null> {
  const row = await people(store)
    .select('access_token_scope')
    .where('id', '=', id)
    .where('access_token_hash', 'is not', null)
    .executeTakeFirst()
  return row?.access_token_scope ?? null
}

/** Cancels an account with its sessions and its access token; the name stays taken. */
export const cancelUser = (store: Store, id: number, at: number) =>
  store
    .updateTable('users')
    .set({ deleted_at: at, access_token_hash: null, session_version: sql<number>`session_version + 1` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Brings back an account that was cancelled at this time; false when it is not there. Its sessions stay ended. */
export const restoreUser = (store: Store, id: number, cancelledAt: number): Promise<boolean> =>
  changesRow(
    store.updateTable('users').set({ deleted_at: null }).where('id', '=', id).where('deleted_at', '=', cancelledAt),
  )
