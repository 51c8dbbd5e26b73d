import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd } from '../harness/at-end.ts'

/** A disk of its own with little space. */
export type SmallDisk = {
  folder: string
  /** Writes until nothing more fits. */
  fill(): void
  free(): void
}

/** Undefined where the tests may not mount a file system. */
export function mountSmallDisk(t: TestContext, megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  atEnd(t, () => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (const block of [Buffer.alloc(64 * 1024), Buffer.alloc(1)]) writeAll(file, block)
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast),
  }
}

function writeAll(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
