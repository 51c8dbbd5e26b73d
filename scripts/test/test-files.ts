import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

const isTest = /\.test\.[cm]?[jt]sx?$/
const isLong = /\.long\.test\.[cm]?[jt]sx?$/
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

/**
 * The files of one run. Parts of paths select quick and long files. Without such parts a quick run leaves out the files named
 * `*.long.test.ts`.
 */
export function chooseTestFiles(files: string[], parts: string[], isLongRun: boolean): string[] {
  if (parts.length > 0) return files.filter((file) => parts.some((part) => file.includes(part)))
  return isLongRun ? files : files.filter((file) => !isLong.test(file))
}
