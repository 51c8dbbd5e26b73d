import { readConfig } from '../server/src/config.ts'
import { backUp, backupText } from '../server/src/operations/backup/back-up.ts'
import { runCommand } from '../server/src/operations/command-line.ts'
import { promptPassphrase } from '../server/src/operations/passphrase.ts'
import { Refusal } from '../server/src/operations/refusal.ts'

const usage = `backup <new folder> [--json]
Copies the databases and the secret key of the installation that the environment names; it may be running.
The passphrase that seals the key is BACKUP_PASSPHRASE, or is typed at the terminal.`

await runCommand(usage, {}, async ({ words: [folder, more] }, progress) => {
  if (!folder || more) throw new Refusal(`Usage: ${usage}`)
  const config = readConfig(process.env)
  const passphrase = await promptPassphrase(process.env.BACKUP_PASSPHRASE, { isNew: true })
  const result = await backUp(config, { folder, passphrase }, progress)
  return { data: result, text: backupText(result) }
})
