import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { type Dialect, type Kysely, sql } from 'kysely'
import type { DatabaseAddress } from './dsn.ts'
import { postgresDialect } from './postgres/postgres.ts'
import { queryFailureOf } from './query-failure.ts'
import { openRetryingStore } from './retrying-store.ts'
import type { Database } from './schema.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

/** A handle for queries; a transaction is one too. */
export type Store = Kysely<Database>

export type StoreSettings = {
  main: DatabaseAddress
  /** The database of log rows, if it is not the main one. */
  log?: DatabaseAddress
  synchronous: 'FULL' | 'NORMAL'
  poolSize: number
  /** Opens for reading only, and creates no database. */
  readOnly?: boolean
  /** Opens even if the log database is away. */
  mayLackLog?: boolean
}

export type OpenStore = {
  store: Store
  /** The same handle as `store`, unless log rows have a database of their own. */
  logStore: Store
  dialect: DatabaseAddress['kind']
  main: DatabaseAddress
  log: DatabaseAddress
  /** Runs synchronous work on the connection of a SQLite main database, while queries of `store` wait. */
  exclusive?: <Result>(work: (database: DatabaseSync) => Result) => Promise<Result>
  /** Resolves when the commits of such work are on the disk. Present together with `exclusive`. */
  durable?: () => Promise<void>
  /** Fails if the main database does not respond within 2 s. Calls do not need the log database. */
  ping(): Promise<void>
  /** Fails while a separate log database is away or has an older schema. */
  checkLog(): Promise<void>
  close(): Promise<void>
}

const pingTimeoutMs = 2000
const postgresVersionMin = 14

export async function openStore({
  main,
  log = main,
  synchronous,
  poolSize,
  readOnly = false,
  mayLackLog = false,
}: StoreSettings): Promise<OpenStore> {
  const dialectOf = (address: DatabaseAddress) =>
    address.kind === 'sqlite'
      ? new NodeSqliteDialect({ path: address.path, synchronous, readOnly })
      : postgresDialect(address.url, poolSize, readOnly)
  const mainDialect = dialectOf(main)
  const store = await openRetryingStore(mainDialect)
  const logStore = isDeepStrictEqual(main, log) ? store : await openBeside(store, dialectOf(log))
  const handles = [...new Set([store, logStore])]
  const close = async () => {
    await Promise.all(handles.map((handle) => handle.destroy()))
  }
  const check = async (handle: Store, { kind }: DatabaseAddress) => {
    if (kind === 'postgres') await checkVersion(handle)
    await within(pingTimeoutMs, sql`select 1`.execute(handle))
  }
  const ping = async () => {
    await within(pingTimeoutMs, sql`select 1`.execute(store))
  }
  const checkLog = async () => {
    if (logStore !== store) await check(logStore, log)
  }
  try {
    await check(store, main)
    await checkLog().catch((error: unknown) => {
      if (!mayLackLog || queryFailureOf(error) !== 'away') throw error
    })
  } catch (error) {
    await close()
    throw error
  }
  const direct =
    mainDialect instanceof NodeSqliteDialect ? { exclusive: mainDialect.exclusive, durable: mainDialect.durable } : {}
  return { store, logStore, dialect: main.kind, main, log, ...direct, ping, checkLog, close }
}

async function openBeside(store: Store, dialect: Dialect): Promise<Store> {
  try {
    return await openRetryingStore(dialect)
  } catch (error) {
    await store.destroy()
    throw error
  }
}

async function checkVersion(store: Store): Promise<void> {
  const { rows } = await sql<{
    major: number
  }>`select current_setting('server_version_num')::int / 10000 as major`.execute(store)
  const major = rows[0]?.major ?? 0
  if (major < postgresVersionMin)
    throw new Error(`PostgreSQL ${major} is too old: Turnpike needs version ${postgresVersionMin} or newer`)
}

async function within(ms: number, response: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`the database did not respond within ${ms} ms`)), ms)
  try {
    await Promise.race([response, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
