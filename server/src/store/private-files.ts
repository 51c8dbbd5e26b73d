import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ownerOnly = 0o600
const forOthers = 0o077
const companions = ['', '-wal', '-shm', '-journal']

/** Creates an empty file that its owner alone can read and write. SQLite fills it and gives its companions the same mode. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', ownerOnly))
}

/**
 * Keeps a database file, its companions and the copies from before migrations from other users of the machine, whatever
 * they were created with. A file that exists is not opened: closing it would end the locks of SQLite in this process.
 */
export function keepPrivate(path: string): void {
  try {
    createPrivateFile(path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const name = basename(path)
  const own = new Set(companions.map((end) => name + end))
  for (const file of readdirSync(dirname(path)))
    if (own.has(file) || file.startsWith(`${name}.before-`)) tighten(join(dirname(path), file))
}

function tighten(file: string): void {
  try {
    if (statSync(file).mode & forOthers) chmodSync(file, ownerOnly)
  } catch {
    // Gone meanwhile, of another owner, or on a file system without modes: the server must start all the same.
  }
}
