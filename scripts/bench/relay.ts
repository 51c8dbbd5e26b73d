import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { closeConnections, quantile, readStream, sendRequests, singleBody, type Target } from './load.ts'
import { openData } from './open-data.ts'
import { startPeer } from './peer.ts'
import { cpuMicroseconds, type Program, residentMegabytes, startProgram } from './program.ts'
import { seedRelay } from './seed-relay.ts'
import { startServerProcess } from './server-process.ts'

const root = join(import.meta.dirname, '..', '..')
const manyConnections = 32
/** One key may run a hundred calls at once, so the streams use the keys of many users. */
const streams = { count: 2000, users: 20 }
const bearer = (key = '') => ({ authorization: `Bearer ${key}` })

type Result = {
  name: string
  perSecond: number
  cpuPerCall: number
  p50: number
  p99: number
  p50Many: number
  p99Many: number
  firstChunk: number
  cpuPerThousandChunks: number
}

/** The same calls against the mock itself, a bare proxy, Turnpike and a peer, in one run; then the ledger is checked. */
export async function relay({
  postgres,
  hasPeer,
  env = {},
}: {
  postgres?: boolean
  hasPeer: boolean
  env?: Record<string, string>
}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const mock = await startProgram([join(root, 'mock-upstream', 'main.ts')], { PORT: '0', RECORD: 'false' })
  const keys = await seedRelay(folder, mock.url, { env, users: streams.users })
  const turnpike = await startServerProcess(folder, { RATE_LIMIT_FACTOR: '1000', ...env })
  const bare = await startProgram([join(import.meta.dirname, 'bare-proxy.ts')], { PORT: '0', UPSTREAM: mock.url })
  const peer = hasPeer ? await startPeer() : undefined
  const upstreamKey = { authorization: 'Bearer sk-upstream' }
  const targets: Target[] = [
    { name: 'direct', url: mock.url, headers: upstreamKey, pid: mock.pid },
    { name: 'bare proxy', url: bare.url, headers: upstreamKey, pid: bare.pid },
    {
      name: postgres ? 'turnpike (PostgreSQL)' : 'turnpike',
      url: turnpike.url,
      headers: bearer(keys[0]),
      pid: turnpike.pid,
    },
    ...(peer
      ? [
          {
            name: 'portkey',
            url: peer.url,
            headers: { ...upstreamKey, 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${mock.url}/v1` },
            pid: peer.pid,
            cannotStream: true as const,
          },
        ]
      : []),
  ]
  const before = residentMegabytes(turnpike.pid)
  const results = await measureInTurns(targets)
  const held = await holdStreams(
    keys.map((key) => ({ name: 'turnpike', url: turnpike.url, headers: bearer(key), pid: turnpike.pid })),
    mock,
  )
  const figures = [
    ...figuresOf(results),
    { name: `${held.count} streams held, memory`, value: held.megabytes, unit: 'MB', promise: 450 },
  ]
  console.table(
    results.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' ? Math.round(value * 100) / 100 : value,
        ]),
      ),
    ),
  )
  await closeConnections()
  await new Promise((resolve) => setTimeout(resolve, Number(process.env.REST_MS ?? 60_000)))
  const after = residentMegabytes(turnpike.pid)
  figures.push(
    { name: 'memory before load', value: before, unit: 'MB' },
    { name: 'memory after a minute of rest', value: after, unit: 'MB', promise: Math.round(before * 1.2) },
  )
  await Promise.all([turnpike.stop(), bare.stop(), peer?.stop()])
  await mock.stop()
  await checkLedger(folder, env)
  rmSync(folder, { recursive: true })
  return figures
}

/** A server runs for days: the figures must not include the time until V8 has compiled the code for good. */
const warmUp = { turns: 4, calls: 5000, streams: 100 }
const rounds = 12
const callsPerRound = 1000
const longBody = { ...singleBody, messages: [{ role: 'user', content: 'say 400 words' }] }

type Round = {
  perSecond: number
  cpuPerCall: number
  single: number[]
  many: number[]
  firsts: number[]
  cpuPerThousandChunks: number
}

/** Targets take turns, round by round, so that other load on the machine affects all of them; the results are medians. */
async function measureInTurns(targets: Target[]): Promise<Result[]> {
  for (let turn = 0; turn < warmUp.turns; turn++)
    for (const target of targets) {
      await sendRequests(target, warmUp.calls, manyConnections)
      for (let run = 0; run < warmUp.streams && !target.cannotStream; run++) await readStream(target, singleBody, 1)
    }
  const roundsOf = targets.map((): Round[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, target] of targets.entries()) roundsOf[index]?.push(await measure(target))
  return targets.map(({ name }, index) => resultOf(name, roundsOf[index] ?? []))
}

async function measure(target: Target): Promise<Round> {
  const calls = callsPerRound
  const cpu = () => cpuMicroseconds(target.pid ?? 0)
  const cpuBefore = cpu()
  const begin = performance.now()
  const many = await sendRequests(target, calls, manyConnections)
  const perSecond = calls / ((performance.now() - begin) / 1000)
  const cpuPerCall = (cpu() - cpuBefore) / calls
  const single = await sendRequests(target, 60, 1)
  if (target.cannotStream) return { perSecond, cpuPerCall, single, many, firsts: [], cpuPerThousandChunks: Number.NaN }
  const firsts: number[] = []
  for (let run = 0; run < 20; run++) firsts.push((await readStream(target, singleBody, 1)).firstMs)
  const streamCpu = cpu()
  const read = await Promise.all(Array.from({ length: 32 }, () => readStream(target, longBody, 32)))
  const events = read.reduce((sum, stream) => sum + stream.events, 0)
  return { perSecond, cpuPerCall, single, many, firsts, cpuPerThousandChunks: ((cpu() - streamCpu) / events) * 1000 }
}

function resultOf(name: string, rounds: Round[]): Result {
  const median = (of: (round: Round) => number) => quantile(rounds.map(of), 0.5)
  const all = (of: (round: Round) => number[], part: number) => quantile(rounds.flatMap(of), part)
  return {
    name,
    perSecond: median(({ perSecond }) => perSecond),
    cpuPerCall: median(({ cpuPerCall }) => cpuPerCall),
    p50: all(({ single }) => single, 0.5),
    p99: all(({ single }) => single, 0.99),
    p50Many: all(({ many }) => many, 0.5),
    p99Many: all(({ many }) => many, 0.99),
    firstChunk: all(({ firsts }) => firsts, 0.5),
    cpuPerThousandChunks: median(({ cpuPerThousandChunks }) => cpuPerThousandChunks),
  }
}

/** Opens many slow streams at once and reads the memory of the process while all of them are open. */
async function holdStreams(targets: Target[], mock: Program): Promise<{ count: number; megabytes: number }> {
  const { count } = streams
  await fetch(`${mock.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Below the 5 s that the gateway waits for the end of a stream after its last chunk.
    body: JSON.stringify({ fault: { kind: 'delay', chunkMs: 4000 } }),
  })
  const begun = Array.from({ length: count }, (_, index) =>
    readStream(targets[index % targets.length] as Target, singleBody, count),
  )
  await Promise.race([Promise.all(begun), new Promise((resolve) => setTimeout(resolve, 20_000))]) // a stream that fails ends the wait
  const megabytes = residentMegabytes(targets[0]?.pid ?? 0)
  await fetch(`${mock.url}/control/faults`, { method: 'DELETE' })
  await Promise.all(begun)
  return { count, megabytes }
}

function figuresOf(results: Result[]): Figure[] {
  const [direct, bare, ours, peer] = results
  if (!direct || !bare || !ours) return []
  const round = (value: number) => Math.round(value * 100) / 100
  return [
    { name: `${ours.name}: CPU per call`, value: round(ours.cpuPerCall), unit: 'µs' },
    {
      name: 'CPU per call, times the bare proxy',
      value: round(ours.cpuPerCall / bare.cpuPerCall),
      unit: '×',
      promise: 1.5,
    },
    { name: 'added p50 at one connection', value: round(ours.p50 - direct.p50), unit: 'ms', promise: 1 },
    { name: 'added p99 at one connection', value: round(ours.p99 - direct.p99), unit: 'ms' },
    { name: 'added time to first chunk', value: round(ours.firstChunk - direct.firstChunk), unit: 'ms', promise: 1 },
    { name: 'CPU per 1,000 streamed chunks', value: round(ours.cpuPerThousandChunks), unit: 'µs' },
    ...(peer
      ? [
          {
            name: 'CPU per call, share of Portkey',
            value: round(ours.cpuPerCall / peer.cpuPerCall),
            unit: '×',
            promise: 0.25,
          },
          {
            name: 'Portkey requests/s against ours',
            value: round(peer.perSecond / ours.perSecond),
            unit: '×',
            promise: 0.25,
          },
        ]
      : []),
  ]
}

/** Σ charges = Σ log rows = Σ ledger entries, to the unit. */
async function checkLedger(folder: string, env: Record<string, string>) {
  const open = await openData(folder, env)
  const sum = async (table: 'ledger' | 'logs') => {
    const column = table === 'ledger' ? 'amount' : 'quota'
    const rows = await open.store
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number>(column as never).as('total'))
      .where(
        table === 'ledger' ? ('kind' as never) : ('type' as never),
        '=',
        (table === 'ledger' ? 'charge' : 2) as never,
      )
      .executeTakeFirstOrThrow()
    return Number(rows.total)
  }
  const { used, held } = await open.store
    .selectFrom('users')
    .select(({ fn }) => [fn.sum<number>('used_quota').as('used'), fn.sum<number>('held').as('held')])
    .executeTakeFirstOrThrow()
  const [charges, logged] = [await sum('ledger'), await sum('logs')]
  await open.close()
  if (charges !== logged || charges !== Number(used) || Number(held) !== 0) {
    throw new Error(`the books do not balance: ${JSON.stringify({ charges, logged, used, held })}`)
  }
  console.log(`books: ${charges} charged = logged = used, nothing held`)
}
