import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Program, startProgram } from '../program.ts'
import { openData, startServerProcess } from '../server-process.ts'
import type { StreamShape } from './calls.ts'
import type { Target } from './load.ts'
import { seedRelay } from './seed-relay.ts'

/** One key may run a hundred calls at once, so that many connections use the keys of many users. */
export const users = 20

export type Upstream = Target & { sendStreamsAs(shape: StreamShape): Promise<void>; stop(): Promise<void> }
type Gateway = Target & {
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

/** Σ charges = Σ log rows = Σ used quota, to the unit. */
export async function checkBooks(folder: string, env: Record<string, string> = {}): Promise<void> {
  const { store, close } = await openData(folder, env)
  const ledger = await store
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number>('amount').as('total'))
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow()
  const logs = await store
    .selectFrom('logs')
    .select(({ fn }) => fn.sum<number>('quota').as('total'))
    .where('type', '=', 2)
    .executeTakeFirstOrThrow()
  const users = await store
    .selectFrom('users')
    .select(({ fn }) => [fn.sum<number>('used_quota').as('used'), fn.sum<number>('held').as('held')])
    .executeTakeFirstOrThrow()
  await close()
  const [charged, logged, used, held] = [ledger.total, logs.total, users.used, users.held].map(Number)
  if (charged !== logged || charged !== used || held !== 0)
    throw new Error(`the books do not balance: ${JSON.stringify({ charged, logged, used, held })}`)
  console.log(`books: ${charged} charged = logged = used, nothing held`)
}

/** Shared by the parts of the benchmark: the programs that run the whole time, and the lengths of the rounds. */
export type BenchRun = {
  upstream: Upstream
  bare: Target
  gateway: Gateway
  length: Length
  hasPeer: boolean
  /** The commit whose memory is compared. */
  against: string | undefined
}

/** A server runs for days: the figures must not include the time until V8 has compiled the code for good. */
type Length = { warmUpCalls: number; warmUpStreams: number; rounds: number; slowRounds: number }
export const lengths = {
  full: { warmUpCalls: 120_000, warmUpStreams: 6000, rounds: 11, slowRounds: 3 },
  short: { warmUpCalls: 100_000, warmUpStreams: 3000, rounds: 5, slowRounds: 1 },
} satisfies Record<string, Length>
