import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { DatabaseAddress } from '../../store/dsn.ts'
import { copyDatabase, scopesOf } from '../copy/copy-database.ts'
import { openDraft, openSnapshot } from '../copy/open-side.ts'
import type { DatabaseName } from '../installation.ts'
import { type Progress, Refusal } from '../refusal.ts'

const busyTimeoutMs = 30_000

/** Writes a database, SQLite or PostgreSQL, as it is at one moment into a SQLite file. The database may be in use. */
export async function writeSnapshotFile(
  address: DatabaseAddress,
  path: string,
  name: DatabaseName,
  progress: Progress,
): Promise<void> {
  if (address.kind === 'sqlite') return vacuumInto(address.path, path)
  const source = await openSnapshot(address)
  try {
    const draft = await openDraft({ kind: 'sqlite', path })
    try {
      await copyDatabase(source, draft, scopesOf[name], progress)
      await draft.finish()
    } catch (error) {
      await draft.abandon()
      throw error
    }
  } finally {
    await source.close()
  }
}

/** SQLite reads the whole file in one statement, and with it in one transaction. */
function vacuumInto(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600)) // an empty file is filled and keeps its mode
  const database = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  chmodSync(to, 0o600)
}

/** SQLite's own check of every page and index of a file. */
export function checkIntegrity(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const found = database.prepare('PRAGMA integrity_check(3)').all()
    const faults = found.map((row) => String(row.integrity_check)).filter((text) => text !== 'ok')
    if (faults.length > 0) throw new Refusal(`The database is damaged: ${faults.join('; ')}`)
  } finally {
    database.close()
  }
}
