import { finished } from 'node:stream/promises'
import { spec, type TestEvent } from 'node:test/reporters'

type Outcome = {
  isGood: boolean
  tests: number
  failed: number
  skipped: number
  /** How long each file took, of those in which a test ran. */
  seconds: Map<string, number>
}

/** Prints the reports of test processes and the totals. */
export function createReport() {
  const outcome: Outcome = { isGood: true, tests: 0, failed: 0, skipped: 0, seconds: new Map() }
  const printer = new spec()
  printer.pipe(process.stdout)
  return {
    outcome,
    /** Reports a process when it has ended: lines of concurrent processes would be mixed. */
    async add(files: string[], events: AsyncIterable<TestEvent>) {
      const all: TestEvent[] = []
      for await (const event of events) all.push(event)
      addUp(all, outcome)
      for (const [file, seconds] of timesOf(files, all)) outcome.seconds.set(file, seconds)
      if (files.length === 1) printer.write(heading(files.join()))
      for (const event of all) if (!isTotal(event)) printer.write(event)
    },
    async end() {
      printer.end()
      await finished(printer)
    },
  }
}

/** Files that share a process are suites, which have their names. */
const heading = (message: string): TestEvent => ({
  type: 'test:diagnostic',
  data: { message, nesting: 0, level: 'info' },
})

/** Node's totals of one process are meaningless among many, and would be printed with all failures so far. */
const isTotal = ({ type, data }: TestEvent) =>
  (type === 'test:summary' || (type === 'test:diagnostic' && data.nesting === 0)) && !data.file

function addUp(events: TestEvent[], outcome: Outcome) {
  for (const { type, data } of events) {
    if (type !== 'test:summary' || data.file) continue
    const { tests, passed, skipped, todo } = data.counts
    outcome.isGood &&= data.success
    outcome.tests += tests
    outcome.skipped += skipped + todo
    outcome.failed += tests - passed - skipped - todo
  }
}

/** Node adds up a file that has a process to itself. In a shared process, each file is a suite of its name. */
function* timesOf(files: string[], events: TestEvent[]): Generator<[string, number]> {
  const [first = '', ...others] = files
  let subtests = 0
  for (const { type, data } of events) {
    if (type === 'test:summary' && data.file && data.counts.tests > 0 && others.length === 0)
      yield [first, data.duration_ms / 1000]
    if (type === 'test:plan' && data.nesting === 1) subtests = data.count
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue
    if (subtests > 0 && others.length > 0 && files.includes(data.name))
      yield [data.name, data.details.duration_ms / 1000]
    subtests = 0
  }
}
