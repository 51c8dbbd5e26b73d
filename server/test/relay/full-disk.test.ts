import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { atEnd } from '../harness/at-end.ts'
import { freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { startRelay } from '../harness/relay-harness.ts'
import { mountSmallDisk } from '../outside/small-disk.ts'
import { startRelay as startWire } from '../outside/tcp-relay.ts'
import { booksOf } from './books.ts'
import { beginCall, soon } from './providers/client-call.ts'
import { chatBody, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'
const speech = 'gpt-4o-mini-tts'
/** After this time the holds of running calls are renewed. */
const renewalSeconds = 60

/** A database and a spool that can both be made unable to take a write. */
type Storage = { address: DatabaseAddress; spool: string; fill(): Promise<void>; free(): Promise<void> }

async function onSmallDisk(t: TestContext): Promise<Storage | undefined> {
  const disk = mountSmallDisk(t, 24)
  if (!disk) return undefined
  const { address, drop } = await freshDatabase('sqlite')
  assert.ok(address.kind === 'sqlite')
  const path = join(disk.folder, 'test.db')
  copyFileSync(address.path, path)
  await drop()
  let reader: DatabaseSync | undefined
  return {
    address: { kind: 'sqlite', path },
    spool: join(disk.folder, 'spool'),
    async fill() {
      // As long as somebody reads an older state, SQLite cannot use the space of its journal again.
      reader = new DatabaseSync(path, { readOnly: true })
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM users').get()
      disk.fill()
    },
    async free() {
      reader?.close()
      disk.free()
    },
  }
}

async function behindCutWire(t: TestContext): Promise<Storage> {
  const { address, drop } = await freshDatabase('postgres')
  atEnd(t, drop)
  assert.ok(address.kind === 'postgres')
  const url = new URL(address.url)
  const wire = await startWire({ hostname: url.hostname, port: Number(url.port) })
  atEnd(t, wire.cut)
  url.port = String(wire.port)
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  const spool = join(folder, 'spool')
  const putInTheWay = () => {
    rmSync(spool, { recursive: true, force: true })
    try {
      writeFileSync(spool, 'in the way')
      return true
    } catch {
      return false // a probe has made the folder anew
    }
  }
  return {
    address: { kind: 'postgres', url: url.href },
    spool,
    async fill() {
      await eventually('the spool cannot be written', putInTheWay)
      await wire.cut()
    },
    async free() {
      rmSync(spool)
      await wire.restore()
    },
  }
}

const storages = {
  'SQLite and the spool are on a full disk': onSmallDisk,
  'PostgreSQL is away and the spool cannot be written': behindCutWire,
}

for (const [what, make] of Object.entries(storages))
  test(`${what}: streams end, nothing new begins, and what was delivered is charged later`, async (t) => {
    const storage = await make(t)
    if (!storage) return t.skip('no file system can be mounted here')
    const relay = await startRelay(storage.address, { LEDGER_SPOOL_DIR: storage.spool }, undefined, {
      ledgerLimits: {},
    })
    atEnd(t, relay.stop)
    const upstream = await startSteeredUpstream(t)
    const here = relay.place()
    await here.channel({ base_url: upstream.url, models: `gpt-4o,${speech}` })
    const mine = await here.key()
    const isReady = async () => (await fetch(`${relay.url}/readyz`)).status === 200
    assert.equal(await isReady(), true)

    const begin = async (address: string, body: object, output: string) => {
      const client = beginCall(relay, address, { key: mine.key, body })
      const { response } = await upstream.next()
      openEvents(response)
      response.write(output)
      await client.until('output', () => client.text().includes('delta'))
      return { client, response }
    }
    const chat = [path, chatBody('hi', { stream: true }), chatChunk({ content: 'sun' })] as const
    const running = await begin(...chat)
    const ending = await begin(...chat)
    const second = Buffer.alloc(48_000).toString('base64')
    const spoken = { model: speech, input: 'hi', voice: 'alloy', response_format: 'pcm', stream_format: 'sse' }
    const sound = `data: ${JSON.stringify({ type: 'speech.audio.delta', audio: second })}\n\n`
    const speaking = await begin('/v1/audio/speech', spoken, sound)

    await storage.fill()
    relay.moveTime(renewalSeconds)
    ending.response.end(`${chatChunk({}, 'stop', usageOf(100, 10))}data: [DONE]\n\n`)
    for (const { client } of [running, ending, speaking]) {
      assert.equal(await soon('the end of the stream', client.over), 'ended')
      assert.equal(client.events().at(-1).error?.code, 'server_error', client.text().slice(-300))
      assert.doesNotMatch(client.text(), /\[DONE\]/)
    }
    await eventually('the server says that it is not ready', async () => !(await isReady()))
    const refused = await send(relay, path, { key: mine.key, body: chatBody() })
    assert.equal(refused.status, 503, refused.text)

    assert.ok(!relay.lines.some((line) => line.includes('database is back')), 'it does not take turns')

    await storage.free()
    const books = await eventually('all are charged', async () => {
      const found = await booksOf(relay, mine)
      return found.user.request_count === 3 && found.holds.length === 0 && found
    })
    assert.deepEqual(
      books.rows.map(({ quota }) => quota > 0),
      [true, true, true],
    )
    assert.equal(
      books.user.used_quota,
      books.charges.reduce((sum, { amount }) => sum + amount, 0),
    )
    await eventually('the server is ready', isReady)
    const sent = send(relay, path, { key: mine.key, body: chatBody() })
    const { response } = await upstream.next()
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'a',
        object: 'chat.completion',
        created: 1,
        model: 'gpt-4o',
        choices: [{ index: 0, message: { role: 'assistant', content: 'sun' }, finish_reason: 'stop' }],
        ...usageOf(9, 1),
      }),
    )
    assert.equal((await sent).status, 200)
  })
