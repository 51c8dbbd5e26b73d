import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { childEnv } from '../processes/child-env.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true }))
const file = (path: string) => new URL(path, import.meta.url).href

test('a server that nobody uses connects to nothing: no telemetry, no search for updates', async () => {
  const env = { ...childEnv, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DRAIN_DELAY_SECONDS: '0' }
  const args = [
    '--expose-gc',
    '--import',
    file('../processes/watch-connections.ts'),
    new URL(file('../../src/main.mjs')).pathname,
  ]
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line)
    if (line === 'every job has run') server.kill('SIGTERM')
  }
  if (server.exitCode === null) await once(server, 'exit')
  assert.deepEqual(new Set(said), new Set(['every job has run']))
})
