import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const isTest = /\.test\.[cm]?[jt]sx?$/
const foreign = new Set(['node_modules', 'dist', '.git'])

/** Every test file below a folder, of any part of the project, as a path with slashes. */
export function findTestFiles(folder: string = root): string[] {
  const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return foreign.has(entry.name) ? [] : findTestFiles(path)
    return isTest.test(entry.name) ? [relative(root, path).split(sep).join('/')] : []
  })
  return found.sort()
}
