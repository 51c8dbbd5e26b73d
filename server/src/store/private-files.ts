import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ownerOnly = 0o600
const forOthers = 0o077
const companions = ['', '-wal', '-shm', '-journal']

/**
 * Creates an empty file that its owner alone can read and write. SQLite fills it and gives its companions the same
 * mode.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', ownerOnly))
}

/**
 * Makes a database file, its companions and its copies from before migrations private to their owner. An existing file
 * is not opened: closing it would release the locks of SQLite in this process.
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
    // The file is gone, has another owner, or its file system has no modes. The server must start nevertheless.
  }
}
