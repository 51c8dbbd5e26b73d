import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { startServerProcess } from '../server-process.ts'
import { chatCall } from './calls.ts'
import { sendRequests } from './load.ts'
import { type BenchRun, checkBooks, serverEnv } from './programs.ts'
import { seedRelay } from './seed-relay.ts'
import { cpuPer, inTurns, ratioFigure } from './turns.ts'

const calls = 2000
const connections = 32

/**
 * The cost of the first calls after a restart, on an installation that has run before, so that compiled code is cached.
 */
export async function fresh({ upstream, gateway, length }: BenchRun): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const [key] = await seedRelay(folder, upstream.url)
  const call = chatCall()
  const fromStart = async () => {
    const server = await startServerProcess(folder, serverEnv)
    const target = { ...server, name: 'turnpike, fresh', headers: [{ authorization: `Bearer ${key}` }] }
    const cost = await cpuPer(target, calls, () => sendRequests(target, call, calls, connections))
    await server.stop()
    return cost
  }
  await fromStart()
  const [warm, first] = await inTurns(Math.ceil(length.rounds / 2), [
    () => cpuPer(gateway, calls, () => sendRequests(gateway.ofOneUser, call, calls, connections)),
    fromStart,
  ])
  await checkBooks(folder)
  rmSync(folder, { recursive: true })
  const name = `first ${calls} calls of a fresh process, CPU per call, times warm`
  return [ratioFigure(name, [first, warm], { warm, fresh: first }, 1.5)]
}
