import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { busyTimeoutMs } from '../../store/sqlite-dialect.ts'
import type { OpenStore } from '../../store/store.ts'
import { entryColumns, holdColumns, hourColumns, listed, logColumns, tokenColumns, userColumns } from './columns.ts'
import { decide } from './decide.ts'
import { type Executor, expectWritten } from './executor.ts'
import { DatabaseAway } from './failure.ts'
import { isFree, isSettlement, type Operation } from './operations.ts'
import type { HoldRow, HourOfConsumption, NewEntry, NewLog, Plan, Rows, TokenRow, UserRow } from './plan.ts'
import { restReference, type SettlingEntry, settledOf } from './settled.ts'

type Alone = NonNullable<OpenStore['alone']>
type Statements = ReturnType<typeof prepare>

/**
 * Runs a batch as one synchronous pass over prepared statements, so that the event loop is left once per batch.
 *
 * A batch of nothing but new holds does not wait for the disk. Other processes see them at once, and they outlive this
 * one; only a power failure takes them, together with the calls they were for. What is charged waits for the disk, and
 * with it whatever was written before.
 */
export function sqliteExecutor(alone: Alone): Executor {
  let statements: Statements | undefined
  const run = (database: DatabaseSync, operations: readonly Operation[]) => {
    statements ??= prepare(database)
    const isLight = operations.length > 0 && operations.every(({ kind }) => kind === 'hold')
    if (isLight) database.exec('PRAGMA synchronous = NORMAL')
    try {
      begin(database)
      const { plan, outcomes } = decide(read(statements, operations), operations)
      write(statements, plan)
      database.exec('COMMIT')
      return outcomes
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    } finally {
      if (isLight) database.exec(statements.usualDurability)
    }
  }
  return {
    async execute(operations) {
      let hasTurn = false
      try {
        return await alone((database) => {
          hasTurn = true
          return run(database, operations)
        })
      } catch (error) {
        if (hasTurn) throw error
        throw new DatabaseAway('the database connection is taken', { cause: error })
      }
    },
    async close() {},
  }
}

/** Another process may be writing. Waiting inside SQLite would stop every stream of this one, so we come back later. */
function begin(database: DatabaseSync) {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    database.exec('BEGIN IMMEDIATE')
  } finally {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  }
}

/**
 * `node:sqlite` binds every number as a float. Our amounts are safe integers, of which floats lose nothing, sums included;
 * the column stores them as the integers they are, and its check refuses what is none.
 */
function prepare(database: DatabaseSync) {
  const change = (text: string) => {
    const statement = database.prepare(text)
    return (...values: (string | number)[]) => Number(statement.run(...values).changes)
  }
  // Rows as `node:sqlite` makes them are dictionaries; built from arrays they are plain objects of one shape, which the
  // rules read many times.
  const select = <Row extends object>(columns: readonly (keyof Row & string)[], rest: string) => {
    const statement = database.prepare(`SELECT ${listed(columns)} ${rest}`)
    statement.setReturnArrays(true)
    return (id: string | number): Row | undefined => {
      const values = statement.get(id) as unknown as SQLOutputValue[] | undefined // as told above
      if (!values) return undefined
      const row: Record<string, SQLOutputValue> = {}
      for (const [index, column] of columns.entries()) row[column] = values[index] ?? null
      return row as Row // it has the columns that the statement names
    }
  }
  const insert = <Row>(table: string, columns: readonly (keyof Row & string)[], conflict = '') => {
    const values = columns.map(() => '?').join(', ')
    const statement = database.prepare(`INSERT INTO ${table} (${listed(columns)}) VALUES (${values}) ${conflict}`)
    return (row: Row) => void statement.run(...columns.map((column) => row[column] as SQLInputValue)) // texts and numbers
  }
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { synchronous: number } // what it is called
  return {
    usualDurability: `PRAGMA synchronous = ${synchronous}`,
    user: select<UserRow>(userColumns, 'FROM users WHERE id = ?'),
    token: select<TokenRow>(tokenColumns, 'FROM tokens WHERE id = ?'),
    hold: select<HoldRow>(holdColumns, 'FROM holds WHERE request_id = ?'),
    entries: database.prepare(
      `SELECT kind, reference, amount, channel_id, detail FROM ledger
       WHERE (kind = 'charge' AND reference IN (?1, ?2)) OR (kind = 'refund' AND reference = ?1)`,
    ),
    logged: database.prepare(`SELECT request_id FROM logs WHERE request_id = ? AND type = 2 AND request_id <> ''`),
    changeUser: change(
      `UPDATE users SET quota = quota + ?, held = held + ?, used_quota = used_quota + ?, request_count = request_count + ?
       WHERE id = ? AND quota = ? AND held = ?`,
    ),
    changeToken: change(
      `UPDATE tokens SET remain_quota = remain_quota + ?, held = held + ?, used_quota = used_quota + ?, accessed_time = ?
       WHERE id = ? AND remain_quota = ? AND held = ?`,
    ),
    changeChannel: change('UPDATE channels SET used_quota = used_quota + ? WHERE id = ?'),
    openHold: insert<HoldRow>('holds', holdColumns),
    changeHold: change('UPDATE holds SET amount = ?, accrued = ?, channel_id = ?, expires_at = ? WHERE request_id = ?'),
    closeHold: change('DELETE FROM holds WHERE request_id = ?'),
    addEntry: insert<NewEntry>('ledger', entryColumns),
    addLog: insert<NewLog>('logs', logColumns),
    addToHour: insert<HourOfConsumption>(
      'quota_data',
      hourColumns,
      `ON CONFLICT (user_id, model_name, created_at) DO UPDATE SET username = excluded.username,
         token_used = token_used + excluded.token_used, count = count + excluded.count, quota = quota + excluded.quota`,
    ),
  }
}

