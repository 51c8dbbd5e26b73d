import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { Mutex } from './mutex.ts'
import { keepPrivate } from './private-files.ts'
import { busyTimeoutMs, retryWhileBusy } from './sqlite-busy.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { type ToDisk, WalFile } from './sqlite-wal.ts'

export type SqliteSettings = {
  path: string
  synchronous: 'FULL' | 'NORMAL'
  waitMs?: number
  toDisk?: ToDisk
  /** Opens for reading only, and creates no file. */
  readOnly?: boolean
}

const lockTimeoutMs = 10_000

/** Kysely over `node:sqlite`: one connection, which an open transaction holds exclusively. */
export class NodeSqliteDialect implements Dialect {
  readonly #driver: NodeSqliteDriver

  constructor(settings: SqliteSettings) {
    this.#driver = new NodeSqliteDriver(settings)
  }

  createDriver = () => this.#driver
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new NodeSqliteAdapter()
  createIntrospector = (store: Kysely<unknown>) => new SqliteIntrospector(store)

  /** Runs synchronous work on the connection itself under the mutex, so that no other statement runs in between. */
  exclusive = <Result>(work: (database: DatabaseSync) => Result) => this.#driver.exclusive(work)

  /** Resolves when every commit so far would survive a power failure; at once if `synchronous` is NORMAL. */
  durable = (): Promise<void> => this.#driver.durable()
}

/** Kysely would wait for the connection without a time limit, so the driver has a queue of its own. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #settings: SqliteSettings
  readonly #mutex: Mutex
  readonly #wal: WalFile | undefined
  #opened?: { database: DatabaseSync; connection: SqliteConnection }

  constructor(settings: SqliteSettings) {
    this.#settings = settings
    this.#mutex = new Mutex(settings.waitMs ?? lockTimeoutMs)
    const { path, synchronous, toDisk } = settings
    if (synchronous === 'FULL' && path !== ':memory:') this.#wal = new WalFile(path, toDisk)
  }

  async init(): Promise<void> {
    const database = openDatabase(this.#settings)
    this.#opened = { database, connection: new SqliteConnection(database, () => this.durable()) }
  }

  async durable(): Promise<void> {
    await this.#wal?.durable()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { connection } = this.#open
    await this.#mutex.acquire()
    return connection
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.release()
  }

  async exclusive<Result>(work: (database: DatabaseSync) => Result): Promise<Result> {
    await this.#mutex.acquire()
    try {
      return work(this.#open.database)
    } finally {
      this.#mutex.release()
    }
  }

  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    // Another process may share the file. With the write lock taken at the start, the second transaction waits; one
    // that reads first and writes later would fail halfway instead.
    const { database } = this.#open
    await retryWhileBusy(() => database.exec(accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE'))
  }

  async commitTransaction(): Promise<void> {
    this.#open.database.exec('COMMIT')
    await this.durable()
  }

  async rollbackTransaction(): Promise<void> {
    // After some failures, a full disk for one, SQLite has already rolled back.
    if (this.#open.database.isTransaction) this.#open.database.exec('ROLLBACK')
  }

  async destroy(): Promise<void> {
    const { database } = this.#open
    await this.#mutex.acquire()
    this.#opened = undefined
    this.#wal?.close()
    database.close()
  }

  get #open() {
    if (!this.#opened) throw new Error('the database is not open')
    return this.#opened
  }
}

function openDatabase({ path, readOnly = false }: SqliteSettings): DatabaseSync {
  if (readOnly) return new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs })
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true })
    keepPrivate(path)
  }
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL') // FULL durability is awaited outside of SQLite, in WalFile
  // Without it INSERT OR REPLACE would delete a row without firing the trigger that forbids deleting it.
  database.exec('PRAGMA recursive_triggers = ON')
  // A busy hour writes the same few pages again and again: with more commits per checkpoint they are copied less often.
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  database.exec('PRAGMA busy_timeout = 0') // from here on retryWhileBusy waits
  return database
}
