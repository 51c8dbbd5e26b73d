import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { OpenStore } from '../../../../store/store.ts'
import { firstStep } from '../../../routing/limits/window.ts'
import type { UsageHour, UsageModelHour } from '../../../usage/logs/usage-hour.ts'
import type { CostHour } from '../../pricing/cost/cost-hour.ts'
import { callersOf, seatsIn } from '../members/callers.ts'
import { type PotRow, potColumns } from '../pots/pot.ts'
import { rowReader, rowWriter, type SqlInput } from './column-binders.ts'
import {
  addToCost,
  addToCounter,
  addToHour,
  addToModelHour,
  callLogColumns,
  costColumns,
  entryColumns,
  holdColumns,
  hourColumns,
  listed,
  logColumns,
  modelHourColumns,
  potMoveColumns,
  settlingColumns,
  tokenColumns,
  userColumns,
} from './columns.ts'
import { countersFrom, isLimited } from './counters.ts'
import { DatabaseAway } from './database-failure.ts'
import { decide } from './decide.ts'
import type { Executor } from './executor.ts'
import { isDoneAtCommit, isFirstCapture, isFreeCapture, type Operation, type Outcome } from './operations.ts'
import type {
  CallerRow,
  Count,
  HoldRow,
  NewEntry,
  NewLog,
  NewPotMove,
  Plan,
  Rows,
  SettlingEntry,
  TokenRow,
  UserRow,
} from './plan.ts'
import { isFromPots, needsSettled, restReference, type SettledMove, settledMoveColumns, settledOf } from './settled.ts'
import { slicesOf } from './slice-id.ts'
import { potsOfHold } from './sources.ts'

type Exclusive = NonNullable<OpenStore['exclusive']>
type Statements = ReturnType<typeof prepare>

const rowsTogether = 8

const callerOfSeat = `SELECT ?1 AS account_id, id AS caller_id, username, status, deleted_at,
  EXISTS (SELECT 1 FROM organisation_members WHERE org_id = ?1 AND user_id = users.id) AS is_member
  FROM users WHERE id = ?2`

/**
 * Runs a batch as one synchronous pass over prepared statements. During the sync to the disk the event loop is free,
 * and operations that arrive meanwhile share the next batch.
 *
 * A new hold does not wait for the disk. Other processes see it at once, and it survives a crash of this process. A
 * power failure loses it together with its call. Every other operation waits until the disk has its commit and all
 * earlier ones.
 */
export function sqliteExecutor(exclusive: Exclusive, durable: () => Promise<void>): Executor {
  let statements: Statements | undefined
  return {
    async execute(operations, _, onCommit) {
      let hasConnection = false
      try {
        const outcomes = await exclusive((database) => {
          hasConnection = true
          statements ??= prepare(database)
          return transact(database, statements, operations)
        })
        if (operations.length > 0 && operations.every(isDoneAtCommit)) return outcomes
        onCommit(outcomes)
        await durable().catch(diskAway)
        return outcomes
      } catch (error) {
        if (hasConnection) throw error
        throw new DatabaseAway('the database connection is taken', { cause: error })
      }
    },
    async close() {},
  }
}

/** The batch is committed but not synced. It is applied again, which changes no row and syncs once more. */
function diskAway(error: unknown): never {
  throw new DatabaseAway('the disk does not take it', { cause: error })
}

