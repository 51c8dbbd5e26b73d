import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { residentMegabytes } from '../program.ts'
import { bursts, held, streamCall } from './calls.ts'
import { readStreams } from './load.ts'
import { checkOut, ownTree, startTree } from './other-tree.ts'
import type { BenchRun, Upstream } from './programs.ts'
import { median, ratio } from './turns.ts'

const streamCount = 2000
/** Opening all at once would measure how long the machine takes to open them. */
const openedAtOnce = 100
/** By then the process has released the memory of its start. */
const idleMs = 15_000
/** Long enough for a collection of the garbage from opening the streams. */
const heldMs = 10_000

type Memory = { idle: number; held: number }

/** Resident memory of the idle process and with 2,000 open streams; with `--against`, in turns with another commit's. */
export async function memory({ upstream, length, against }: BenchRun): Promise<Figure[]> {
  const trees = against ? [ownTree, checkOut(against)] : [ownTree]
  const measured = trees.map((): Memory[] => [])
  for (let round = 0; round < length.slowRounds; round++)
    for (const [at, tree] of trees.entries()) measured[at]?.push(await memoryOf(tree, upstream))
  const [ours = [], theirs = []] = measured
  const of = (part: keyof Memory, all: Memory[]) => all.map((each) => each[part])
  const compared = (part: keyof Memory, name: string, promise: number): Figure[] => [
    { name: `${name}, memory`, value: median(of(part, ours)), unit: 'MB' },
    ...(against
      ? [
          {
            name: `${name}, memory against ${against}`,
            value: ratio(of(part, ours), of(part, theirs)),
            unit: '×',
            promise,
            note: `${against} ${median(of(part, theirs))} MB`,
          },
        ]
      : []),
  ]
  return [...compared('held', `${streamCount} streams held`, 0.85), ...compared('idle', 'idle', 0.82)]
}

async function memoryOf(tree: string, upstream: Upstream): Promise<Memory> {
  const server = await startTree(tree, upstream)
  await fetch(`${server.url}/api/status`)
  await pause(idleMs)
  const idle = residentMegabytes(server.pid)
  await upstream.sendStreamsAs(held)
  const ended: Promise<unknown>[] = []
  for (let opened = 0; opened < streamCount; opened += openedAtOnce) {
    const open = Promise.withResolvers<void>()
    let begun = 0
    const streams = readStreams(server, streamCall, openedAtOnce, streamCount, () => {
      if (++begun === openedAtOnce) open.resolve()
    })
    ended.push(streams)
    await Promise.race([open.promise, streams]) // a stream that fails ends the wait
  }
  await pause(heldMs)
  const withStreams = residentMegabytes(server.pid)
  await upstream.sendStreamsAs(bursts)
  await Promise.all(ended)
  await server.stop()
  return { idle, held: withStreams }
}
