import { renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Copies a live database file, as it was committed last, to `<file>.before-<version>-<time>`. A connection of its own
 * reads it, so the caller may hold the write lock meanwhile. The name appears only when the copy is whole.
 */
export function copyAside(path: string, version: string, now: Date): string {
  const copy = `${path}.before-${version}-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`
  const partial = `${copy}.partial`
  rmSync(partial, { force: true })
  const source = new DatabaseSync(path, { readOnly: true })
  try {
    source.prepare('VACUUM INTO ?').run(partial)
  } finally {
    source.close()
  }
  renameSync(partial, copy)
  return copy
}
