// Brings users, keys, channels, prices and balances of another server into the installation that the environment names:
// npm run import -- <SQLite file | postgres://… | mysql://… | config.yaml> [--apply] [--logs-since 2026-01-01] [--json]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { reportText } from '../server/src/import/report.ts'
import { runImport } from '../server/src/import/run-import.ts'
import { openSource } from '../server/src/import/sources/open-source.ts'
import { createLog } from '../server/src/log.ts'
import { openInstallation, requireMigrated } from '../server/src/operations/installation.ts'
import { loadSecretKey } from '../server/src/secrets/secret-key.ts'
import { openVault } from '../server/src/secrets/vault.ts'

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
  const open = await openInstallation(config)
  try {
    await requireMigrated(open)
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
