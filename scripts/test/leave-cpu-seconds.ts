// Loaded into a test process before its files. At the end it writes how much CPU time the process took, for the runner to read.
import { writeFileSync } from 'node:fs'
import { cpuSeconds } from './cpu-seconds.ts'

export type CpuOfProcess = { whole: number; files: Record<string, number> }

const { env } = process
const file = env.TURNPIKE_TEST_CPU_FILE
delete env.TURNPIKE_TEST_CPU_FILE // the processes that tests start would write to the same file

const files: Record<string, number> = {}
const soFar = () => {
  const taken = cpuSeconds()
  return taken && taken.own + taken.children
}

/** Adds the CPU time until the returned function is called to that of a test file. */
export function measureFile(name: string): () => void {
  const before = soFar()
  return () => {
    const after = soFar()
    if (before !== undefined && after !== undefined) files[name] = (files[name] ?? 0) + after - before
  }
}

if (file)
  process.once('exit', () => {
    const whole = soFar()
    if (whole !== undefined) writeFileSync(file, JSON.stringify({ whole, files } satisfies CpuOfProcess))
  })
