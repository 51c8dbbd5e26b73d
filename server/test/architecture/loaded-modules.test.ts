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
const file = (path: string) => new URL(path, import.meta.url)

/** The libraries that a server has loaded when it is ready. */
async function loadedBy(env: Record<string, string>): Promise<Set<string>> {
  const args = ['--import', file('../processes/list-modules.ts').href, file('../../src/main.mjs').pathname]
  const base = { ...childEnv, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DRAIN_DELAY_SECONDS: '0' }
  const server = spawn(process.execPath, args, { env: { ...base, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(server, 'close')
  const loaded = new Set<string>()
  createInterface({ input: server.stderr }).on('line', (line) => loaded.add(line))
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (line.includes('"ready"')) server.kill('SIGTERM')
  })
  assert.deepEqual(await ended, [0, null])
  return loaded
}

const ofOpenTelemetry = (loaded: Set<string>) => [...loaded].filter((name) => name.startsWith('@opentelemetry/'))

test('a server loads only what it uses: what is for other servers takes no memory', async () => {
  const loaded = await loadedBy({})
  assert.ok(loaded.has('fastify') && loaded.has('zod'), 'the list names what is loaded')
  for (const name of [
    "Node's fetch",
    'undici',
    'ajv',
    'fast-json-stringify-compiler',
    'yaml',
    'pg',
    'ioredis',
    'nodemailer',
  ])
    assert.ok(!loaded.has(name), name)
  const ofMetrics = '@opentelemetry/api' // prom-client imports it
  assert.deepEqual(ofOpenTelemetry(loaded), [ofMetrics])
})

test('with a collector the libraries of OpenTelemetry are loaded', async () => {
  const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  assert.ok(loaded.has('@opentelemetry/sdk-trace'))
})
