import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { queryPostgres } from './query-postgres.ts'

export type Postgres = {
  url: string
  /** Ends the server at once, as a crash would. */
  crash(): Promise<void>
  /** Starts it again with the same data. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Does not keep this process alive any longer, and stops when it ends. */
  unref(): void
}

export type PostgresPair = Omit<Postgres, 'url'> & {
  /** The primary, which `crash` and `start` are about. */
  primary: string
  standby: string
  /** The standby receives nothing any more, so that the primary confirms no commit. */
  detach(): Promise<void>
  /** Makes the standby a primary; resolves when it takes writes. */
  promote(): Promise<void>
}

/** A primary that confirms no commit before its standby has it. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const { url, ...rest } = await startKeeper('pair')
  const [primary = '', standby = ''] = url.split(' ')
  const tellStandby = async (...statements: string[]) => {
    for (const statement of statements) await queryPostgres(standby, statement)
  }
  return {
    ...rest,
    primary,
    standby,
    detach: () => tellStandby(`ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()'),
    promote: () => tellStandby('SELECT pg_promote(true, 60)'),
  }
}

export const startPostgres = (): Promise<Postgres> => startKeeper()

/**
 * Starts a real PostgreSQL. It runs under a keeper that takes it down when our end of the pipe closes, so that none is
 * left behind, not even by a test run that was killed.
 */
async function startKeeper(...args: 'pair'[]): Promise<Postgres> {
  // Detached: Ctrl-C reaches us, and the keeper learns of it through the pipe.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const exit = once(keeper, 'exit')
  const lines = createInterface({ input: keeper.stdout })
  const [url] = await Promise.race([once(lines, 'line'), exit])
  if (typeof url !== 'string') throw new Error('PostgreSQL for the tests did not start')
  const command = async (name: string) => {
    const done = once(lines, 'line')
    keeper.stdin.write(`${name}\n`)
    await done
  }
  return {
    url,
    crash: () => command('crash'),
    start: () => command('start'),
    async stop() {
      keeper.stdin.end()
      await exit
    },
    unref() {
      keeper.unref()
      for (const pipe of [keeper.stdin, keeper.stdout]) (pipe as Socket).unref() // a pipe to a child is a socket
    },
  }
}
