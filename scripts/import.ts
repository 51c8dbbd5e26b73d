// Brings users, keys, channels, prices and balances of another server into the installation that the environment names:
// npm run import -- <SQLite file | postgres://… | mysql://… | config.yaml> [--apply] [--logs-since 2026-01-01] [--json]
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { reportText } from '../server/src/import/report.ts'
import { runImport } from '../server/src/import/run-import.ts'
import { openSource } from '../server/src/import/sources/open-source.ts'
import { createLog } from '../server/src/log.ts'
import { loadSecretKey } from '../server/src/secrets/secret-key.ts'
import { openVault } from '../server/src/secrets/vault.ts'
import { readMigrations } from '../server/src/store/migration-files.ts'
import { pendingAfter, readRecord } from '../server/src/store/migration-record.ts'
import { type OpenStore, openStore } from '../server/src/store/store.ts'

const usage =
  'npm run import -- <SQLite file | postgres://… | mysql://… | config.yaml> [--apply] [--logs-since 2026-01-01] [--json]'

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      apply: { type: 'boolean', default: false },
      'logs-since': { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const [named, ...others] = positionals
  if (!named || others.length > 0) throw new Error(`name one source:\n  ${usage}`)
  const logsSince = timeOf(values['logs-since'])
  const config = readConfig(process.env)
  const open = await openOurs(config)
  try {
    await checkMigrated(open)
    const { key } = loadSecretKey(config.SECRET_KEY, join(config.DATA_DIR, 'secret-key'))
    const source = await openSource(named, process.env)
    try {
      const report = await runImport(open, openVault(key, config.SESSION_SECRET), source, {
        named,
        isDryRun: !values.apply,
        logsSince,
        say: (text) => console.error(text),
        log: createLog('error', { write: (line) => console.error(line) }),
      })
      console.log(values.json ? JSON.stringify(report, null, 2) : reportText(report))
      if (report.balances && !report.balances.equal) process.exitCode = 1
    } finally {
      await source.source.close()
    }
  } finally {
    await open.close()
  }
}

function openOurs({ database, logDatabase, SQLITE_SYNCHRONOUS: synchronous }: ReturnType<typeof readConfig>) {
  // Opening would create an empty database.
  if (database.kind === 'sqlite' && !existsSync(database.path))
    throw new Error(`there is no database of Turnpike at ${database.path}: start the server once, it makes one`)
  return openStore({ main: database, ...(logDatabase && { log: logDatabase }), synchronous, poolSize: 2 })
}

async function checkMigrated({ store, dialect }: OpenStore): Promise<void> {
  const pending = pendingAfter(await readRecord(store, dialect), readMigrations('main'))
  if (pending.length > 0)
    throw new Error('the database of Turnpike is of an older version or empty: start the server once, it updates it')
}

function timeOf(date: string | undefined): number | undefined {
  if (date === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(time)) throw new Error(`--logs-since takes a date such as 2026-01-01, not ${date}`)
  return Math.floor(time / 1000)
}

try {
  await run()
} catch (error) {
  console.error(`Nothing more was imported: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
