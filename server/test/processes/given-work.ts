import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { OpenStore } from '../../src/store/store.ts'
import { givenChannel, givenToken, givenUser } from '../harness/ledger.ts'
import type { Work } from './ledger-process.ts'

/** A user with a balance, for processes to spend. */
export async function givenWork(
  t: TestContext,
  { store, main }: OpenStore,
  quota: number,
): Promise<Omit<Work, 'kind' | 'count'>> {
  const spoolFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(spoolFolder, { recursive: true, force: true }))
  const user = await givenUser(store, { quota })
  return { main, spoolFolder, user, token: await givenToken(store, user), channel: await givenChannel(store) }
}
