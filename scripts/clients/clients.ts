// Runs real client programs against a server with the mock upstream and prints what works with what.
// npm run clients [-- openai-python codex] [-- --install]
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAgents } from './agents.ts'
import { type Cell, checks, type Skipped, startGateway } from './gateway.ts'
import { runPythonSdks } from './python-sdks.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { install: { type: 'boolean' } } })
const wanted = positionals.map((name) => name.toLowerCase())
const isWanted = (client: string) => wanted.length === 0 || wanted.some((name) => client.toLowerCase().includes(name))

// Not the folder for temporary files: Codex refuses to keep its programs there.
const data = join(import.meta.dirname, '..', '..', 'data')
await mkdir(data, { recursive: true })
const folder = await mkdtemp(join(data, 'clients-'))
const gateway = await startGateway()
const cells: Cell[] = []
const skipped: Skipped[] = []
try {
  await collect(runPythonSdks(gateway, folder, isWanted))
  await collect(runAgents(gateway, folder, isWanted, values.install === true))
} finally {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
}
printMatrix()
for (const { client, reason } of skipped) console.log(`– ${client} skipped: ${reason}`)
const failures = cells.filter(({ error }) => error !== null)
for (const { client, dialect, upstream, check, error } of failures)
  console.log(`✖ ${client}, ${dialect}, ${upstream}, ${check}: ${error}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function collect(results: AsyncIterable<Cell | Skipped>): Promise<void> {
  for await (const result of results) {
    if ('reason' in result) skipped.push(result)
    else {
      cells.push(result)
      process.stdout.write(result.error === null ? '.' : 'x')
    }
  }
  process.stdout.write('\n')
}

/** A row for each client, dialect and upstream; a column for each check, empty where the client cannot do it. */
function printMatrix(): void {
  const rows = new Map<string, Record<string, string>>()
  for (const { client, dialect, upstream, check, error } of cells) {
    const row = rows.get(`${client} ${dialect} ${upstream}`) ?? {
      client,
      dialect,
      upstream,
      ...Object.fromEntries(checks.map((name) => [name, ''])),
    }
    row[check] = error === null ? '✔' : '✖'
    rows.set(`${client} ${dialect} ${upstream}`, row)
  }
  console.table([...rows.values()])
}
