import { neverExpires, tokenStatus } from '@turnpike/contract/identity/token'
import type { Insertable, Selectable } from 'kysely'
import { isPostgres } from '../../../store/is-postgres.ts'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { personOf } from '../users/people.queries.ts'
import { usernameKey } from '../users/username.ts'
import { ownedBy, type TokenOwner } from './token-owner.ts'

type TokensTable = Database['tokens']
export type TokenRow = Pick<Selectable<TokensTable>, (typeof tokenColumns)[number]>

/** The columns of a token that its owner may see; the key is still encrypted. */
const tokenColumns = [
  'id',
  'user_id',
  'caller_id',
  'key_cipher',
  'status',
  'name',
  'created_time',
  'accessed_time',
  'expired_time',
  'remain_quota',
  'used_quota',
  'unlimited_quota',
  'model_limits_enabled',
  'model_limits',
  'allow_ips',
  'group',
  'billing_preference',
  'limits',
] as const

const tokensWithOwner = (store: Store) =>
  store
    .selectFrom('tokens')
    .innerJoin('users as payer', 'payer.id', 'tokens.user_id')
    .innerJoin('users', (join) => join.on('users.id', '=', personOf('tokens.user_id', 'tokens.caller_id')))
    .leftJoin('organisation_members as seat', (join) =>
      join.onRef('seat.org_id', '=', 'tokens.user_id').onRef('seat.user_id', '=', 'tokens.caller_id'),
    )
    .select([
      'tokens.id',
      'tokens.user_id',
      'tokens.caller_id',
      'tokens.name',
      'tokens.status',
      'tokens.expired_time',
      'tokens.remain_quota',
    ])
    .select(['tokens.unlimited_quota', 'tokens.model_limits_enabled', 'tokens.model_limits'])
    .select(['tokens.allow_ips', 'tokens.group', 'tokens.limits', 'tokens.record', 'payer.limits as user_limits'])
    .select(['users.username', 'users.role', 'users.status as user_status', 'payer.group as user_group'])
    .select(['users.deleted_at as user_deleted_at', 'payer.status as payer_status'])
    .select(['payer.deleted_at as payer_deleted_at', 'seat.role as seat_role', 'seat.limits as seat_limits'])
    .select(['seat.models as seat_models', 'seat.groups as seat_groups'])
    .select(['payer.has_pots', 'payer.billing_preference as user_preference', 'tokens.billing_preference'])
    .where('tokens.deleted_at', 'is', null)

/** A token with its owner, as the relay checks them for a call. */
export const findTokenWithOwner = (store: Store, keyHash: string) =>
  tokensWithOwner(store).where('tokens.key_hash', '=', keyHash).executeTakeFirst()

/** The same by the id of the token. */
export const findTokenWithOwnerById = (store: Store, id: number) =>
  tokensWithOwner(store).where('tokens.id', '=', id).executeTakeFirst()

/**
 * Stores the status that the relay found. The relay may have read an older row, so a token that is no longer expired or
 * exhausted is not changed.
 */
export const markToken = (
  store: Store,
  id: number,
  status: typeof tokenStatus.expired | typeof tokenStatus.exhausted,
  at: number,
) =>
  store
    .updateTable('tokens')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', tokenStatus.enabled)
    .where((is) =>
      status === tokenStatus.expired
        ? is.and([is('expired_time', '<>', neverExpires), is('expired_time', '<=', at)])
        : is.and([is('unlimited_quota', '=', 0), is('remain_quota', '<=', 0)]),
    )
    .execute()

/** The remaining and used quota of a token and of who pays, and the role of the member who holds it. */
export const findStanding = (store: Store, id: number) =>
  store
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.remain_quota', 'tokens.used_quota', 'tokens.unlimited_quota', 'tokens.expired_time'])
    .select(['users.quota as user_quota', 'users.used_quota as user_used_quota'])
    .leftJoin('organisation_members as seat', (join) =>
      join.onRef('seat.org_id', '=', 'tokens.user_id').onRef('seat.user_id', '=', 'tokens.caller_id'),
    )
    .select(['tokens.caller_id', 'seat.role as seat_role'])
    .where('tokens.id', '=', id)
    .executeTakeFirst()

const liveTokensOf = (store: Store, owner: TokenOwner) =>
  store.selectFrom('tokens').where(ownedBy(owner)).where('deleted_at', 'is', null)

