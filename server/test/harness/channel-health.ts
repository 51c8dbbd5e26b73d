import { after, before } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { type MockUpstream, startMockUpstream } from '../../../mock-upstream/server.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase } from './databases.ts'
import type { Client } from './harness.ts'
import { type GivenChannel, type RelayServer, startRelay } from './relay-harness.ts'

/** A server whose channels lead to a mock upstream, and an administrator who looks after them. */
export type HealthServer = RelayServer & {
  admin: Client
  /** A channel that is in the routing index too. */
  routed(channel?: GivenChannel & { test_model?: string }): Promise<number>
  /** A channel as it is stored, and whether routing may use it. */
  look(id: number): Promise<Look>
  /** The address of the super administrator. */
  rootEmail(email: string): Promise<void>
  /** Whatever channels there are is taken away. */
  clear(): Promise<void>
}
type Look = {
  status: number
  response_time: number
  test_time: number
  failed_time: number
  failure_reason: string
  balance: number
  balance_updated_time: number
  reason: string | undefined
  isRouted: boolean
}

type Shared = { mock: MockUpstream; address: DatabaseAddress }

/** Several servers on one database and one upstream, for the tests of a describe block. */
export function useHealthServers<Name extends string>(
  kind: DatabaseKind,
  envs: Record<Name, Record<string, string>>,
): Readonly<Record<Name, HealthServer> & Shared> {
  const servers = {} as Record<Name, HealthServer> & Shared // filled before any test runs
  let database: FreshDatabase
  const started: RelayServer[] = []
  before(async () => {
    database = await freshDatabase(kind)
    const mock = await startMockUpstream()
    Object.assign(servers, { mock, address: database.address })
    for (const [name, env] of Object.entries<Record<string, string>>(envs)) {
      const relay = await startRelay(database.address, env, mock)
      started.push(relay)
      Object.assign(servers, { [name]: await withAdmin(relay, name) })
    }
  })
  after(async () => {
    for (const server of started) await server.stop()
    await servers.mock.stop()
    await database.drop()
  })
  return servers
}

async function withAdmin(relay: RelayServer, name: string): Promise<HealthServer> {
  const { store } = relay.deps
  await relay.given.user({ username: `admin-${name}`, role: role.admin })
  const admin = relay.client()
  await admin.signIn(`admin-${name}`)
  return {
    ...relay,
    admin,
    async routed({ test_model = '', ...given } = {}) {
      const id = await relay.channel(given)
      const { group = 'default', models = 'gpt-4o', status = channelStatus.enabled } = given
      const enabled = status === channelStatus.enabled ? 1 : 0
      const rows = models.split(',').map((model) => ({ group, model, channel_id: id, enabled }) as const)
      await store.insertInto('abilities').values(rows).execute()
      await store.updateTable('channels').set({ test_model }).where('id', '=', id).execute()
      return id
    },
    async look(id) {
      const { other_info, ...row } = await store
        .selectFrom('channels')
        .select(['status', 'response_time', 'test_time', 'failed_time', 'failure_reason'])
        .select(['balance', 'balance_updated_time', 'other_info'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const enabled = await store
        .selectFrom('abilities')
        .select('enabled')
        .where('channel_id', '=', id)
        .where('enabled', '=', 1)
        .execute()
      const reason = other_info === '' ? undefined : (JSON.parse(other_info).status_reason as string)
      return { ...row, reason, isRouted: enabled.length > 0 }
    },
    async rootEmail(email) {
      await store.updateTable('users').set({ email }).where('role', '=', role.root).execute()
    },
    async clear() {
      await store.deleteFrom('channels').execute()
      relay.mock.requests.clear()
    },
  }
}
