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
import { startHeldUpstream } from '../relay/held-upstream.ts'
import { chatBody, type Sent, send } from '../relay/send.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

const callers = 16
const calls = 1200
const openCalls = 80
/**
 * It is 0.04: lists that grow and shrink with every call, such as the list of calls that a slice covers, leave some bytes
 * behind. A finished call that only a full collection removes leaves most of what an open call needs.
 */
const shareMax = 0.1

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

/** The bytes by which the old space grows during the work; the work is done again when a full collection came in between. */
const grownBy = (server: ServerProcess, work: () => Promise<unknown>) =>
  eventually('work without a full collection', async () => {
    const before = await memoryOf(server)
    await work()
    const after = await memoryOf(server)
    return after.fullCollections === before.fullCollections && after.old - before.old
  })

for (const kind of databaseKinds)
  test(`a finished call leaves next to nothing of an open call to a full collection of memory [${kind}]`, async (t) => {
    const database = await freshDatabase(kind)
    atEnd(t, database.drop)
    const relay = await startRelay(database.address)
    atEnd(t, relay.stop)
    await relay.place().channel({ group: 'default' })
    const { key } = await relay.key()
    const upstream = await startHeldUpstream()
    atEnd(t, upstream.stop)
    const apart = relay.place()
    await apart.channel({ base_url: upstream.url })
    const held = await apart.key()
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
    atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
    const server = await startProcess(t, {
      ...databaseEnv(database.address),
      SECRET_KEY: secretKey,
      DATA_DIR: folder,
      RATE_LIMIT_FACTOR: '100',
    })
    await sendCalls(server, key) // V8 compiles meanwhile, which takes memory too
    const bytesOfFinished = (await grownBy(server, () => sendCalls(server, key))) / calls

    // The finished calls beside them let the collector move the open calls to the old space.
    const opened: Promise<Sent>[] = []
    const grown = await grownBy(server, async () => {
      upstream.release()
      await Promise.all(opened.splice(0))
      for (let call = 0; call < openCalls; call++)
        opened.push(send(server, '/v1/chat/completions', { key: held.key, body: chatBody('Say something.') }))
      await eventually('the calls are open', () => upstream.waiting() === openCalls)
      await sendCalls(server, key)
    })
    upstream.release()
    for (const { status } of await Promise.all(opened)) assert.equal(status, 200)
    const bytesOfOpen = (grown - bytesOfFinished * calls) / openCalls

    const share = bytesOfFinished / bytesOfOpen
    assert.ok(share < shareMax, `${bytesOfFinished} bytes of a finished call, ${bytesOfOpen} of an open one`)
  })
