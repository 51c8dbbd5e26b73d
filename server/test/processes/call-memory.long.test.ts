import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../harness/at-end.ts'
import { databaseKinds, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from '../relay/send.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const callers = 16
const calls = 1200
/** It is 500: lists that grow and shrink with every call, such as that of the calls that a slice covers, leave some behind. */
const bytesMax = 1200

const sendCalls = (server: ServerProcess, key: string) =>
  Promise.all(
    Array.from({ length: callers }, async () => {
      for (let sent = 0; sent < calls / callers; sent++) {
        const { status } = await send(server, '/v1/chat/completions', { key, body: chatBody('Say something.') })
        assert.equal(status, 200)
      }
    }),
  )

async function memoryOf(server: ServerProcess) {
  const { text } = await send(server, '/metrics')
  const read = (name: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    return Number(line?.slice(name.length) ?? 0) // what has not happened yet has no line
  }
  const old = read('nodejs_heap_space_size_used_bytes{space="old"}')
  assert.ok(old > 0)
  return { old, fullCollections: read('nodejs_gc_duration_seconds_count{kind="major"}') }
}

for (const kind of databaseKinds)
  test(`a finished call leaves nothing behind that only a full collection of memory removes [${kind}]`, async (t) => {
    const database = await freshDatabase(kind)
    atEnd(t, database.drop)
    const relay = await startRelay(database.address)
    atEnd(t, relay.stop)
    await relay.place().channel({ group: 'default' })
    const { key } = await relay.key()
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
    const server = await startProcess(t, {
      ...databaseEnv(database.address),
      SECRET_KEY: secretKey,
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '100',
    })
    await sendCalls(server, key) // V8 compiles meanwhile, which takes memory too
    const kept = await eventually('calls without a full collection', async () => {
      const before = await memoryOf(server)
      await sendCalls(server, key)
      const after = await memoryOf(server)
      return after.fullCollections === before.fullCollections && { bytes: (after.old - before.old) / calls }
    })
    assert.ok(kept.bytes < bytesMax, `${kept.bytes} bytes per call`)
  })
