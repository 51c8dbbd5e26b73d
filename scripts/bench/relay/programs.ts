import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, startProgram } from '../program.ts'
import { startServerProcess } from '../server-process.ts'
import { checkBooks } from './books.ts'
import type { Target } from './load.ts'
import { seedRelay } from './seed-relay.ts'
import type { StreamShape } from './stream-shape.ts'

/** One key may run a hundred calls at once, so that many connections use the keys of many users. */
export const users = 20

export type Upstream = Target & { sendStreamsAs(shape: StreamShape): Promise<void>; stop(): Promise<void> }
export type Gateway = Target & {
  /** The same server as one user sees it. */
  ofOneUser: Target
  folder: string
  /** Stops the server, checks its books to the unit and removes its data. */
  stop(): Promise<void>
}

const upstreamKey = [{ authorization: 'Bearer sk-upstream' }]
const file = (name: string) => join(import.meta.dirname, name)

export async function startUpstream(): Promise<Upstream> {
  const program = await startProgram([file('upstream.ts')])
  return {
    ...program,
    name: 'direct',
    headers: upstreamKey,
    async sendStreamsAs(shape) {
      await fetch(`${program.url}/shape`, { method: 'PUT', body: JSON.stringify(shape) })
    },
  }
}

export async function startBareProxy(upstream: Upstream, env: Record<string, string> = {}): Promise<Target & Program> {
  const program = await startProgram([file('bare-proxy.ts')], { PORT: '0', UPSTREAM: upstream.url, ...env })
  return { ...program, name: 'bare proxy', headers: upstreamKey }
}

export async function startGateway(upstream: Upstream, env: Record<string, string> = {}): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const keys = await seedRelay(folder, upstream.url, { env, users })
  const program = await startServerProcess(folder, { ...serverEnv, ...env })
  const target = { ...program, name: 'turnpike', headers: keys.map((key) => ({ authorization: `Bearer ${key}` })) }
  return {
    ...target,
    ofOneUser: { ...target, headers: target.headers.slice(0, 1) },
    folder,
    async stop() {
      await program.stop()
      await checkBooks(folder, env)
      rmSync(folder, { recursive: true })
    },
  }
}

export const serverEnv = { RATE_LIMIT_FACTOR: '1000' }
