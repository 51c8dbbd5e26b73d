import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd } from '../at-end.ts'

/** A folder of migrations for one test: the texts are main/0001_step, main/0002_step and so on. */
export function migrationFolder(t: TestContext, ...texts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  for (const scope of ['main', 'log']) mkdirSync(join(folder, scope))
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, 'main', `000${index + 1}_step.sql`), text)
  return folder
}
