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
import { busyTimeoutMs, onceFree } from './sqlite-busy.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { type ToDisk, WalFile } from './sqlite-wal.ts'
import { Turns } from './turns.ts'

export type SqliteSettings = { path: string; synchronous: 'FULL' | 'NORMAL'; waitMs?: number; toDisk?: ToDisk }

const turnTimeoutMs = 10_000

/** Kysely over `node:sqlite`: one connection, which an open transaction has to itself. */
export class NodeSqliteDialect implements Dialect {
  readonly #driver: NodeSqliteDriver

  constructor(settings: SqliteSettings) {
    this.#driver = new NodeSqliteDriver(settings)
  }

  createDriver = () => this.#driver
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new NodeSqliteAdapter()
  createIntrospector = (store: Kysely<unknown>) => new SqliteIntrospector(store)

  /** Work on the connection itself, in one go: it waits for its turn and then nothing comes between its statements. */
  alone = <Result>(work: (database: DatabaseSync) => Result) => this.#driver.alone(work)

  /** Resolves when everything committed so far would survive a power failure, if that was asked for. */
  durable = (): Promise<void> => this.#driver.durable()
}

/** Kysely would queue for the one connection without a time limit; our driver queues itself. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #settings: SqliteSettings
  readonly #turns: Turns
  readonly #wal: WalFile | undefined
  #opened?: { database: DatabaseSync; connection: SqliteConnection }

  constructor(settings: SqliteSettings) {
    this.#settings = settings
    this.#turns = new Turns(settings.waitMs ?? turnTimeoutMs)
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
    await this.#turns.take()
    return this.#open.connection
  }

  async releaseConnection(): Promise<void> {
    this.#turns.pass()
  }

  async alone<Result>(work: (database: DatabaseSync) => Result): Promise<Result> {
    await this.#turns.take()
    try {
      return work(this.#open.database)
    } finally {
      this.#turns.pass()
    }
  }

  async beginTransaction(_: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    // Another process may share the file. Taking the write lock at the start makes it wait its turn; a transaction that
    // reads first and writes later would fail halfway instead.
    const { database } = this.#open
    await onceFree(() => database.exec(accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE'))
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
    await this.#turns.take()
    this.#wal?.close()
    this.#open.database.close()
  }

  get #open() {
    if (!this.#opened) throw new Error('the database is not open')
    return this.#opened
  }
}

function openDatabase({ path }: SqliteSettings): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL') // whoever wants more waits for the disk outside of SQLite
  // Without it INSERT OR REPLACE would remove a row past the trigger that forbids removing it.
  database.exec('PRAGMA recursive_triggers = ON')
  // Most pages that a busy hour writes are the same few: with more commits between them, checkpoints copy them less often.
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  database.exec('PRAGMA busy_timeout = 0') // from here on we wait ourselves
  return database
}
