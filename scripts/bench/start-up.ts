import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { residentMegabytes } from './program.ts'
import { startServerProcess } from './server-process.ts'

const runs = 5

/** Cold start to ready on an existing installation, and the memory of the idle process. */
export async function startUp(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const first = await startServerProcess(folder)
  await first.stop()
  const times: number[] = []
  let idle = 0
  for (let run = 0; run < runs; run++) {
    const server = await startServerProcess(folder)
    times.push(server.startMs)
    if (run === runs - 1) {
      await fetch(`${server.url}/api/status`)
      await pause(15_000) // by then the process has released the memory of its start
      idle = residentMegabytes(server.pid)
    }
    await server.stop()
  }
  rmSync(folder, { recursive: true })
  const median = times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
  return [
    { name: 'first start, empty data folder', value: Math.round(first.startMs), unit: 'ms' },
    { name: 'cold start to ready (median)', value: Math.round(median), unit: 'ms', promise: 1500 },
    { name: 'idle memory', value: idle, unit: 'MB', promise: 150 },
  ]
}