function read(statements: Statements, operations: readonly Operation[]): Rows {
  const users = new Map<number, UserRow>()
  const tokens = new Map<number, TokenRow>()
  const holds = new Map<string, HoldRow>()
  const entries: SettlingEntry[] = []
  const logged: string[] = []
  for (const operation of operations) {
    const { request_id, user_id, token_id } = operation
    if (!users.has(user_id)) keep(users, user_id, statements.user(user_id))
    if (token_id !== 0 && !tokens.has(token_id)) keep(tokens, token_id, statements.token(token_id))
    if (!holds.has(request_id)) keep(holds, request_id, statements.hold(request_id))
    if (holds.has(request_id) || !isSettlement(operation)) continue
    entries.push(...(statements.entries.all(request_id, restReference(request_id)) as SettlingEntry[]))
    if (isFree(operation) && statements.logged.get(request_id)) logged.push(request_id)
  }
  return { users, tokens, holds, settled: settledOf(entries, logged) }
}

function keep<Key, Row>(rows: Map<Key, Row>, key: Key, row: Row | undefined) {
  if (row) rows.set(key, row)
}

function write(statements: Statements, plan: Plan): void {
  for (const { before, after } of plan.users) {
    const changed = statements.changeUser(
      after.quota - before.quota,
      after.held - before.held,
      after.used_quota - before.used_quota,
      after.request_count - before.request_count,
      before.id,
      before.quota,
      before.held,
    )
    expectWritten('users', 1, changed)
  }
  for (const { before, after } of plan.tokens) {
    const changed = statements.changeToken(
      after.remain_quota - before.remain_quota,
      after.held - before.held,
      after.used_quota - before.used_quota,
      after.accessed_time,
      before.id,
      before.remain_quota,
      before.held,
    )
    expectWritten('tokens', 1, changed)
  }
  for (const { id, used_quota } of plan.channels) statements.changeChannel(used_quota, id) // it may have been deleted
  for (const hold of plan.opened) statements.openHold(hold)
  for (const { amount, accrued, channel_id, expires_at, request_id } of plan.changed)
    expectWritten('holds', 1, statements.changeHold(amount, accrued, channel_id, expires_at, request_id))
  for (const request_id of plan.closed) expectWritten('holds', 1, statements.closeHold(request_id))
  for (const entry of plan.entries) statements.addEntry(entry)
  for (const log of plan.logs) statements.addLog(log)
  for (const hour of plan.hours) statements.addToHour(hour)
}
