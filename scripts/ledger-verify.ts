import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../server/src/config.ts'
import { type Verification, verifyLedger } from '../server/src/domain/money/wallet/verify/verify.ts'
import { moveLogsLease } from '../server/src/jobs/move-logs.ts'
import { databaseClock } from '../server/src/store/database-clock.ts'
import { releaseLease, takeLease } from '../server/src/store/lease.ts'
import { type OpenStore, openStore } from '../server/src/store/store.ts'

const leaseSeconds = 600

/** Checks the ledger of the installation that the environment names, while it may be running. Exits with 0 when clean. */
async function run(): Promise<Verification> {
  const { database, logDatabase, SQLITE_SYNCHRONOUS } = readConfig(process.env)
  // Opening would create an empty database, whose ledger is always clean.
  if (database.kind === 'sqlite' && !existsSync(database.path))
    throw new Error(`there is no database at ${database.path}`)
  const open = await openStore({
    main: database,
    ...(logDatabase && { log: logDatabase }),
    synchronous: SQLITE_SYNCHRONOUS,
    poolSize: 2,
  })
  try {
    const clock = databaseClock(open)
    await clock.sync()
    return await whileLogsAreNotMoved(open, clock.now, () => verifyLedger(open, clock.now()))
  } finally {
    await open.close()
  }
}

/** Log rows that are being moved to the log database would be counted twice or not at all. */
async function whileLogsAreNotMoved<Result>(
  open: OpenStore,
  now: () => number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (open.logStore === open.store) return work()
  for (;;) {
    const lease = await takeLease(open.store, moveLogsLease, `verify ${randomUUID()}`, leaseSeconds, now())
    if (!lease) await pause(200)
    else
      try {
        return await work()
      } finally {
        await releaseLease(open.store, lease)
      }
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
