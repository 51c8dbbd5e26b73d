import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Figure, quantile } from '../figure.ts'
import type { StreamShape } from '../relay/calls.ts'
import { startGateway, startUpstream } from '../relay/programs.ts'
import { startLoad } from './load.ts'
import { createSampler, type Sample } from './sample.ts'

const rate = 100
const streamCount = 300
/** Twenty-five seconds, an event every half second: as long and slow as responses of reasoning models. */
const shape: StreamShape = { events: 50, perWrite: 1, everyMs: 500 }
const streamMs = shape.events * shape.everyMs
const everyMs = 10_000
/** By then every stream has ended once, and the code that runs often has been compiled. */
const warmUpMs = 2 * streamMs
/** By then idle connections are closed: the upstream of the benchmark allows two minutes. */
const restMs = 150_000
/** More descriptors than before the load that are not a leak, such as a file that is being read. */
const restMore = 5

/** A steady load for a long time on one process with SQLite: whether memory, descriptors or delays grow. */
export async function soak(minutes: number): Promise<Figure[]> {
  const probeFolder = mkdtempSync(join(tmpdir(), 'turnpike-soak-'))
  const file = join(probeFolder, 'probe.json')
  const upstream = await startUpstream()
  await upstream.sendStreamsAs(shape)
  const gateway = await startGateway(upstream, {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'probe.ts')}`,
    SOAK_PROBE: file,
  })
  const look = createSampler(gateway.pid, file)
  const before = await look()
  const load = startLoad(gateway, rate, streamCount, streamMs)
  await pause(warmUpMs)
  await look() // its delays are those of the start
  load.takeTimes()
  const rows: Row[] = []
  const samples = Math.max(3, Math.round((minutes * 60_000) / everyMs))
  const beganAt = performance.now()
  for (let number = 1; number <= samples; number++) {
    await pause(Math.max(0, beganAt + number * everyMs - performance.now()))
    const row = { ...(await look()), ...figuresOf(load.takeTimes(), load.tally) }
    rows.push(row)
    console.log(lineOf(row))
  }
  await load.stop()
  await pause(restMs)
  const atRest = await look()
  const { calls, streams, errors } = load.tally
  console.log(`${calls} calls and ${streams} streams, ${sum(errors)} errors`, Object.fromEntries(errors))
  await gateway.stop() // which checks the ledger
  await upstream.stop()
  rmSync(probeFolder, { recursive: true })
  return [
    ...columns.map((column) => figureOf(rows, column)),
    {
      name: 'soak: open descriptors at rest, after the load',
      value: atRest.descriptors,
      unit: '',
      promise: before.descriptors + restMore,
      note: `before ${before.descriptors}`,
    },
    {
      name: 'soak: heap at rest, after the load',
      value: atRest.heapMb,
      unit: 'MB',
      note: `before ${before.heapMb}, without the code and the caches of a first call`,
    },
    { name: 'soak: errors', value: sum(errors), unit: '', promise: 0 },
  ]
}

type Column = { name: string; column: keyof Row; unit: string; of?: 'lowest' | 'median' | 'calm'; grownMax?: number }

/**
 * The figures that must not grow, and the largest allowed increase from the first to the last third. The number of
 * connections depends on how many calls wait, and so on the rest of the machine: connections are a leak only if they
 * remain after the load. Delays and durations are also compared in the calm samples, if there are any.
 */
const columns: Column[] = [
  { name: 'heap after a collection', column: 'heapMb', unit: 'MB', grownMax: 1.1 },
  { name: 'memory outside of the heap', column: 'externalMb', unit: 'MB', grownMax: 1.1 },
  { name: 'resident memory', column: 'residentMb', unit: 'MB', grownMax: 1.15 },
  { name: 'open descriptors at their lowest', column: 'descriptors', unit: '', of: 'lowest' },
  { name: 'open descriptors', column: 'descriptors', unit: '' },
  { name: 'event loop delay, median', column: 'lagMs', unit: 'ms' },
  { name: 'event loop delay, 99 of 100', column: 'lagP99Ms', unit: 'ms' },
  { name: 'time of a call, median', column: 'callMs', unit: 'ms' },
  { name: 'time of a call, 99 of 100', column: 'callP99Ms', unit: 'ms' },
  { name: 'event loop delay, median, calm', column: 'lagMs', unit: 'ms', of: 'calm' },
  { name: 'event loop delay, 99 of 100, calm', column: 'lagP99Ms', unit: 'ms', of: 'calm' },
  { name: 'time of a call, median, calm', column: 'callMs', unit: 'ms', of: 'calm' },
  { name: 'CPU of one core', column: 'cpu', unit: '%' },
  { name: 'taken by the host for others', column: 'stolen', unit: '%' },
]

function figureOf(rows: readonly Row[], { name, column, unit, of = 'median', grownMax }: Column): Figure {
  const { first, last } = thirdsOf(rows, column, of)
  const promise = grownMax === undefined ? undefined : Math.round(first * grownMax * 10) / 10
  const note = `first third ${first} ${unit}`.trim()
  return { name: `soak: ${name}, last third`, value: last, unit, note, ...(promise !== undefined && { promise }) }
}

const sum = (errors: ReadonlyMap<string, number>) => [...errors.values()].reduce((total, count) => total + count, 0)

function figuresOf(
  times: number[],
  { openStreams, calls, errors }: { openStreams: number; calls: number; errors: Map<string, number> },
) {
  const tenths = (value: number) => Math.round(value * 10) / 10
  const [callMs, callP99Ms] = [tenths(quantile(times, 0.5)), tenths(quantile(times, 0.99))]
  return { callMs, callP99Ms, openStreams, calls, errors: sum(errors) }
}

function lineOf(row: Row): string {
  const { at, heapMb, externalMb, residentMb, descriptors, lagMs, lagP99Ms, lagMaxMs, callMs, callP99Ms, cpu, stolen } =
    row
  return [
    `${String(at).padStart(5)} s  heap ${heapMb} MB  outside ${externalMb} MB  resident ${residentMb} MB  descriptors ${descriptors}`,
    `delay ${lagMs}/${lagP99Ms}/${lagMaxMs} ms  call ${callMs}/${callP99Ms} ms  cpu ${cpu} %  stolen ${stolen} %`,
    `${row.openStreams} streams open  ${row.calls} calls  ${row.errors} errors`,
  ].join('  ')
}

type Row = Sample & { callMs: number; callP99Ms: number; openStreams: number; calls: number; errors: number }

const shares = { lowest: 0, median: 0.5 }
/** In percent. Above this, delays are caused by other guests of the host. */
const stolenMax = 5

/**
 * The lowest value or the median of a column, in the first and in the last third of a run; `calm` for only the samples
 * in which the host took no CPU time, 0 where there are none.
 */
function thirdsOf(
  rows: readonly Row[],
  column: keyof Row,
  of: keyof typeof shares | 'calm',
): { first: number; last: number } {
  const length = Math.max(1, Math.floor(rows.length / 3))
  const valueIn = (part: readonly Row[]) =>
    quantile(
      part.filter(({ stolen }) => of !== 'calm' || stolen <= stolenMax).map((row) => row[column]),
      of === 'calm' ? shares.median : shares[of],
    )
  return { first: valueIn(rows.slice(0, length)), last: valueIn(rows.slice(-length)) }
}
