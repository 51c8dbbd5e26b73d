import { readConfig } from '../server/src/config.ts'
import { runCommand } from '../server/src/operations/command-line.ts'
import { promptPassphrase } from '../server/src/operations/passphrase.ts'
import { Refusal } from '../server/src/operations/refusal.ts'
import { restore, restoreText } from '../server/src/operations/restore/restore.ts'

const usage = `restore <folder of a backup> [--json]
Fills the installation that the environment names, which must be empty: SQLite or PostgreSQL, whichever the backup was.
The passphrase is BACKUP_PASSPHRASE, or is typed at the terminal.`

await runCommand(usage, {}, async ({ words: [folder, more] }, progress) => {
  if (!folder || more) throw new Refusal(`Usage: ${usage}`)
  const config = readConfig(process.env)
  const passphrase = () => promptPassphrase(process.env.BACKUP_PASSPHRASE, { isNew: false })
  const result = await restore(config, { folder, passphrase }, progress)
  return { data: result, text: restoreText(result) }
})
