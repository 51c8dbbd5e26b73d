import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, type TestContext } from 'node:test'
import { WebSocket, WebSocketServer } from 'ws'
import { adminRow } from '../../src/domain/usage/logs/log-row.ts'
import { type FreshDatabase, freshDatabase, openTest } from './databases.ts'
import { eventually } from './eventually.ts'
import { saveOptions } from './harness.ts'
import { driftsOf } from './ledger.ts'
import { type RelayServer, startRelay } from './relay-harness.ts'

type Loose = ReturnType<typeof JSON.parse>

/** A client of a realtime address. Messages that it received are kept until a test reads them. */
export type Talker = {
  socket: WebSocket
  send(event: object): void
  /** Everything heard up to the first event of a type, which comes last. */
  until(type: string): Promise<Loose[]>
  /** The code the line was closed with. */
  closed: Promise<number>
}

type Manner = { key?: string; protocols?: string[]; headers?: Record<string, string> }

export function talk(url: string, model: string, { key, protocols = [], headers = {} }: Manner): Talker {
  const address = `${url.replace('http', 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`
  return talkerOn(
    new WebSocket(address, protocols, { headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers } }),
  )
}

/** Whoever waits longer waits for something that does not come. */
const patienceMs = 60_000

function talkerOn(socket: WebSocket): Talker {
  const heard: Loose[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)))
    wake()
  })
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      resolve(code)
      wake()
    })
  })
  return {
    socket,
    send: (event) => socket.send(JSON.stringify(event)),
    closed,
    async until(type) {
      const giveUpAt = performance.now() + patienceMs
      for (;;) {
        const at = heard.findIndex((event) => event.type === type)
        if (at !== -1) return heard.splice(0, at + 1)
        if (socket.readyState === WebSocket.CLOSED || performance.now() >= giveUpAt)
          throw new Error(`closed or silent before ${type}; heard ${JSON.stringify(heard)}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patienceMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    },
  }
}

/** The HTTP response of an address that does not upgrade the connection. */
export async function refusalOf(talker: Talker): Promise<{ status: number; body: Loose; headers: object }> {
  const [, response] = await once(talker.socket, 'unexpected-response')
  const text = (await response.toArray()).join('')
  return { status: response.statusCode, body: JSON.parse(text), headers: response.headers }
}

/** An upstream that does what a test says, once per line. */
export async function startLines(t: TestContext, onLine: (line: WebSocket) => void): Promise<string> {
  const lines = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'realtime' })
  lines.on('connection', onLine)
  await once(lines, 'listening')
  t.after(() => {
    for (const line of lines.clients) line.terminate()
    lines.close()
  })
  return `http://127.0.0.1:${(lines.address() as AddressInfo).port}` // it listens on a port
}

export const userText = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
export const writtenOnly = { type: 'session.update', session: { output_modalities: ['text'] } }

export const model = 'gpt-realtime'
/** Its quota per token: ratio 2, text output × 4, audio input × 8, audio output × 16, cached input × 0.1. */
export const price = { input: 2, output: 8, heard: 16, said: 32, cached: 0.2 }
/** What a user has to begin with. */
export const start = 100_000_000
export const untouched = { quota: start, held: 0, used_quota: 0, request_count: 0 }

/** A relay with realtime channels for the tests of a describe block; in the end its books must be right. */
export function useRealtime() {
  let database: FreshDatabase
  const context = {} as { relay: RelayServer } // filled before any test runs
  before(async () => {
    database = await freshDatabase('sqlite')
    const relay = await startRelay(database.address)
    context.relay = relay
    const models = `${model},gpt-4o-realtime-preview,alias,gift,piece`
    await relay.channel({ models, model_mapping: { alias: model } })
    await relay.channel({ type: 14, models: 'claude-sonnet-4-5', base_url: relay.mock.urlOf('anthropic') })
    await saveOptions(relay.deps.store, relay.deps.vault, {
      ModelRatio: JSON.stringify({ alias: 2, gift: 0 }),
      ModelPrice: JSON.stringify({ piece: 0.01 }),
    })
    await relay.deps.reload()
  })
  afterEach(() => context.relay.mock.faults.clear())
  after(async () => {
    const at = context.relay.deps.clock()
    await context.relay.stop()
    const open = await openTest(database.address)
    const drifts = await driftsOf(open, at)
    await open.close()
    await database.drop()
    assert.deepEqual(drifts, [], 'every session was charged once, by the books')
  })

  const rowsOf = (user_id: number) =>
    context.relay.deps.logStore
      .selectFrom('logs')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('type', '=', 2)
      .execute()
  /** The row of a session, which is written when it is over. */
  const rowOf = async (user_id: number) => {
    const row = await eventually('the row of the session', async () => (await rowsOf(user_id))[0])
    const { content, other } = adminRow(row)
    return { ...row, content, other: JSON.parse(other) }
  }
  /** The row of a session that cost so much, and nothing else. */
  async function charged(user_id: number, quota: number) {
    const row = await rowOf(user_id)
    assert.equal(row.quota, quota)
    assert.equal((await rowsOf(user_id)).length, 1)
    const balance = { quota: start - quota, held: 0, used_quota: quota, request_count: 1 }
    assert.deepEqual(await context.relay.balance(user_id), balance)
    return row
  }
  return Object.assign(context, { rowsOf, rowOf, charged })
}
