// A console with life in it: the mock upstream, and a server with its own data folder (data/demo) seeded on the first run.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defaultRoot } from '@turnpike/contract/user'
import { startMockUpstream } from '../mock-upstream/server.ts'
import { seedRelay } from './bench/seed.ts'

const folder = join(import.meta.dirname, '..', 'data', 'demo')
const upstreamPort = 3900

const mock = await startMockUpstream({ port: upstreamPort, record: false })
if (!existsSync(join(folder, 'turnpike.db'))) {
  mkdirSync(folder, { recursive: true })
  const key = await seedRelay(folder, mock.url)
  console.log(`A key to try: ${key}`)
}
const server = spawn(process.execPath, [join(import.meta.dirname, '..', 'server', 'src', 'main.ts')], {
  env: { ...process.env, DATA_DIR: folder },
  stdio: 'inherit',
})
console.log(`Mock upstream at ${mock.url}. Sign in as ${defaultRoot.username} / ${defaultRoot.password}.`)
const stop = () => server.kill('SIGTERM')
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
server.once('exit', async (code) => {
  await mock.stop()
  process.exit(code ?? 0)
})
