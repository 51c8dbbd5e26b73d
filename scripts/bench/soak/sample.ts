import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuMicroseconds, residentMegabytes } from '../program.ts'
import { createStolenShare } from '../stolen-share.ts'

/** The figures that the server's own process reports. */
export type Probed = {
  serial: number
  heapUsed: number
  external: number
  arrayBuffers: number
  lagMs: number
  lagP99Ms: number
  lagMaxMs: number
}

/** One sample of the server. */
export type Sample = {
  /** Seconds since the first sample. */
  at: number
  heapMb: number
  externalMb: number
  residentMb: number
  descriptors: number
  lagMs: number
  lagP99Ms: number
  lagMaxMs: number
  /** Share of one core since the previous sample, in percent. */
  cpu: number
  /** Stolen CPU time of the machine since the previous sample, in percent. */
  stolen: number
}

const megabytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10
const tenths = (value: number) => Math.round(value * 10) / 10
const responseMs = 30_000

/** Samples a server that has `probe.ts` loaded. */
export function createSampler(pid: number, file: string): () => Promise<Sample> {
  const begunAt = performance.now()
  let serial = 0
  let lastAt = begunAt
  let lastCpu = cpuMicroseconds(pid)
  const stolenShare = createStolenShare()
  return async () => {
    const residentMb = residentMegabytes(pid) // before the collection, as an operator sees it
    const descriptors = readdirSync(`/proc/${pid}/fd`).length
    const now = performance.now()
    const cpu = cpuMicroseconds(pid)
    const share = ((cpu - lastCpu) / 1000 / (now - lastAt)) * 100
    process.kill(pid, 'SIGUSR2')
    const { heapUsed, external, lagMs, lagP99Ms, lagMaxMs } = await probedAfter(file, serial)
    serial++
    lastAt = performance.now()
    lastCpu = cpuMicroseconds(pid)
    return {
      at: Math.round((now - begunAt) / 1000),
      heapMb: megabytes(heapUsed),
      externalMb: megabytes(external),
      residentMb,
      descriptors,
      lagMs: tenths(lagMs),
      lagP99Ms: tenths(lagP99Ms),
      lagMaxMs: tenths(lagMaxMs),
      cpu: Math.round(share),
      stolen: stolenShare(),
    }
  }
}

async function probedAfter(file: string, serial: number): Promise<Probed> {
  const giveUpAt = performance.now() + responseMs
  while (performance.now() < giveUpAt) {
    const probed = read(file)
    if (probed && probed.serial > serial) return probed
    await pause(10)
  }
  throw new Error('the server does not respond to the signal of the benchmark')
}

function read(file: string): Probed | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Probed // written by probe.ts alone
  } catch {
    return undefined // not written yet
  }
}
