import { join } from 'node:path'
import type { Limits } from '@turnpike/contract/routing/limits'
import { post } from '../../server/src/domain/money/wallet/ledger/ledger-post.ts'
import { loadSecretKey } from '../../server/src/secrets/secret-key.ts'
import { openVault, type Vault } from '../../server/src/secrets/vault.ts'
import type { Store } from '../../server/src/store/store.ts'
import { startPostgres } from '../../server/test/outside/postgres.ts'
import type { Figure } from './figure.ts'
import { chatCall } from './relay/calls.ts'
import { closeConnections, sendRequests, type Target } from './relay/load.ts'
import { startGateway, startUpstream } from './relay/programs.ts'
import { seedToken } from './relay/seed-relay.ts'
import { cpuPer, measureCosts, median, ratio, ratioFigure } from './relay/turns.ts'
import { openData } from './server-process.ts'

const members = 20
const connections = 32
const lengths = { warmUp: 10_000, count: 1000, rounds: 11 }

/** Limits that no call reaches. */
const limits = JSON.stringify({
  requests_per_minute: 1_000_000,
  calls_at_once: 1000,
  budgets: [{ window: 'calendar', period: 'month', time_zone: 'UTC', amount: 1_000_000_000_000 }],
} satisfies Limits)

/**
 * An organisation with caps on all members, against a user with as many tokens and the same limits: in the same server on
 * PostgreSQL, in turns. The calls of either wait for one row.
 */
export async function organisations(): Promise<Figure[]> {
  const upstream = await startUpstream()
  const database = await startPostgres()
  const env = { SQL_DSN: database.url }
  const gateway = await startGateway(upstream, env)
  const keys = await seedSpenders(gateway.folder, env)
  const call = chatCall()
  const perSecond: number[][] = [[], []]
  const contenders = keys.map((own, at) => {
    const target: Target = { ...gateway, headers: own.map((key) => ({ authorization: `Bearer ${key}` })) }
    return (count: number) =>
      cpuPer(target, count, async () => {
        const begin = performance.now()
        await sendRequests(target, call, count, connections)
        perSecond[at]?.push(count / ((performance.now() - begin) / 1000))
      })
  })
  const costs = await measureCosts(contenders, lengths)
  // The first round only warms up.
  const [ofUser = [], ofOrg = []] = perSecond.map((speeds) => speeds.slice(1))
  await closeConnections()
  await gateway.stop()
  await database.stop()
  await upstream.stop()
  const [userCosts, orgCosts] = costs
  return [
    {
      name: 'calls/s of an organisation with caps on all members, times a user with the same limits',
      value: ratio(ofOrg, ofUser),
      unit: '×',
      least: 0.8,
      note: `organisation ${Math.round(median(ofOrg))}, user ${Math.round(median(ofUser))}`,
    },
    ratioFigure('CPU per call of such an organisation, times that of the user', [orgCosts, userCosts], {
      organisation: orgCosts,
      user: userCosts,
    }),
  ]
}

/** The keys of a user with limits, and those of the members of an organisation, each with caps. */
async function seedSpenders(folder: string, env: Record<string, string>): Promise<string[][]> {
  const { store, close } = await openData(folder, env)
  const vault = openVault(loadSecretKey(undefined, join(folder, 'secret-key')).key)
  const keys = await store.transaction().execute(async (transaction) => {
    const user = await seedAccount(transaction, { username: 'limited', limits })
    const org = await seedAccount(transaction, { username: 'org:bench', kind: 'org', display_name: 'Bench' })
    await transaction.insertInto('organisations').values({ id: org, created_by: user, created_at: now }).execute()
    const own: string[] = []
    const shared: string[] = []
    for (let count = 0; count < members; count++) {
      own.push(await seedToken(transaction, vault, { user_id: user, name: `own ${count}`, created_time: now }))
      shared.push(await seedMember(transaction, vault, org, `member-${count}`))
    }
    return [own, shared]
  })
  await close()
  return keys
}

const now = Math.floor(Date.now() / 1000)

type Account = { username: string; kind?: 'org'; display_name?: string; limits?: string }

async function seedAccount(store: Store, account: Account, amount = 1_000_000_000_000): Promise<number> {
  const { id } = await store
    .insertInto('users')
    .values({ ...account, username_key: account.username, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(store, { user_id: id, kind: 'grant', reference: account.username, amount, at: now })
  return id
}

/** Returns the key of a member, who has nothing to spend but the organisation's balance. */
async function seedMember(store: Store, vault: Vault, org_id: number, username: string): Promise<string> {
  const user_id = await seedAccount(store, { username }, 1)
  await store
    .insertInto('organisation_members')
    .values({ org_id, user_id, role: 'member', limits, joined_at: now })
    .execute()
  return seedToken(store, vault, { user_id: org_id, caller_id: user_id, name: username, created_time: now })
}
