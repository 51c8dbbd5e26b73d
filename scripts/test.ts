// Runs every test there is; with arguments, the files whose path contains one of them: npm test [-- web/journeys]
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { globalSetup, globalTeardown } from '../server/test/harness/global-setup.ts'
import { createReport } from './test/report.ts'
import { findTestFiles, root } from './test/test-files.ts'
import { planProcesses, type TestProcess } from './test/test-processes.ts'

const parts = process.argv.slice(2)
const files = findTestFiles().filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
const processes = planProcesses(files)
const report = createReport()

// Most processes load the whole server: what one of them compiled, the others read.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'turnpike')

const sharedProcess = fileURLToPath(import.meta.resolve('./test/shared-process.ts'))
const start = ({ files: [file = '', ...others] }: TestProcess) =>
  others.length === 0 ? run({ files: [join(root, file)] }) : run({ files: [sharedProcess], argv: [file, ...others] })

/** Works through the lists, the first one first. */
async function work(...lists: TestProcess[][]) {
  for (;;) {
    const next = lists.find((list) => list.length > 0)?.shift()
    if (!next) return
    await report.add(next.files, start(next))
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
  await globalTeardown()
}
await report.end()

const { isGood, tests, failed, skipped, seconds } = report.outcome
const taken = Math.round((performance.now() - began) / 1000)
console.log(`\n${tests} tests, ${failed} failed, ${skipped} skipped, ${taken} s. The slowest files:`)
const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, 10)
for (const [file, some] of slowest) console.log(`${some.toFixed(1).padStart(7)} s  ${file}`)

// A file in which no test ran is a failure too: otherwise its tests would go unnoticed.
const lost = files.filter((file) => !seconds.has(file))
if (lost.length > 0) console.error(`\n✖ no test ran in ${lost.join(', ')}`)
if (files.length === 0) console.error(`\n✖ no test file has ${parts.join(' or ')} in its path`)
process.exitCode = isGood && failed === 0 && lost.length === 0 && files.length > 0 ? 0 : 1
