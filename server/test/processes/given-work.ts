import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { OpenStore } from '../../src/store/store.ts'
import { givenChannel, givenToken, givenUser } from '../harness/ledger.ts'
import { givenMember, givenOrganisation } from '../ledger/organisations.ts'
import { givenPot } from '../ledger/pots.ts'
import type { Work } from './ledger-process.ts'

type GivenWork = Omit<Work, 'kind' | 'count'>

/** A user with a balance, for processes to spend. */
export async function givenWork(t: TestContext, { store, main }: OpenStore, quota: number): Promise<GivenWork> {
  const user = await givenUser(store, { quota })
  const token = await givenToken(store, user)
  return { main, spoolFolder: givenSpoolFolder(t), user, token, channel: await givenChannel(store) }
}

/** The same with a plan: two pots and the balance pay in turn. */
export async function givenWorkOfPlan(t: TestContext, open: OpenStore, quota: number): Promise<GivenWork> {
  const work = await givenWork(t, open, quota)
  const at = Math.floor(Date.now() / 1000)
  const amounts = [{ amount: 300, limit: 250 }, { amount: 1_000_000 }]
  const pots = await open.store.transaction().execute(async (transaction) => {
    const opened = []
    for (const pot of amounts)
      opened.push(await givenPot(transaction, work.user, { ...pot, starts_at: at - 60, ends_at: at + 7200 }))
    return opened
  })
  return { ...work, sources: [...pots.map(({ id }) => id), 0] }
}

/** The same with one pot, before the balance or without it. */
export async function givenWorkOfPot(
  t: TestContext,
  open: OpenStore,
  { amount, quota, hasBalance }: { amount: number; quota: number; hasBalance: boolean },
): Promise<GivenWork> {
  const work = await givenWork(t, open, quota)
  const at = Math.floor(Date.now() / 1000)
  const span = { starts_at: at - 60, ends_at: at + 7200 }
  const pot = await open.store
    .transaction()
    .execute((transaction) => givenPot(transaction, work.user, { amount, ...span }))
  return { ...work, sources: hasBalance ? [pot.id, 0] : [pot.id] }
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