/** Throws at once while another process writes. The group commit retries, so that the event loop is never blocked. */
function transact(database: DatabaseSync, statements: Statements, operations: readonly Operation[]): Outcome[] {
  statements.begin.run()
  try {
    const { plan, outcomes } = decide(read(statements, operations), operations)
    write(statements, plan)
    if (operations.length === 0) statements.rewriteHeader()
    statements.commit.run()
    return outcomes
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

type Value = SQLOutputValue
type Columns<Row> = readonly (keyof Row & string)[]

/**
 * `node:sqlite` binds every number as a float. Amounts are safe integers, which floats hold exactly, sums included; the
 * columns store them as integers, and their checks refuse any other value.
 *
 * Every call runs these statements several times: rows are read as arrays and written value by value, in the order of
 * the columns, because looking members up by name costs more than SQLite itself.
 */
function prepare(database: DatabaseSync) {
  const change = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: SqlInput[]) => Number(statement.run(...values).changes)
  }
  const row = <Row>(columns: Columns<Row>, source: string) => {
    const statement = database.prepare(`SELECT ${listed(columns)} FROM ${source}`)
    statement.setReturnArrays(true)
    const read = rowReader<Row>(columns)
    return (id: string | number): Row | undefined => {
      const values = statement.get(id) as unknown as Value[] | undefined // setReturnArrays above
      return values && read(values)
    }
  }
  const rows = <Row>(columns: Columns<Row>, source: string) => {
    const statement = database.prepare(`SELECT ${listed(columns)} FROM ${source}`)
    statement.setReturnArrays(true)
    const read = rowReader<Row>(columns)
    return (...values: SqlInput[]): Row[] =>
      (statement.all(...values) as unknown as Value[][]).map((found) => read(found)) // as above
  }
  const insertion = (table: string, columns: readonly string[], conflict: string, rows = 1) => {
    const values = `(${columns.map(() => '?').join(', ')})`
    // A failed row rolls the whole batch back in any case. Without OR ROLLBACK, SQLite copies every page that the statement
    // changes, to be able to undo this statement alone.
    const verb = rows > 1 ? 'INSERT OR ROLLBACK' : 'INSERT'
    return database.prepare(
      `${verb} INTO ${table} (${listed(columns)}) VALUES ${Array(rows).fill(values).join(', ')} ${conflict}`,
    )
  }
  const insert = <Row>(table: string, columns: Columns<Row>, conflict = '') => {
    const statement = insertion(table, columns, conflict)
    const write = rowWriter<Row>(columns)
    return (row: Row): void => {
      const values: SqlInput[] = []
      write(values, row)
      statement.run(...values)
    }
  }
  /** Rows of a table with several indexes are inserted together, which saves a third of their cost. */
  const insertMany = <Row>(table: string, columns: Columns<Row>) => {
    const [one, many] = [insertion(table, columns, ''), insertion(table, columns, '', rowsTogether)]
    const write = rowWriter<Row>(columns)
    return (rows: readonly Row[]): void => {
      for (let from = 0; from < rows.length; ) {
        const count = rows.length - from < rowsTogether ? 1 : rowsTogether
        const values: SqlInput[] = []
        for (let index = from; index < from + count; index++) write(values, rows[index] as Row)
        if (count === 1) one.run(...values)
        else many.run(...values)
        from += count
      }
    }
  }
  const version = database.prepare('PRAGMA user_version')
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    /** Writes the same value again: a transaction without a write would succeed on a full disk. */
    rewriteHeader() {
      const { user_version = 0 } = version.get() ?? {}
      database.exec(`PRAGMA user_version = ${Number(user_version)}`)
    },
    user: row<UserRow>(userColumns, 'users WHERE id = ?'),
    token: row<TokenRow>(tokenColumns, 'tokens WHERE id = ?'),
    pot: row<PotRow>(potColumns, 'pots WHERE id = ?'),
    movesOf: rows<SettledMove>(settledMoveColumns, 'pot_moves WHERE request_id = ? ORDER BY id'),
    caller: database.prepare(callerOfSeat),
    hold: row<HoldRow>(holdColumns, 'holds WHERE request_id = ?'),
    slices: rows<HoldRow>(holdColumns, 'holds WHERE request_id BETWEEN ? AND ?'),
    entries: rows<SettlingEntry>(
      settlingColumns,
      `ledger WHERE (kind = 'charge' AND reference IN (?1, ?2)) OR (kind = 'refund' AND reference = ?1)
        OR (kind = 'manual_refund' AND reference = ?1)`,
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
    changePot: change(
      'UPDATE pots SET quota = quota + ?, held = held + ?, windows = ? WHERE id = ? AND quota = ? AND held = ?',
    ),
    addPotMoves: insertMany<NewPotMove>('pot_moves', potMoveColumns),
    changeChannel: change('UPDATE channels SET used_quota = used_quota + ? WHERE id = ?'),
    openHold: insert<HoldRow>('holds', holdColumns),
    changeHold: change(
      `UPDATE holds SET amount = ?, accrued = ?, channel_id = ?, expires_at = ?, limits = ?, parts = ?, from_pots = ?
       WHERE request_id = ?`,
    ),
    closeHold: change('DELETE FROM holds WHERE request_id = ?'),
    counter: database.prepare(`SELECT since, amount FROM limit_counters WHERE key = ? AND (since = 0 OR since >= ?)`),
    count: database.prepare(
      `INSERT INTO limit_counters (key, since, amount) VALUES (?, ?, ?) ON CONFLICT (key, since) ${addToCounter}`,
    ),
    addEntries: insertMany<NewEntry>('ledger', entryColumns),
    addCallLogs: insertMany<NewLog>('logs', callLogColumns),
    addLogs: insertMany<NewLog>('logs', logColumns),
    addToHour: insert<UsageHour>('usage_hours', hourColumns, addToHour('usage_hours')),
    addToDay: insert<UsageHour>('usage_days', hourColumns, addToHour('usage_days')),
    addToModelHour: insert<UsageModelHour>('usage_model_hours', modelHourColumns, addToModelHour),
    addToCost: insert<CostHour>('cost_hours', costColumns, addToCost),
  }
}

const noCounters: Rows['counters'] = new Map()

