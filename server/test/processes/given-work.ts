import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { OpenStore } from '../../src/store/store.ts'
import { givenChannel, givenToken, givenUser } from '../harness/ledger.ts'
import { givenMember, givenOrganisation } from '../harness/organisations.ts'
import type { Work } from './ledger-process.ts'

type GivenWork = Omit<Work, 'kind' | 'count'>

/** A user with a balance, for processes to spend. */
export async function givenWork(t: TestContext, { store, main }: OpenStore, quota: number): Promise<GivenWork> {
  const user = await givenUser(store, { quota })
  const token = await givenToken(store, user)
  return { main, spoolFolder: givenSpoolFolder(t), user, token, channel: await givenChannel(store) }
}

/** The same of an organisation: work of each of two members, with a token of their own. */
export async function givenWorkOfMembers(t: TestContext, open: OpenStore, quota: number): Promise<GivenWork[]> {
  const { store, main } = open
  const user = await givenOrganisation(store, await givenUser(store), { quota })
  const shared = { main, spoolFolder: givenSpoolFolder(t), user, channel: await givenChannel(store) }
  const works: GivenWork[] = []
  for (let count = 0; count < 2; count++) {
    const caller = await givenUser(store, { quota: 0 })
    await givenMember(store, user, caller)
    works.push({ ...shared, caller, token: await givenToken(store, user, { caller_id: caller }) })
  }
  return works
}

function givenSpoolFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
