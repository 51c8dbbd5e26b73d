import { logMonthsFrom } from '../../domain/usage/logs/log-month.ts'
import { readMigrations, type Scope, statementsOf } from '../../store/migration-files.ts'
import { createRecordText, pendingAfter } from '../../store/migration-record.ts'
import { type Progress, Refusal } from '../refusal.ts'
import { type Draft, inOrderOfReference, quoted, type Reading, type Snapshot, type Table } from './database-side.ts'
import { type DatabaseDigest, DigestBuilder, differingTables, digestTable } from './table-digest.ts'

const rowsPerLine = 100_000
/** No call was made in another century; a row of such a time goes to the default table of the log. */
const century = { from: Date.UTC(2000, 0) / 1000, to: Date.UTC(2100, 0) / 1000 }

/** The tables of the main database, which has those of the log too, and of a log database. */
export const scopesOf = { main: ['main', 'log'], log: ['log'] } satisfies Record<string, Scope[]>

/**
 * Copies every table of a snapshot into an empty draft of either kind, and reads the draft again: it must hold the same
 * rows. Returns their digest. The draft is not finished.
 */
export async function copyDatabase(
  source: Snapshot,
  target: Draft,
  scopes: Scope[],
  progress: Progress,
): Promise<DatabaseDigest> {
  await refuseOtherSchema(source, scopes)
  await createSchema(target, scopes)
  if (target.kind === 'postgres') await createLogMonths(source, target)
  const tables = await sharedTables(source, target)
  const copied: DatabaseDigest = {}
  for (const table of inOrderOfReference(tables)) copied[table.name] = await copyTable(source, target, table, progress)
  await target.setLastIds(await source.lastIds())
  await target.checkReferences()
  progress('comparing every row with the copy')
  const found: DatabaseDigest = {}
  for (const table of tables) found[table.name] = await digestTable(target, table)
  const different = differingTables(copied, found)
  if (different.length > 0) throw new Error(`the copy is not the same in ${different.join(', ')}`)
  return found
}

async function refuseOtherSchema(source: Reading, scopes: Scope[]): Promise<void> {
  const migrations = scopes.flatMap((scope) => readMigrations(scope))
  const [pending] = pendingAfter(await source.recorded(), migrations)
  if (pending)
    throw new Refusal('The database is of an older version of Turnpike. Start this version on it once, then try again.')
}

async function createSchema(target: Draft, scopes: Scope[]): Promise<void> {
  await target.run(createRecordText)
  for (const migration of scopes.flatMap((scope) => readMigrations(scope)))
    for (const statement of statementsOf(migration, target.kind)) await target.run(statement)
}

/** PostgreSQL keeps the log in a table per month. */
async function createLogMonths(source: Reading, target: Draft): Promise<void> {
  const times = (await source.logMonths()).filter((at) => at >= century.from && at < century.to)
  for (const at of times)
    for (const { name, start, end } of logMonthsFrom(at, 1))
      await target.run(`CREATE TABLE ${quoted(name)} PARTITION OF logs FOR VALUES FROM (${start}) TO (${end})`)
}

/** Both have the same tables and columns, because both were made by the same migrations. */
async function sharedTables(source: Reading, target: Reading): Promise<Table[]> {
  const [tables, others] = await Promise.all([source.tables(), target.tables()])
  const shape = (list: Table[]) =>
    list.map(({ name, columns }) => `${name} (${columns.map((one) => `${one.name} ${one.kind}`).join(', ')})`)
  const known = new Set(shape(others))
  const unknown = shape(tables).filter((text) => !known.has(text))
  if (unknown.length > 0 || tables.length !== others.length)
    throw new Refusal(`The database has tables that this version does not make: ${unknown.join('; ')}`)
  return tables
}

async function copyTable(source: Snapshot, target: Draft, table: Table, progress: Progress) {
  // Some migrations write a first row.
  if ((await digestTable(target, table)).rows > 0) await target.run(`DELETE FROM ${quoted(table.name)}`)
  const builder = new DigestBuilder(table)
  let count = 0
  for await (const rows of source.rows(table)) {
    for (const row of rows) builder.add(row)
    await target.insert(table, rows)
    if (Math.floor((count + rows.length) / rowsPerLine) > Math.floor(count / rowsPerLine))
      progress(`${table.name}: ${count + rows.length} rows`)
    count += rows.length
  }
  if (count > 0) progress(`${table.name}: ${count} rows copied`)
  return builder.result()
}
