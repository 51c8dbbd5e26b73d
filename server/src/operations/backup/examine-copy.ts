import { rmSync } from 'node:fs'
import { type Verification, verifyLedger } from '../../domain/money/wallet/verify/verify.ts'
import { openVault } from '../../secrets/vault.ts'
import { migrate } from '../../store/migrate.ts'
import { readMigrations } from '../../store/migration-files.ts'
import { pendingAfter } from '../../store/migration-record.ts'
import { openStore } from '../../store/store.ts'
import { scopesOf } from '../copy/copy-database.ts'
import { openSqliteSnapshot } from '../copy/sqlite.queries.ts'
import { digestDatabase } from '../copy/table-digest.ts'
import type { DatabaseName } from '../installation.ts'
import { Refusal } from '../refusal.ts'
import { judgeSecretKey } from '../sealed-values.queries.ts'
import type { DatabaseRecord } from './manifest.ts'
import { checkIntegrity } from './snapshot-file.queries.ts'

/** The content of a database file, as read from the file. */
export async function examineFile(path: string, name: DatabaseName): Promise<Omit<DatabaseRecord, 'kind'>> {
  checkIntegrity(path)
  const reading = openSqliteSnapshot(path)
  try {
    const migrations = await reading.recorded()
    // Throws for a database of a newer version.
    pendingAfter(
      migrations,
      scopesOf[name].flatMap((scope) => readMigrations(scope)),
    )
    return { migrations, bytes: await reading.bytes(), tables: await digestDatabase(reading) }
  } finally {
    await reading.close()
  }
}

/**
 * Opens a copy as the server would: brings its schema up to date, opens sealed values with the secret key and verifies
 * the ledger as of the time of the copy.
 */
export async function openCopy(
  paths: { main: string; log?: string },
  secretKey: Buffer,
  madeAt: number,
): Promise<Verification> {
  const open = await openStore({
    main: { kind: 'sqlite', path: paths.main },
    ...(paths.log && { log: { kind: 'sqlite', path: paths.log } }),
    synchronous: 'NORMAL',
    poolSize: 1,
  })
  try {
    const { backup } = await migrate(open)
    if (backup) rmSync(backup) // a copy of a copy
    if ((await judgeSecretKey(open.store, openVault(secretKey))) === 'wrong')
      throw new Refusal('The secret key does not open the stored keys: it belongs to another installation.')
    return await verifyLedger(open, madeAt)
  } finally {
    await open.close()
  }
}
