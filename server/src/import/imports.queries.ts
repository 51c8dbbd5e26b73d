import { type Insertable, sql, type Updateable } from 'kysely'
import { people } from '../domain/identity/users/people.queries.ts'
import { isPostgres } from '../store/is-postgres.ts'
import type { Database } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

const rowsAtOnce = 500

function* batches<Value>(values: readonly Value[]): Generator<Value[]> {
  for (let from = 0; from < values.length; from += rowsAtOnce) yield values.slice(from, from + rowsAtOnce)
}

/** Rows that were imported from a source before: the id here and the checksum, by the id there. */
export async function readImported(store: Store, source: string, kind: string) {
  const rows = await store
    .selectFrom('imports')
    .select(['source_id', 'our_id', 'checksum'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map((row) => [row.source_id, row]))
}

export async function insertImported(store: Store, rows: readonly Insertable<Database['imports']>[]): Promise<void> {
  for (const some of batches(rows)) await store.insertInto('imports').values(some).execute()
}

/** How far a log has been imported: its rows have no mapping of their own. */
export const writeCursor = (store: Store, row: Insertable<Database['imports']>) =>
  store
    .insertInto('imports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'kind', 'source_id'])
        .doUpdateSet({ our_id: row.our_id, imported_at: row.imported_at }),
    )
    .execute()

/** The source that one of these keys was imported from. */
export async function findSourceOfKeys(store: Store, keyHashes: readonly string[]): Promise<string | undefined> {
  for (const some of batches(keyHashes)) {
    const found = await store
      .selectFrom('imports')
      .innerJoin('tokens', 'tokens.id', 'imports.our_id')
      .select('source')
      .where('kind', '=', 'tokens')
      .where('tokens.key_hash', 'in', some)
      .executeTakeFirst()
    if (found) return found.source
  }
  return undefined
}

export type Numbered = 'users' | 'tokens' | 'channels' | 'redemptions' | 'top_ups' | 'plans' | 'subscriptions'

export const readIds = async (store: Store, table: Numbered): Promise<Set<number>> =>
  new Set((await store.selectFrom(table).select('id').execute()).map(({ id }) => id))

/** Makes the database number new rows after this id, so that rows can be inserted with ids up to it. */
export async function reserveIds(store: Store, table: Numbered, upTo: number): Promise<void> {
  if (!isPostgres(store)) return // SQLite goes by the largest id
  await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'),
    greatest(${upTo}::bigint, nextval(pg_get_serial_sequence(${table}, 'id'))))`.execute(store)
}

/** The unique values of existing accounts. */
export const readAccounts = (store: Store) =>
  people(store)
    .select(['id', 'username_key', 'role', 'email', 'aff_code', 'access_token_hash', 'password_hash', 'deleted_at'])
    .select(['github_id', 'wechat_id', 'telegram_id', 'linux_do_id'])
    .select(['quota', 'aff_quota', 'used_quota', 'aff_history_quota'])
    .execute()

export const readIdentities = (store: Store) =>
  store.selectFrom('user_identities').select(['issuer', 'subject', 'user_id']).execute()

/** Fills the empty columns of an account from the one that is merged into it. */
export const joinAccount = (transaction: Store, id: number, change: Updateable<Database['users']>) =>
  transaction.updateTable('users').set(change).where('id', '=', id).execute()

export const setInviter = (transaction: Store, id: number, inviter_id: number) =>
  transaction.updateTable('users').set({ inviter_id }).where('id', '=', id).where('inviter_id', '=', 0).execute()

/** The opening balances of a source's users. As a text: the sum of many may exceed a safe number. */
export async function sumOpenings(store: Store, prefix: string): Promise<bigint> {
  const row = await store
    .selectFrom('ledger')
    .select(sql<string | null>`cast(sum(posted) as text)`.as('sum'))
    .where('reference', 'like', `${prefix}%`)
    .executeTakeFirst()
  return BigInt(row?.sum ?? 0)
}

export async function readKeyHashes(store: Store, table: 'tokens' | 'redemptions'): Promise<Set<string>> {
  const rows = await store.selectFrom(table).select('key_hash').execute()
  return new Set(rows.map(({ key_hash }) => key_hash))
}

export const insertRedemption = async (store: Store, row: Insertable<Database['redemptions']>): Promise<number> =>
  (await store.insertInto('redemptions').values(row).returning('id').executeTakeFirstOrThrow()).id

export const insertTopUp = async (store: Store, row: Insertable<Database['top_ups']>): Promise<number> =>
  (await store.insertInto('top_ups').values(row).returning('id').executeTakeFirstOrThrow()).id

export const insertImportedSubscription = (store: Store, row: Insertable<Database['subscriptions']>) =>
  store.insertInto('subscriptions').values(row).returningAll().executeTakeFirstOrThrow()

export const readTradeNumbers = async (store: Store): Promise<Set<string>> =>
  new Set((await store.selectFrom('top_ups').select('trade_no').execute()).map(({ trade_no }) => trade_no))

export const insertTask = async (store: Store, row: Insertable<Database['tasks']>): Promise<number> =>
  (await store.insertInto('tasks').values(row).returning('id').executeTakeFirstOrThrow()).id

export async function insertLogs(store: Store, rows: readonly Insertable<Database['logs']>[]): Promise<void> {
  for (const some of batches(rows)) await store.insertInto('logs').values(some).execute()
}

/** A transaction of thousands of rows takes longer than the usual limits allow. */
export async function allowLongTransaction(transaction: Store): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`SET LOCAL statement_timeout = 0`.execute(transaction)
  await sql`SET LOCAL idle_in_transaction_session_timeout = '5min'`.execute(transaction)
}
