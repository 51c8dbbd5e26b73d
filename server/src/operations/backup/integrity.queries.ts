import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '../refusal.ts'

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
