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
import { SqliteConnection } from './sqlite-connection.ts'
import { Turns } from './turns.ts'

export type SqliteSettings = { path: string; synchronous: 'FULL' | 'NORMAL'; waitMs?: number }

export const busyTimeoutMs = 5000
const turnTimeoutMs = 10_000

/** Kysely over `node:sqlite`: one connection, which an open transaction has to itself. */
export class NodeSqliteDialect implements Dialect {
  readonly #driver: NodeSqliteDriver

  constructor(settings: SqliteSettings) {
    this.#driver = new NodeSqliteDriver(settings)
  }

  createDriver = () => this.#driver
  createQueryCompiler = () => new SqliteQueryCompiler()
  createAdapter = () => new SqliteAdapter()
  createIntrospector = (store: Kysely<unknown>) => new SqliteIntrospector(store)

  /** Work on the connection itself, in one go: it waits for its turn and then nothing comes between its statements. */
  alone = <Result>(work: (database: DatabaseSync) => Result) => this.#driver.alone(work)
}

class NodeSqliteDriver implements Driver {
  readonly #settings: SqliteSettings
  readonly #turns: Turns
  #opened?: { database: DatabaseSync; connection: SqliteConnection }

  constructor(settings: SqliteSettings) {
    this.#settings = settings
    this.#turns = new Turns(settings.waitMs ?? turnTimeoutMs)
  }

  async init(): Promise<void> {
    const database = openDatabase(this.#settings)
    this.#opened = { database, connection: new SqliteConnection(database) }
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
    this.#open.database.exec(accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE')
  }

  async commitTransaction(): Promise<void> {
    this.#open.database.exec('COMMIT')
  }

  async rollbackTransaction(): Promise<void> {
    // After some failures, a full disk for one, SQLite has already rolled back.
    if (this.#open.database.isTransaction) this.#open.database.exec('ROLLBACK')
  }

  async destroy(): Promise<void> {
    await this.#turns.take()
    this.#open.database.close()
  }

  get #open() {
    if (!this.#opened) throw new Error('the database is not open')
    return this.#opened
  }
}

function openDatabase({ path, synchronous }: SqliteSettings): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(`PRAGMA synchronous = ${synchronous}`)
  // Without it INSERT OR REPLACE would remove a row past the trigger that forbids removing it.
  database.exec('PRAGMA recursive_triggers = ON')
  return database
}
