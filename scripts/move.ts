import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { runCommand } from '../server/src/operations/command-line.ts'
import { move, moveText } from '../server/src/operations/move/move.ts'
import { Refusal } from '../server/src/operations/refusal.ts'
import { parseDsn } from '../server/src/store/dsn.ts'

const usage = `move --to <postgres://… or local> [--log-to <postgres://… or local>] [--json]
Copies the databases of the installation that the environment names into empty ones. Stop the server first.
"local" is the SQLite file (SQLITE_PATH, or turnpike.db in DATA_DIR; logs.db for the log). MOVE_TO_DSN and MOVE_LOG_TO_DSN
may name the addresses instead: other users of the machine can see what is written behind a command.`

await runCommand(usage, { to: { type: 'string' }, 'log-to': { type: 'string' } }, async ({ values }, progress) => {
  const { env } = process
  const config = readConfig(env)
  const to = values.to || env.MOVE_TO_DSN
  const logTo = values['log-to'] || env.MOVE_LOG_TO_DSN
  if (!to) throw new Refusal(`Usage: ${usage}`)
  const address = (name: string, dsn: unknown, path: string) => {
    try {
      return parseDsn(String(dsn), path)
    } catch (error) {
      throw new Refusal(`${name}: ${(error as Error).message}`)
    }
  }
  const result = await move(
    config,
    {
      main: address('--to', to, env.SQLITE_PATH || join(config.DATA_DIR, 'turnpike.db')),
      ...(logTo && { log: address('--log-to', logTo, join(config.DATA_DIR, 'logs.db')) }),
    },
    progress,
  )
  // An address of PostgreSQL holds a password.
  return { data: { tables: result.tables, ledger: result.ledger }, text: moveText(result) }
})
