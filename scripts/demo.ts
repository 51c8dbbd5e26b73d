// A console with a month of traffic: the mock upstream, and a server with its own data folder (data/demo), filled on the
// first run. --reset fills it anew, --quiet makes no calls of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { startMockUpstream } from '../mock-upstream/server.ts'
import { startDemoServer } from './demo/demo-server.ts'
import { startPaymentSite } from './demo/payment-site.ts'
import { trickle } from './demo/trickle.ts'

const { values: requested } = parseArgs({ options: { reset: { type: 'boolean' }, quiet: { type: 'boolean' } } })
const folder = join(import.meta.dirname, '..', 'data', 'demo')
const upstreamPort = 3900
const paymentPort = 3901
const serverAddress = `http://localhost:${process.env.PORT ?? 3000}`

const mock = await startMockUpstream({ port: upstreamPort, record: false, tasksRun: true })
let serverUrl = serverAddress
const site = await startPaymentSite(paymentPort, () => serverUrl)
if (requested.reset) rmSync(folder, { recursive: true, force: true })
if (!existsSync(join(folder, 'filled'))) await fill()

/** The folder is marked as filled at the end: a folder of an interrupted run is filled anew. */
async function fill(): Promise<void> {
  console.log('Filling the demo with a month of traffic …')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const addresses = { server: serverAddress, payment: site.url }
  const now = Math.floor(Date.now() / 1000)
  const filling = await startDemoServer({ folder, upstream: mock, now, addresses })
  await filling.stop()
  mock.tasks.advance((Date.now() - mock.tasks.now()) / 1000)
  mkdirSync(join(folder, 'filled'))
}

// The ledger of the demo is in its own folder, even if the environment names another installation.
const { SQL_DSN: _, LOG_SQL_DSN: __, ...env } = process.env
const server = spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'src', 'main.mjs')], {
  env: {
    ...env,
    DATA_DIR: folder,
    SQLITE_PATH: join(folder, 'turnpike.db'),
    // The gateway may fetch pictures from the mock upstream, although its address is private.
    MEDIA_FETCH_ALLOW: `127.0.0.1/32:${upstreamPort}`,
  },
  stdio: ['inherit', 'pipe', 'inherit'],
})
const stopping = new AbortController()
const stop = () => {
  stopping.abort()
  server.kill('SIGTERM')
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
const exited = once(server, 'exit')

for await (const line of createInterface({ input: server.stdout })) {
  console.log(line)
  const { msg, url } = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {}
  if (msg !== 'ready' || !url) continue
  serverUrl = url
  console.log(`Mock upstream at ${mock.url}, payment site at ${site.url}.`)
  console.log(`Open ${url} and sign in as ${defaultRoot.username} / ${defaultRoot.password}, or as mara / password-1.`)
  if (!requested.quiet) void trickle(url, mock, stopping.signal)
}
const [code] = (await exited) as [number | null]
stopping.abort()
site.stop()
await mock.stop()
process.exit(code ?? 0)
