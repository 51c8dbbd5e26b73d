import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import { bursts, chatCall, streamCall } from './calls.ts'
import { readStreams, sendRequests } from './load.ts'
import type { BenchRun } from './programs.ts'
import { inTurns, median, rounded } from './turns.ts'

const calls = 60
const promised = { callMs: 0.7, firstChunkMs: 0.6 }

/**
 * The latency that the gateway adds for a lone caller. A charge waits for the disk once, so the disk is measured too.
 */
export async function latency({ upstream, gateway, length }: BenchRun): Promise<Figure[]> {
  await upstream.sendStreamsAs(bursts)
  const ours = gateway.ofOneUser
  const call = chatCall()
  const [direct, whole, disk, directFirst, first] = await inTurns(length.rounds, [
    async () => median(await sendRequests(upstream, call, calls, 1)),
    async () => median(await sendRequests(ours, call, calls, 1)),
    () => fdatasyncMs(gateway.folder),
    async () => median(await readStreams(upstream, streamCall, calls, 1)),
    async () => median(await readStreams(ours, streamCall, calls, 1)),
  ])
  const diskMs = rounded(median(disk))
  const added = (costs: number[] = [], base: number[] = []) =>
    rounded(median(costs.map((cost, round) => cost - (base[round] ?? Number.NaN))))
  return [
    { name: 'one fdatasync of this machine (p50)', value: diskMs, unit: 'ms' },
    {
      name: 'added p50 at one connection',
      value: added(whole, direct),
      unit: 'ms',
      promise: rounded(promised.callMs + diskMs),
      note: `${promised.callMs} ms and one fdatasync`,
    },
    {
      name: 'added time to first chunk (p50)',
      value: added(first, directFirst),
      unit: 'ms',
      promise: promised.firstChunkMs,
    },
  ]
}

/** The median time of appending a page to a file beside the database and waiting for the disk. */
async function fdatasyncMs(folder: string): Promise<number> {
  const name = join(folder, 'fdatasync')
  const page = Buffer.alloc(4096, 1)
  const file = await open(name, 'w')
  const times: number[] = []
  for (let run = 0; run < calls; run++) {
    await file.write(page)
    const begin = performance.now()
    await file.datasync()
    times.push(performance.now() - begin)
  }
  await file.close()
  await rm(name)
  return median(times)
}
