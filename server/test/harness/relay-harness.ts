import { randomBytes } from 'node:crypto'
import { after, before } from 'node:test'
import { tokenStatus } from '@turnpike/contract/identity/token'
import type { OptionKey } from '@turnpike/contract/options'
import { channelStatus } from '@turnpike/contract/routing/channel'
import type { RecordedRequest } from '../../../mock-upstream/requests.ts'
import { type MockUpstream, startMockUpstream } from '../../../mock-upstream/server.ts'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import { sealedOverrides } from '../../src/domain/routing/channels/edit/header-literals.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { bumpRevision } from '../../src/store/revision.ts'
import { balanceOf } from '../ledger/held-for-calls.ts'
import { type DatabaseKind, type FreshDatabase, freshDatabase } from './databases.ts'
import { saveOptions, startTestServer, type TestServer, type TestStartOptions } from './harness.ts'

export type GivenChannel = {
  type?: number
  models?: string
  group?: string
  priority?: number
  weight?: number
  key?: string
  /** The key that is stored, made from the name by which the mock vendor knows the account. */
  keyOf?(name: string): string
  base_url?: string
  model_mapping?: object
  status_code_mapping?: object
  setting?: object
  param_override?: object
  header_override?: Record<string, string>
  auto_ban?: 0 | 1
  status?: number
  other?: string
  max_input_tokens?: number
}
export type GivenToken = {
  user_id?: number
  /** Of a user who is made for this token. */
  role?: number
  user_group?: string
  quota?: number
  remain_quota?: number
  unlimited?: boolean
  status?: number
  group?: string
  model_limits?: string
  allow_ips?: string
  expired_time?: number
}
export type GivenKey = { key: string; user_id: number; token_id: number; username: string }

/** A group of its own with channels and users in it, so that tests can share a server and not meet. */
export type Place = {
  group: string
  channel(channel?: GivenChannel): Promise<{ id: number; key: string }>
  key(token?: GivenToken): Promise<GivenKey>
  /** What arrived at the channels of this place. */
  sent(): RecordedRequest[]
}

/** A server with its upstream: what a test of the relay needs to begin. */
export type RelayServer = TestServer & {
  mock: MockUpstream
  channel(channel?: GivenChannel): Promise<number>
  /** A user with a balance and a key; gives the key as a client would send it. */
  key(token?: GivenToken): Promise<GivenKey>
  place(): Place
  balance(user_id: number): Promise<{ quota: number; held: number; used_quota: number; request_count: number }>
  /** Saves options and waits until this server goes by them. */
  options(changes: Partial<Record<OptionKey, string>>): Promise<void>
}

let number = 0

export async function startRelay(
  database: DatabaseAddress,
  env: Record<string, string> = {},
  shared?: MockUpstream,
  surroundings: TestStartOptions = {},
): Promise<RelayServer> {
  const mock = shared ?? (await startMockUpstream())
  const server = await startTestServer(database, env, surroundings)
  const { store, vault, clock } = server.deps

  async function channel(given: GivenChannel = {}): Promise<number> {
    const name = given.key ?? `sk-upstream-${++number}`
    const key = given.keyOf?.(name) ?? name
    const text = (value: object | undefined) => (value ? JSON.stringify(value) : '')
    const { id } = await store
      .insertInto('channels')
      .values({
        type: given.type ?? 1,
        name: `channel ${number}`,
        key_cipher: vault.encrypt(key, 'channel key'),
        key_hash: vault.hash(key, 'channel key'),
        status: given.status ?? channelStatus.enabled,
        models: given.models ?? 'gpt-4o',
        group: given.group ?? 'default',
        priority: given.priority ?? 0,
        weight: given.weight ?? 0,
        base_url: given.base_url ?? mock.url,
        other: given.other ?? '',
        model_mapping: text(given.model_mapping),
        status_code_mapping: text(given.status_code_mapping),
        setting: text(given.setting),
        ...sealedOverrides(vault, {
          param_override: text(given.param_override),
          header_override: text(given.header_override),
        }),
        auto_ban: given.auto_ban ?? 1,
        max_input_tokens: given.max_input_tokens ?? 0,
        created_time: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await bumpRevision(store)
    await server.deps.reload()
    return id
  }

  async function key(given: GivenToken = {}): Promise<GivenKey> {
    const username = `user${++number}${randomBytes(2).toString('hex')}`
    const user_id = given.user_id ?? (await givenUser(username, given))
    const secret = randomBytes(24).toString('hex')
    const { id } = await store
      .insertInto('tokens')
      .values({
        user_id,
        name: `token of ${username}`,
        key_cipher: vault.encrypt(secret, 'token key'),
        key_hash: vault.hash(secret, 'token key'),
        status: given.status ?? tokenStatus.enabled,
        created_time: clock(),
        remain_quota: given.remain_quota ?? 0,
        unlimited_quota: given.unlimited === false || given.remain_quota !== undefined ? 0 : 1,
        expired_time: given.expired_time ?? -1,
        group: given.group ?? '',
        allow_ips: given.allow_ips ?? '',
        model_limits: given.model_limits ?? '',
        model_limits_enabled: given.model_limits === undefined ? 0 : 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { key: `sk-${secret}`, user_id, token_id: id, username }
  }

  async function givenUser(username: string, { role, user_group, quota = 100_000_000 }: GivenToken): Promise<number> {
    const user_id = await server.given.user({ username, ...(role !== undefined && { role }) })
    if (user_group) await store.updateTable('users').set({ group: user_group }).where('id', '=', user_id).execute()
    const grant = { user_id, kind: 'grant', reference: `test ${user_id}`, amount: quota, at: clock() } as const
    if (quota > 0) await store.transaction().execute((transaction) => post(transaction, grant))
    return user_id
  }

  return {
    ...server,
    mock,
    channel,
    key,
    place() {
      const group = `group${++number}`
      const keys = new Set<string>()
      return {
        group,
        async channel(given = {}) {
          const secret = given.key ?? `sk-upstream-${++number}`
          keys.add(secret)
          return { id: await channel({ group, ...given, key: secret }), key: secret }
        },
        key: (given = {}) => key({ user_group: group, ...given }),
        sent: () => mock.requests.list().filter((request) => keys.has(request.key)),
      }
    },
    balance: (user_id) => balanceOf(store, user_id),
    async options(changes) {
      await saveOptions(store, vault, changes)
      await server.deps.reload()
    },
    async stop() {
      await server.stop()
      if (!shared) await mock.stop()
    },
  }
}

/** A relay for the tests of a file or of a describe block; there from its first test to its last. */
export function useRelay(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  prepare: (relay: RelayServer) => Promise<void> = async () => {},
): RelayServer {
  const relay = {} as RelayServer // filled before any test runs
  let database: FreshDatabase
  before(async () => {
    database = await freshDatabase(kind)
    Object.assign(relay, await startRelay(database.address, env))
    await prepare(relay)
  })
  after(async () => {
    await relay.stop()
    await database.drop()
  })
  return relay
}