/** Newest first. */
export const readTokens = (
  store: Store,
  owner: TokenOwner,
  page: { limit: number; offset: number },
): Promise<TokenRow[]> =>
  liveTokensOf(store, owner).select(tokenColumns).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute()

export const countTokens = (store: Store, owner: TokenOwner): Promise<number> => countRows(liveTokensOf(store, owner))

export const findToken = (store: Store, owner: TokenOwner, id: number): Promise<TokenRow | undefined> =>
  liveTokensOf(store, owner).select(tokenColumns).where('id', '=', id).executeTakeFirst()

/** Whether a live token of these has the key. */
export const findTokenByKey = (store: Store, owner: TokenOwner, keyHash: string) =>
  liveTokensOf(store, owner).select('id').where('key_hash', '=', keyHash).executeTakeFirst()

/** The person of a user name, also one who has left the organisation: the tokens stay. */
export const findHolder = (store: Store, username: string) =>
  store.selectFrom('users').select('id').where('username_key', '=', usernameKey(username)).executeTakeFirst()

/** The names of the members who hold tokens. */
export async function readHolders(store: Store, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await store.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** Reads and locks a token: charges to it wait until the transaction ends. */
export const lockToken = (transaction: Store, owner: TokenOwner, id: number): Promise<TokenRow | undefined> =>
  liveTokensOf(transaction, owner)
    .select(tokenColumns)
    .where('id', '=', id)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** The same for several tokens, in the order of their ids, so that two batches do not wait for each other. */
export const lockTokens = (transaction: Store, owner: TokenOwner, ids: readonly number[]): Promise<TokenRow[]> =>
  liveTokensOf(transaction, owner)
    .select(tokenColumns)
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute()

/** Locks the row of who pays: concurrent creations of their tokens wait until the transaction ends. */
export const lockOwner = (transaction: Store, payer: number) =>
  transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', payer)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

export const insertToken = (transaction: Store, token: Insertable<TokensTable>): Promise<TokenRow> =>
  transaction.insertInto('tokens').values(token).returning(tokenColumns).executeTakeFirstOrThrow()

export type TokenEdit = Pick<
  TokenRow,
  | 'name'
  | 'status'
  | 'expired_time'
  | 'unlimited_quota'
  | 'model_limits_enabled'
  | 'model_limits'
  | 'allow_ips'
  | 'group'
  | 'billing_preference'
> & {
  /** The amount added to the remaining quota; negative to reduce it. */
  quota_delta: number
}

/** Writes an edit over the locked row. */
export const editToken = (
  transaction: Store,
  { id, user_id }: TokenRow,
  { quota_delta, ...fields }: TokenEdit,
): Promise<TokenRow> =>
  transaction
    .updateTable('tokens')
    .set((eb) => ({ ...fields, remain_quota: eb('remain_quota', '+', quota_delta) }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(tokenColumns)
    .executeTakeFirstOrThrow()

export const setTokenStatus = (
  transaction: Store,
  { id, user_id }: TokenRow,
  status: typeof tokenStatus.enabled | typeof tokenStatus.disabled,
): Promise<TokenRow> =>
  transaction
    .updateTable('tokens')
    .set({ status })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(tokenColumns)
    .executeTakeFirstOrThrow()

/** Marks a token as deleted; the row stays, because open holds and log rows refer to it. Returns the encrypted key. */
export const deleteToken = (store: Store, owner: TokenOwner, id: number, at: number) =>
  store
    .updateTable('tokens')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where(ownedBy(owner))
    .where('deleted_at', 'is', null)
    .returning(['key_cipher', 'name'])
    .executeTakeFirst()

/** Brings back a token that was deleted at this time. Returns the encrypted key. */
export const restoreToken = (transaction: Store, owner: TokenOwner, id: number, deletedAt: number) =>
  transaction
    .updateTable('tokens')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where(ownedBy(owner))
    .where('deleted_at', '=', deletedAt)
    .returning(['key_cipher', 'name', 'user_id', 'caller_id'])
    .executeTakeFirst()

export const deleteTokens = (store: Store, owner: TokenOwner, ids: readonly number[], at: number) =>
  store
    .updateTable('tokens')
    .set({ deleted_at: at })
    .where('id', 'in', ids)
    .where(ownedBy(owner))
    .where('deleted_at', 'is', null)
    .returning(['id', 'key_cipher'])
    .execute()
