// The quick and deterministic tests: npm test. Every test there is, on every database: npm run test:long.
// With arguments, the files whose path contains one of them, long ones too: npm test -- web/journeys
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { globalSetup, globalTeardown } from '../server/test/harness/global-setup.ts'
import { cpuSeconds } from './test/cpu-seconds.ts'
import type { CpuOfProcess } from './test/leave-cpu-seconds.ts'
import { createReport } from './test/report.ts'
import { stopWhenSilent } from './test/stop-when-silent.ts'
import { chooseTestFiles, findTestFiles, root } from './test/test-files.ts'
import { isComponentTest, planProcesses, type TestProcess } from './test/test-processes.ts'

const args = process.argv.slice(2)
const isLongRun = args.includes('--long')
const parts = args.filter((arg) => arg !== '--long')
const files = chooseTestFiles(findTestFiles(), parts, isLongRun)
const processes = planProcesses(files)
const report = createReport()

// Most processes load the whole server, so they share compiled code.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'turnpike')
// Read by server/test/harness/long-run.ts.
if (isLongRun) process.env.TURNPIKE_TEST_LONG = '1'

const sharedProcess = fileURLToPath(import.meta.resolve('./test/shared-process.ts'))
const preloads = ['--import', import.meta.resolve('./test/leave-cpu-seconds.ts')]
const readComponents = ['--import', import.meta.resolve('../web/src/lib/test/read-components.ts')]
const cpuFolder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
const cpu = new Map<string, number>()
const cpuOfFiles = new Map<string, number>()

async function runProcess({ name, files: [file = '', ...others] }: TestProcess): Promise<void> {
  const cpuFile = join(cpuFolder, name.replaceAll('/', '_'))
  const execArgv = isComponentTest(file) ? [...preloads, ...readComponents] : preloads
  const stop = new AbortController()
  const options = { execArgv, env: { ...process.env, TURNPIKE_TEST_CPU_FILE: cpuFile }, signal: stop.signal }
  const events =
    others.length === 0
      ? run({ files: [join(root, file)], ...options })
      : run({ files: [sharedProcess], argv: [file, ...others], ...options })
  await report.add([file, ...others], stopWhenSilent(events, stop))
  try {
    const { whole, files: each } = JSON.parse(readFileSync(cpuFile, 'utf8')) as CpuOfProcess
    cpu.set(name, whole)
    for (const [path, seconds] of Object.entries(each)) cpuOfFiles.set(path, seconds)
    if (others.length === 0) cpuOfFiles.set(file, whole)
  } catch {
    // No /proc here, or the process was killed before it could write.
  }
}

/** Works through the lists, the first one first. */
async function work(...lists: TestProcess[][]) {
  for (;;) {
    const next = lists.find((list) => list.length > 0)?.shift()
    if (!next) return
    await runProcess(next)
  }
}

const began = performance.now()
await globalSetup()
try {
  // A browser keeps a core busy, other tests mostly wait: one of either per core leaves no core idle.
  const browsers = processes.filter(({ hasBrowser }) => hasBrowser)
  const others = processes.filter(({ hasBrowser }) => !hasBrowser)
  const cores = Array.from({ length: availableParallelism() })
  await Promise.all(cores.flatMap(() => [work(browsers, others), work(others)]))
} finally {
  const before = cpuSeconds()
  await globalTeardown() // waits for PostgreSQL, whose CPU time counts from then on
  const after = cpuSeconds()
  if (before && after) cpu.set('PostgreSQL', after.children - before.children)
  rmSync(cpuFolder, { recursive: true, force: true })
}
await report.end()

const { isGood, tests, failed, skipped, seconds } = report.outcome
const printMost = (title: string, most: Map<string, number>) => {
  console.log(`\n${title}`)
  const sorted = [...most].sort(([, a], [, b]) => b - a).slice(0, 12)
  for (const [name, some] of sorted) console.log(`${some.toFixed(1).padStart(7)} s  ${name}`)
}
printMost('The slowest files:', seconds)
printMost('CPU time of processes:', cpu)
printMost('CPU time of files, without loading them:', cpuOfFiles)

// A file in which no test ran is a failure too: otherwise its tests would go unnoticed.
const lost = files.filter((file) => !seconds.has(file))
if (lost.length > 0) console.error(`\n✖ no test ran in ${lost.join(', ')}`)
if (files.length === 0) console.error(`\n✖ no test file has ${parts.join(' or ')} in its path`)
process.exitCode = isGood && failed === 0 && lost.length === 0 && files.length > 0 ? 0 : 1

const taken = Math.round((performance.now() - began) / 1000)
const whole = cpuSeconds()
const cpuText = whole ? `, ${Math.round(whole.own + whole.children)} s of CPU` : ''
console.log(
  `\n${tests} tests: ${tests - failed - skipped} passed, ${failed} failed, ${skipped} skipped, ${taken} s${cpuText}`,
)
process.exit() // what a stopped process had started may still hold its output
