import type { RecordKeeper, RecordTerms } from '@turnpike/contract/usage/prompt-records'
import type { Selectable } from 'kysely'
import { countRows } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { ownedBy, type TokenOwner } from '../../identity/tokens/token-owner.ts'
import { readTerms, writeTerms } from './stored-terms.ts'

export type RecordRow = Selectable<Database['prompt_records']>

/** The terms of every recording group, by its name. */
export async function readGroupTerms(store: Store): Promise<Map<string, RecordTerms>> {
  const rows = await store.selectFrom('group_records').select(['group', 'terms']).orderBy('group').execute()
  return new Map(rows.flatMap(({ group, terms }) => (terms === '' ? [] : [[group, readTerms(terms) as RecordTerms]])))
}

export async function saveGroupTerms(transaction: Store, group: string, terms: RecordTerms | null): Promise<void> {
  await transaction.deleteFrom('group_records').where('group', '=', group).execute()
  if (terms)
    await transaction
      .insertInto('group_records')
      .values({ group, terms: writeTerms(terms) })
      .execute()
}

const liveTokensOf = (store: Store, owner: TokenOwner) =>
  store.selectFrom('tokens').where(ownedBy(owner)).where('deleted_at', 'is', null)

/** Undefined where the owner has no such token; empty where it does not record. */
export async function findTokenTerms(store: Store, owner: TokenOwner, id: number): Promise<string | undefined> {
  const row = await liveTokensOf(store, owner).select('record').where('id', '=', id).executeTakeFirst()
  return row?.record
}

export const readTokenTerms = (store: Store, owner: TokenOwner) =>
  liveTokensOf(store, owner).select(['id', 'name', 'record']).where('record', '<>', '').orderBy('id').execute()

export const saveTokenTerms = (transaction: Store, id: number, record: string) =>
  transaction.updateTable('tokens').set({ record }).where('id', '=', id).execute()

/** Writing a record twice stores it once. */
export const insertRecord = (logStore: Store, row: RecordRow) =>
  logStore
    .insertInto('prompt_records')
    .values(row)
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute()

const factColumns = [
  'request_id',
  'user_id',
  'account_id',
  'token_id',
  'created_at',
  'expires_at',
  'kept_by',
  'cut',
  'redacted',
  'sampled',
] as const
export type FactsRow = Pick<RecordRow, (typeof factColumns)[number]>

/** Expired records are not found, even before they are deleted. */
export const findFacts = (logStore: Store, requestId: string, now: number): Promise<FactsRow | undefined> =>
  logStore
    .selectFrom('prompt_records')
    .select(factColumns)
    .where('request_id', '=', requestId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function findSealed(logStore: Store, requestId: string): Promise<Uint8Array | undefined> {
  const row = await logStore
    .selectFrom('prompt_records')
    .select('sealed')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.sealed
}

export const deleteRecord = (logStore: Store, requestId: string) =>
  logStore.deleteFrom('prompt_records').where('request_id', '=', requestId).execute()

type OfToken = { user_id: number; token_id: number; kept_by: RecordKeeper }

export const countRecords = (logStore: Store, of: OfToken, now: number): Promise<number> =>
  countRows(
    logStore
      .selectFrom('prompt_records')
      .where('user_id', '=', of.user_id)
      .where('token_id', '=', of.token_id)
      .where('kept_by', '=', of.kept_by)
      .where('expires_at', '>', now),
  )

const batchMax = 200

/** Rows are large: they are deleted in batches, so that no statement holds the database for long. */
async function deleteBatches(logStore: Store, next: () => Promise<{ request_id: string }[]>): Promise<number> {
  let deleted = 0
  for (let rows = await next(); rows.length > 0; rows = await next()) {
    const ids = rows.map(({ request_id }) => request_id)
    await logStore.deleteFrom('prompt_records').where('request_id', 'in', ids).execute()
    deleted += ids.length
  }
  return deleted
}

const someIds = (logStore: Store) => logStore.selectFrom('prompt_records').select('request_id').limit(batchMax)

export const deleteOfToken = (logStore: Store, { user_id, token_id, kept_by }: OfToken): Promise<number> =>
  deleteBatches(logStore, () =>
    someIds(logStore)
      .where('user_id', '=', user_id)
      .where('token_id', '=', token_id)
      .where('kept_by', '=', kept_by)
      .execute(),
  )

export const deleteOfUser = (logStore: Store, userId: number): Promise<number> =>
  deleteBatches(logStore, () => someIds(logStore).where('user_id', '=', userId).execute())

export const deleteOfAccount = (logStore: Store, accountId: number): Promise<number> =>
  deleteBatches(logStore, () => someIds(logStore).where('account_id', '=', accountId).execute())

export const deleteExpired = (logStore: Store, now: number): Promise<number> =>
  deleteBatches(logStore, () => someIds(logStore).where('expires_at', '<=', now).execute())

export async function readRecordedUsers(logStore: Store): Promise<number[]> {
  const rows = await logStore.selectFrom('prompt_records').select('user_id').distinct().execute()
  return rows.map(({ user_id }) => user_id)
}

export async function readRecordedAccounts(logStore: Store): Promise<number[]> {
  const rows = await logStore
    .selectFrom('prompt_records')
    .select('account_id')
    .where('account_id', '<>', 0)
    .distinct()
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Which of these accounts are cancelled. */
export async function findCancelled(store: Store, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await store
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
