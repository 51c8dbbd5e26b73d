import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { databaseClock } from '../../store/database-clock.ts'
import { readMigrations } from '../../store/migration-files.ts'
import { pendingAfter, readRecord } from '../../store/migration-record.ts'
import { type OpenStore, openStore, type Store } from '../../store/store.ts'
import { scopesOf } from '../copy/copy-database.ts'
import { type DatabaseName, databasesOf, describeDatabase } from '../installation.ts'
import { readPostgresSettings, readSqliteSettings } from './database.queries.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'

const clockSeconds = { warning: 2, problem: 30 }
/** Each process has one connection for notifications and two for the ledger besides its pool. */
const connectionsBesides = 3

type Checked = { findings: Finding[]; open?: OpenStore; isCurrent: boolean }

/** Opens the databases for reading only; a missing one is not created. The caller closes the opened ones. */
export async function checkDatabases(config: Config, wallMs: () => number): Promise<Checked> {
  const databases = databasesOf(config)
  for (const address of [databases.main, databases.log])
    if (address?.kind === 'sqlite' && !existsSync(address.path)) {
      const found = `there is no database at ${address.path}`
      const advice = 'The first start makes it. If there should be one, correct DATA_DIR or SQLITE_PATH.'
      return { findings: [warning('database', found, advice)], isCurrent: false }
    }
  let open: OpenStore
  try {
    open = await openStore({ ...databases, synchronous: 'NORMAL', poolSize: 2, readOnly: true })
  } catch (error) {
    const advice = 'See SQL_DSN, SQLITE_PATH and LOG_SQL_DSN, and whether the database server runs.'
    return { findings: [problem('database', reasonOf(error), advice)], isCurrent: false }
  }
  const findings: Finding[] = []
  for (const name of ['main', 'log'] as const) {
    const address = databases[name]
    if (!address) continue
    findings.push(ok('database', `${describeDatabase(address)} is reachable`))
    const store = name === 'main' ? open.store : open.logStore
    findings.push(
      ...(address.kind === 'postgres' ? await postgresFindings(store, config) : await sqliteFindings(store)),
    )
    findings.push(await migrationFinding(store, address.kind, name))
  }
  findings.push(await clockFinding(open, wallMs))
  const isCurrent = !findings.some(({ check, state }) => check === 'migrations' && state !== 'ok')
  return { findings, open, isCurrent }
}

async function sqliteFindings(store: Store): Promise<Finding[]> {
  const { version, journal } = await readSqliteSettings(store)
  return [
    journal === 'wal'
      ? ok('database settings', `SQLite ${version}`)
      : warning('database settings', `SQLite's journal mode is ${journal}`, 'The next start sets it to WAL.'),
  ]
}

async function postgresFindings(store: Store, { SQL_MAX_OPEN_CONNS, WORKERS }: Config): Promise<Finding[]> {
  const settings = await readPostgresSettings(store)
  const check = 'database settings'
  const findings: Finding[] = []
  for (const name of ['fsync', 'full_page_writes'] as const)
    if (settings[name] !== 'on')
      findings.push(
        problem(check, `${name} is off`, 'A crash can destroy the database: set it to on in postgresql.conf.'),
      )
  if (settings.synchronous_commit === 'off')
    findings.push(warning(check, 'synchronous_commit is off', 'A crash loses the last charges: set it to on.'))
  if (settings.synchronous_commit === 'local')
    findings.push(warning(check, 'synchronous_commit is local', 'A promoted standby lacks charges: set it to on.'))
  if (settings.server_encoding !== 'UTF8')
    findings.push(
      problem(
        check,
        `the encoding is ${settings.server_encoding}`,
        'Make a database with encoding UTF8 and move to it.',
      ),
    )
  const needed = Math.max(SQL_MAX_OPEN_CONNS, 2 * WORKERS) + connectionsBesides * WORKERS
  const offered = Number(settings.max_connections) - Number(settings.superuser_reserved_connections)
  const found = `PostgreSQL ${settings.server_version}, ${settings.TimeZone}: one instance takes up to ${needed} of ${offered} connections`
  findings.push(
    needed > offered
      ? problem(check, found, 'Lower SQL_MAX_OPEN_CONNS or raise max_connections.')
      : ok(check, `${found}, so there is room for ${Math.floor(offered / needed)} instances`),
  )
  return findings
}

async function migrationFinding(store: Store, kind: 'sqlite' | 'postgres', name: DatabaseName): Promise<Finding> {
  try {
    const migrations = scopesOf[name].flatMap((scope) => readMigrations(scope))
    const { length } = pendingAfter(await readRecord(store, kind), migrations)
    if (length === 0) return ok('migrations', 'the schema is that of this version')
    return warning(
      'migrations',
      `${length} migrations are not applied yet`,
      'Back up, then start this version: it applies them.',
    )
  } catch (error) {
    return problem(
      'migrations',
      reasonOf(error),
      'Run the version of Turnpike that this database belongs to, or a newer one.',
    )
  }
}

async function clockFinding(open: OpenStore, wallMs: () => number): Promise<Finding> {
  const clock = databaseClock(open)
  await clock.sync()
  const difference = Math.abs(clock.now() - Math.floor(wallMs() / 1000))
  const found = `this machine and the database differ by ${difference} s`
  const advice = 'Let NTP set both clocks: sign-in codes and signatures of requests to providers depend on the time.'
  if (difference > clockSeconds.problem) return problem('clock', found, advice)
  return difference > clockSeconds.warning ? warning('clock', found, advice) : ok('clock', found)
}