function read(statements: Statements, operations: readonly Operation[]): Rows {
  const users = new Map<number, UserRow>()
  const tokens = new Map<number, TokenRow>()
  const holds = new Map<string, HoldRow>()
  const entries: SettlingEntry[] = []
  const logged: string[] = []
  const moves: SettledMove[] = []
  const pots = new Map<number, PotRow>()
  const counted = new Map<string, Count[]>()
  for (const operation of operations) {
    const { request_id, user_id, token_id } = operation
    if (!users.has(user_id)) keep(users, user_id, statements.user(user_id))
    if (token_id !== 0 && !tokens.has(token_id)) keep(tokens, token_id, statements.token(token_id))
    if (!holds.has(request_id) && !isFirstCapture(operation)) keep(holds, request_id, statements.hold(request_id))
    if ('slice' in operation && operation.slice && !holds.has(operation.slice.id))
      keep(holds, operation.slice.id, statements.hold(operation.slice.id))
    if (operation.kind === 'recall')
      for (const slice of statements.slices(...idsBetween(slicesOf(user_id)))) keep(holds, slice.request_id, slice)
    if (isLimited(operation))
      for (const { key } of operation.limits)
        if (!counted.has(key)) counted.set(key, readCounter(statements, key, operation.at))
    if (operation.sources) readPots(statements, pots, operation.sources)
    if (!needsSettled(operation, holds.get(request_id))) continue
    const found = statements.entries(request_id, restReference(request_id))
    entries.push(...found)
    if (found.some(isFromPots)) moves.push(...statements.movesOf(request_id))
    if (isFreeCapture(operation) && statements.logged.get(request_id)) logged.push(request_id)
  }
  for (const hold of holds.values()) if (hold.parts !== '') readPots(statements, pots, potsOfHold(hold))
  readPots(
    statements,
    pots,
    moves.map(({ pot_id }) => pot_id),
  )
  return {
    users,
    tokens,
    pots,
    callers: callersOf(
      seatsIn(operations).flatMap(({ account_id, caller_id }) => readCaller(statements, account_id, caller_id) ?? []),
    ),
    holds,
    settled: settledOf(entries, logged, moves),
    counters: counted.size > 0 ? countersFrom([...counted.values()].flat()) : noCounters,
  }
}

/** 0 is the balance. */
function readPots({ pot }: Statements, pots: Map<number, PotRow>, ids: readonly number[]): void {
  for (const id of ids) if (id !== 0 && !pots.has(id)) keep(pots, id, pot(id))
}

const readCaller = ({ caller }: Statements, account_id: number, caller_id: number) =>
  caller.get(account_id, caller_id) as CallerRow | undefined // the columns of the statement

/** All ids with this beginning. */
const idsBetween = (beginning: string) => [beginning, `${beginning}\uffff`] as const

function readCounter({ counter }: Statements, key: string, at: number): Count[] {
  const rows = counter.all(key, firstStep(key, at)) as { since: number; amount: number }[]
  return rows.map(({ since, amount }) => ({ key, since, amount }))
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
  for (const { before, after } of plan.pots) {
    const [quota, held] = [after.quota - before.quota, after.held - before.held]
    const changed = statements.changePot(quota, held, after.windows, before.id, before.quota, before.held)
    expectWritten('pots', 1, changed)
  }
  statements.addPotMoves(plan.potMoves)
  for (const { id, used_quota } of plan.channels) statements.changeChannel(used_quota, id) // the channel may have been deleted
  for (const hold of plan.opened) statements.openHold(hold)
  for (const { amount, accrued, channel_id, expires_at, limits, parts, from_pots, request_id } of plan.changed) {
    const values = [amount, accrued, channel_id, expires_at, limits, parts, from_pots] as const
    expectWritten('holds', 1, statements.changeHold(...values, request_id))
  }
  for (const request_id of plan.closed) expectWritten('holds', 1, statements.closeHold(request_id))
  statements.addEntries(plan.entries)
  statements.addCallLogs(plan.logs.filter(isCallLog))
  statements.addLogs(plan.logs.filter((log) => !isCallLog(log)))
  for (const hour of plan.hours) statements.addToHour(hour)
  for (const day of plan.days) statements.addToDay(day)
  for (const hour of plan.modelHours) statements.addToModelHour(hour)
  for (const { key, since, amount } of plan.counts) statements.count.run(key, since, amount)
  for (const cost of plan.costs) statements.addToCost(cost)
}

/** Whether a row has no texts: those of a call are made when the row is read. */
const isCallLog = ({ content, other }: NewLog) => content === '' && other === ''

/** Cannot fail, because the rows are locked since they were read. If it does, nothing may be written. */
function expectWritten(what: string, expected: number, written: number): void {
  if (written !== expected) throw new Error(`the ledger wrote ${written} ${what} instead of ${expected}`)
}
