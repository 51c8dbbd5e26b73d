// A filled console: the mock upstream, and a server with its own data folder (data/demo), filled on the first run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { defaultRoot } from '@turnpike/contract/user'
import { startMockUpstream } from '../mock-upstream/server.ts'
import { seedDemo } from './demo/seed.ts'

const folder = join(import.meta.dirname, '..', 'data', 'demo')
const upstreamPort = 3900
const isNew = !existsSync(join(folder, 'turnpike.db'))
mkdirSync(folder, { recursive: true })

const mock = await startMockUpstream({ port: upstreamPort, record: false, tasksRun: true })
const server = spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'src', 'main.ts')], {
  // Pictures of the mock upstream are passed on, though its address is private.
  env: { ...process.env, DATA_DIR: folder, MEDIA_FETCH_ALLOW: `127.0.0.1/32:${upstreamPort}` },
  stdio: ['inherit', 'pipe', 'inherit'],
})
const stop = () => server.kill('SIGTERM')
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
const exited = once(server, 'exit')

for await (const line of createInterface({ input: server.stdout })) {
  console.log(line)
  const { msg, url } = line.startsWith('{') ? (JSON.parse(line) as { msg?: string; url?: string }) : {}
  if (msg !== 'ready' || !url) continue
  if (isNew) console.log(`A key to try: ${(await seedDemo(url, mock)).key}`)
  console.log(
    `Mock upstream at ${mock.url}. Open ${url} and sign in as ${defaultRoot.username} / ${defaultRoot.password}.`,
  )
}
const [code] = (await exited) as [number | null]
await mock.stop()
process.exit(code ?? 0)
