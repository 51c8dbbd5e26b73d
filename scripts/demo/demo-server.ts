import { join } from 'node:path'
import { defaultRoot } from '@turnpike/contract/identity/user'
import type { MockUpstream } from '../../mock-upstream/server.ts'
import { readConfig } from '../../server/src/config.ts'
import { createLog } from '../../server/src/log.ts'
import { type Server, startServer } from '../../server/src/start/server.ts'
import { liveMonth, monthStart } from './history/live-month.ts'
import type { World } from './history/world.ts'

export type DemoServer = Pick<Server, 'url' | 'deps' | 'stop'> & {
  /** A key of the super administrator. */
  key: string
}

export type DemoSettings = {
  /** The data folder, which must be empty. */
  folder: string
  upstream: MockUpstream
  /** Unix seconds at which the month ends, and at which the clock of this server stands still afterwards. */
  now: number
  /** The address of the console, and that of its payment site. */
  addresses?: { server: string; payment: string }
  /** Password of the super administrator; by default that of a fresh installation, which the console warns about. */
  rootPassword?: string
}

const nowhere = { server: 'https://turnpike.example', payment: 'https://pay.example' }

/** A server in this process, on a free port, over a new SQLite database with the demo's month. */
export async function startDemoServer(settings: DemoSettings): Promise<DemoServer> {
  const { folder, upstream, now, addresses = nowhere, rootPassword = defaultRoot.password } = settings
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    SQLITE_PATH: join(folder, 'turnpike.db'),
    SQLITE_SYNCHRONOUS: 'NORMAL',
    RATE_LIMIT_FACTOR: '1000',
    DRAIN_DELAY_SECONDS: '0',
    DRAIN_SECONDS: '1',
    MEDIA_FETCH_ALLOW: `127.0.0.1/32:${new URL(upstream.url).port}`,
    LOG_LEVEL: 'error',
    ...(settings.rootPassword && { INITIAL_ROOT_PASSWORD: settings.rootPassword }),
  })
  let wallMs = monthStart(now) * 1000
  const clocks = { wallMs: () => wallMs, monotonicMs: () => wallMs }
  const server = await startServer(config, createLog('error'), { clocks })
  const root = { id: 1, username: defaultRoot.username, password: rootPassword, tokens: new Map() }
  const world: World = {
    url: server.url,
    deps: server.deps,
    upstream,
    moveTo(at) {
      wallMs = at * 1000
      upstream.tasks.advance((wallMs - upstream.tasks.now()) / 1000)
    },
    now: () => Math.floor(wallMs / 1000),
    channelIds: new Map(),
    people: new Map([['root', root]]),
  }
  try {
    await liveMonth(world, now, addresses)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { ...server, key: root.tokens.get('production')?.key ?? '' }
}
