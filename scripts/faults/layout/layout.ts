import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenApi } from '@turnpike/contract/identity/token'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { optionApi } from '@turnpike/contract/system/option-api'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { type Balancer, startBalancer } from '../../../server/test/outside/balancer.ts'
import { type PgBouncer, startPgBouncer } from '../../../server/test/outside/pgbouncer.ts'
import { type PostgresPair, startPostgresPair } from '../../../server/test/outside/postgres.ts'
import { queryPostgres } from '../../../server/test/outside/query-postgres.ts'
import { type RedisServer, startRedis } from '../../../server/test/outside/redis.ts'
import { type ConsoleClient, signInTo } from '../../demo/console-client.ts'
import { type CountingUpstream, startCountingUpstream } from './counting-upstream.ts'
import { type Instance, makeInstance } from './instance.ts'

export const model = 'gpt-4o'
const database = 'turnpike'

export type Key = { secret: string; token_id: number }

/** The layout of docs/scale.md on one machine, every part a process of its own. */
export type Layout = {
  balancer: Balancer
  instances: readonly [Instance, Instance]
  pair: PostgresPair
  bouncer: PgBouncer
  redis: { server: RedisServer }
  upstream: CountingUpstream
  /** The address by which all instances reach the database. */
  dsn: string
  /** A new token of a user with a large balance, known to both instances. */
  newKey(): Promise<Key>
  /** Queries the database, which may be away for a moment. */
  query<Row extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  /** Resolves when the balancer sees both instances ready. */
  untilReady(): Promise<void>
  stop(): Promise<void>
}

export async function startLayout(): Promise<Layout> {
  const ends: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    return { ...(await assemble((end) => ends.push(end))), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function assemble(atEnd: (end: () => unknown) => void): Promise<Omit<Layout, 'stop'>> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-faults-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const pair = await startPostgresPair()
  atEnd(pair.stop)
  const bouncer = await startPgBouncer(pair.primary)
  atEnd(bouncer.stop)
  const redis = { server: await startRedis() }
  atEnd(() => redis.server.stop())
  const upstream = await startCountingUpstream()
  atEnd(upstream.stop)
  await queryPostgres(pair.primary, `CREATE DATABASE ${database}`)
  const dsn = bouncer.url(database)
  const common = {
    SQL_DSN: dsn,
    REDIS_CONN_STRING: redis.server.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    RATE_LIMIT_FACTOR: '100',
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_DELAY_SECONDS: '2',
    LOG_LEVEL: 'info',
  }
  const instances = await Promise.all([
    makeInstance({ ...common, DATA_DIR: join(folder, '1') }),
    makeInstance({ ...common, DATA_DIR: join(folder, '2') }),
  ])
  for (const instance of instances) atEnd(instance.end)
  await Promise.all(instances.map((instance) => instance.start()))
  const balancer = await startBalancer(instances.map(({ url }) => url))
  atEnd(balancer.stop)
  const untilReady = async () => {
    await eventually('both instances are ready', () => balancer.ready() === instances.length)
  }
  await untilReady()
  const root = await signInTo(balancer.url, defaultRoot.username, defaultRoot.password)
  await seed(root, upstream.url)
  const query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) =>
    eventually('the database responds', () => queryPostgres<Row>(dsn, text, values).catch(() => undefined))
  return {
    balancer,
    instances,
    pair,
    bouncer,
    redis,
    upstream,
    dsn,
    async newKey() {
      await untilReady()
      const { id, key } = await root.call(tokenApi.create, { body: { name: 'load', unlimited_quota: true } })
      const secret = `sk-${key}`
      // A pooler passes no notifications: the other instance sees a change at its next check.
      for (const { url } of instances)
        await eventually('known everywhere', async () => (await requestModel(url, secret)) === 200)
      return { secret, token_id: id }
    },
    query,
    untilReady,
  }
}

/** One quota per token in either direction, so that the cost of a call equals its usage. */
async function seed(root: ConsoleClient, upstream: string): Promise<void> {
  const changes = [
    { key: 'ModelRatio', value: JSON.stringify({ [model]: 1 }) },
    { key: 'CompletionRatio', value: JSON.stringify({ [model]: 1 }) },
  ]
  await root.call(optionApi.updateMany, { body: { changes } })
  const channel = { type: 1, name: 'counting', models: model, group: 'default', key: 'sk-counting', base_url: upstream }
  await root.call(channelApi.create, { body: channel })
}

/** The status of the cheapest request that needs a key and a channel. */
export async function requestModel(url: string, secret: string): Promise<number> {
  const response = await fetch(`${url}/v1/models/${model}`, { headers: { authorization: `Bearer ${secret}` } })
  await response.text()
  return response.status
}
