import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { residentMegabytes } from '../program.ts'
import { chatCall } from './calls.ts'
import { compare } from './compare.ts'
import { connections } from './connections.ts'
import { fresh } from './fresh.ts'
import { latency } from './latency.ts'
import { closeConnections, refusedCalls, sendRequests } from './load.ts'
import { memory } from './memory.ts'
import { peers } from './peers.ts'
import { postgres } from './postgres.ts'
import { type BenchRun, lengths, startBareProxy, startGateway, startUpstream } from './programs.ts'
import { prompts } from './prompts.ts'
import { streams } from './streams.ts'
import { inTurns } from './turns.ts'

/** The parts of the benchmark by the names that `--only` takes, in the order of the table. */
const parts = { streams, connections, prompts, peers, latency, fresh, postgres, memory, compare, rest }

export type RelayOptions = { only: string[]; isShort: boolean; hasPeer: boolean; against: string | undefined }

/**
 * The same calls to the upstream itself, a bare proxy, Turnpike and a peer, in one run; at the end the ledger is
 * checked.
 */
export async function relay({ only, isShort, hasPeer, against }: RelayOptions): Promise<Figure[]> {
  const unknown = only.find((name) => !Object.hasOwn(parts, name))
  if (unknown) throw new Error(`there is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}`)
  const length = isShort ? lengths.short : lengths.full
  const upstream = await startUpstream()
  const bare = await startBareProxy(upstream)
  const gateway = await startGateway(upstream)
  const run: BenchRun = { upstream, bare, gateway, length, hasPeer, against }
  const warmUp = length.warmUpCalls
  await inTurns(
    1,
    [bare, gateway.ofOneUser].map((target) => async () => {
      await sendRequests(target, chatCall(), warmUp, 32)
      return 0
    }),
  )
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (only.length > 0 && !only.includes(name)) continue
    const begin = performance.now()
    const measured = await measure(run)
    figures.push(...measured)
    console.log(`${name}: measured in ${Math.round((performance.now() - begin) / 1000)} s`)
    for (const { name, value, unit, note } of measured)
      console.log(`  ${name}: ${value} ${unit} ${note ? ` (${note})` : ''}`)
  }
  figures.push({ name: 'calls refused for now (503) and sent again', value: refusedCalls(), unit: '' })
  await closeConnections()
  await gateway.stop()
  await bare.stop()
  await upstream.stop()
  return figures
}

/** Whether the process releases the memory that the load needed. */
async function rest({ gateway }: BenchRun): Promise<Figure[]> {
  const loaded = residentMegabytes(gateway.pid)
  await closeConnections()
  await pause(60_000)
  return [
    { name: 'memory after the load', value: loaded, unit: 'MB' },
    { name: 'memory after a minute of rest', value: residentMegabytes(gateway.pid), unit: 'MB' },
  ]
}
