// Loaded into the measured server. At SIGUSR2 it collects garbage and writes the remaining memory, and the delays of
// the event loop since the previous signal, to the file named by SOAK_PROBE.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Probed } from './sample.ts'

const file = process.env.SOAK_PROBE ?? ''
/** The histogram counts the whole interval between two samples; only the part above this is delay. */
const resolutionMs = 10
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - resolutionMs)

let serial = 0
process.on('SIGUSR2', () => {
  // The delays are read first: the collection below is the benchmark's own, and is not counted.
  const lag = { lagMs: late(delay.percentile(50)), lagP99Ms: late(delay.percentile(99)), lagMaxMs: late(delay.max) }
  globalThis.gc?.()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  const probed: Probed = { serial: ++serial, heapUsed, external, arrayBuffers, ...lag }
  writeFileSync(`${file}.new`, JSON.stringify(probed))
  renameSync(`${file}.new`, file) // so that nobody reads half of it
  delay.reset()
})
