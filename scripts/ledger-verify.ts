import { readConfig } from '../server/src/config.ts'
import { type Verification, verifyLedger } from '../server/src/domain/money/wallet/verify/verify.ts'
import { openInstallation } from '../server/src/operations/installation.ts'
import { whileLogsRest } from '../server/src/operations/while-logs-rest.ts'
import { databaseClock } from '../server/src/store/database-clock.ts'

/** Checks the ledger of the installation that the environment names, while it may be running. Exits with 0 when clean. */
async function run(): Promise<Verification> {
  const open = await openInstallation(readConfig(process.env))
  try {
    const clock = databaseClock(open)
    await clock.sync()
    const verify = () => verifyLedger(open, clock.now())
    return await (open.logStore === open.store ? verify() : whileLogsRest(open.store, clock.now, verify))
  } finally {
    await open.close()
  }
}

try {
  const verification = await run()
  console.log(JSON.stringify(verification, null, 2))
  process.exitCode = verification.clean ? 0 : 1
} catch (error) {
  console.log(JSON.stringify({ clean: false, error: error instanceof Error ? error.message : String(error) }, null, 2))
  process.exitCode = 2
}
