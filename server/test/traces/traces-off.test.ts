import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
after(() => rmSync(folder, { recursive: true }))
const file = (path: string) => new URL(path, import.meta.url)

/** The OpenTelemetry libraries that a server has loaded when it is ready. */
async function loadedBy(env: Record<string, string>): Promise<Set<string>> {
  const args = ['--import', file('../processes/list-modules.ts').href, file('../../src/main.mjs').pathname]
  const base = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, DRAIN_DELAY_SECONDS: '0' }
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

test('without a collector no library of OpenTelemetry is loaded but the one that the metrics need themselves', async () => {
  const ofMetrics = '@opentelemetry/api' // prom-client imports it
  assert.deepEqual(await loadedBy({}), new Set([ofMetrics]))
  const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  assert.ok(loaded.has('@opentelemetry/sdk-trace'), 'the list above would show it')
})
