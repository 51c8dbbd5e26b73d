import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { retryWhileBusy } from './sqlite-busy.ts'

type Prepared = { statement: StatementSync; returnsRows: boolean; mayWrite: boolean }

/** A list in `IN (…)` makes a new statement for every length, so the cache has a limit. */
const preparedMax = 256
const readsOnly = /^\s*(select|pragma)\b/i
const changesRows = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

/** The one connection to a SQLite database, for Kysely. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()
  readonly #durable: () => Promise<void>

  constructor(database: DatabaseSync, durable: () => Promise<void>) {
    this.#database = database
    this.#durable = durable
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const prepared = this.#prepare(query.sql)
    const values = query.parameters.map(toSqlite)
    const result = await retryWhileBusy(() => run<Row>(prepared, values, changesRows.has(query.query.kind)))
    // Inside a transaction the write becomes durable with the commit.
    if (prepared.mayWrite && !this.#database.isTransaction) await this.#durable()
    return result
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // Not from the cache: another query with the same text would rewind this statement.
    const statement = this.#database.prepare(query.sql)
    for (const row of statement.iterate(...query.parameters.map(toSqlite))) yield { rows: [singleRow(row) as Row] }
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text)
    if (known) {
      this.#prepared.delete(text) // reinserted as the most recently used
      this.#prepared.set(text, known)
      return known
    }
    const statement = this.#database.prepare(text)
    const prepared = { statement, returnsRows: statement.columns().length > 0, mayWrite: !readsOnly.test(text) }
    this.#prepared.set(text, prepared)
    const oldest = this.#prepared.keys().next().value
    if (this.#prepared.size > preparedMax && oldest !== undefined) this.#prepared.delete(oldest)
    return prepared
  }
}

function run<Row>({ statement, returnsRows }: Prepared, values: SQLInputValue[], isChange: boolean): QueryResult<Row> {
  if (returnsRows) {
    const rows = statement.all(...values).map(singleRow) as Row[]
    return isChange ? { rows, numAffectedRows: BigInt(rows.length) } : { rows }
  }
  const { changes, lastInsertRowid } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/** Makes rows ordinary objects, like those of PostgreSQL. `node:sqlite` gives objects without a prototype. */
const singleRow = (row: Record<string, unknown>) => ({ ...row })

/**
 * `node:sqlite` binds every number as a float, and a float parameter would turn integer arithmetic into float
 * arithmetic, so whole numbers are bound as bigints. Values that PostgreSQL would refuse are refused here as well.
 */
function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(safe(value))
  if (typeof value === 'bigint') return BigInt(safe(Number(value)))
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is not a value to store`)
  if (typeof value === 'boolean') throw new TypeError('flags are stored as 0 or 1, not as booleans')
  return value as SQLInputValue // anything else that cannot be bound is refused by node:sqlite
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is beyond the range of exact integers`)
  return value
}
