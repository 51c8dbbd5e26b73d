import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { Client } from 'pg'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv, secretKey } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { startPostgres } from '../outside/postgres.ts'
import { type ServerProcess, startProcess } from '../processes/server-process.ts'
import { startHeldUpstream } from './held-upstream.ts'
import { assertExactBooks, completedId, expireEverything } from './killed-processes.ts'
import { chatBody, open, send } from './send.ts'

const path = '/v1/chat/completions'
/** Whatever happens to a test, nothing that it started outlives this file. */
const leftovers: (() => unknown)[] = []
const atLast = { after: (work: () => unknown) => void leftovers.push(work) }
after(async () => {
  for (const clear of leftovers.reverse()) await clear()
})

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atLast.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server as `npm start` runs it, with a folder of its own that survives it. */
function givenProcess(database: DatabaseAddress): { start(): Promise<ServerProcess> } {
  const own = { SECRET_KEY: secretKey, DATA_DIR: givenFolder(), RATE_LIMIT_FACTOR: '100' }
  return { start: () => startProcess(atLast, { ...databaseEnv(database), ...own }) }
}

/** On a busy machine a commit may take longer than a call waits for its hold: such a call did not start, and is sent again. */
async function sendUntilDecided(server: ServerProcess, call: Parameters<typeof send>[2]): ReturnType<typeof send> {
  for (let left = 60; ; left--) {
    const response = await send(server, path, call)
    if (response.status !== 503 || left === 0) return response
    await pause(500)
  }
}

async function end(server: ServerProcess): Promise<void> {
  server.kill('SIGKILL')
  await server.ended
}

for (const kind of databaseKinds)
  describe(`two processes on one database [${kind}]`, () => {
    let database: FreshDatabase
    /** Seeds and looks at the books; serves no call. */
    let relay: RelayServer
    let one: ServerProcess
    let two: ServerProcess
    const maker = () => givenProcess(database.address)
    let first: ReturnType<typeof maker>

    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address)
      await relay.options({
        ModelPrice: JSON.stringify({ 'gpt-by-call': 0.002 }),
        ModelRatio: JSON.stringify({ 'gpt-by-token': 1, 'gpt-for-free': 0 }),
        AutomaticDisableChannelEnabled: 'true',
      })
      first = maker()
      ;[one, two] = await Promise.all([first.start(), maker().start()])
    })
    after(async () => {
      await Promise.all([one, two].map(end))
      await relay.stop()
      await database.drop()
    })
    const known = (key: string, model = 'gpt-4o') =>
      Promise.all(
        [one, two].map((server) => eventually(`${server.url} knows`, async () => isKnown(server, key, model))),
      )
    const isKnown = async (server: ServerProcess, key: string, model: string) =>
      (await send(server, `/v1/models/${model}`, { key })).status === 200

    test('of 64 calls at once exactly as many start as the balance has room for', async () => {
      const upstream = await startHeldUpstream()
      atLast.after(upstream.stop)
      const here = relay.place()
      await here.channel({ models: 'gpt-by-call,gpt-by-token', base_url: upstream.url })
      const estimate = Math.ceil('hello there'.length / 3) + Math.ceil('user'.length / 3)
      const promptBound = Math.ceil(estimate * 1.25) + 1000
      const cases = [
        { model: 'gpt-by-call', hold: 1000, charge: 1000 },
        // The bound of the prompt at the price of a cache write, and the longest response allowed; then what was used.
        { model: 'gpt-by-token', hold: promptBound * 1.25 + 600, charge: 110 },
      ]
      for (const { model, hold, charge } of cases) {
        const mine = await here.key({ quota: hold * 10 + hold - 1 })
        await known(mine.key, model)
        const call = { key: mine.key, body: chatBody('hello there', { model, max_tokens: 600 }) }
        const sent = Array.from({ length: 64 }, (_, number) => sendUntilDecided(number % 2 ? one : two, call))
        let refused = 0
        for (const each of sent) void each.then(({ status }) => (refused += status === 403 ? 1 : 0))
        await eventually('all are decided', () => refused + upstream.waiting() === 64)
        assert.equal(upstream.waiting(), 10, model)
        const { held } = await relay.balance(mine.user_id)
        assert.equal(held, hold * 10)
        upstream.release()
        const statuses = (await Promise.all(sent)).map(({ status }) => status)
        assert.deepEqual([statuses.filter((status) => status === 200).length, refused], [10, 54])
        assert.deepEqual(await relay.balance(mine.user_id), {
          quota: hold * 11 - 1 - charge * 10,
          held: 0,
          used_quota: charge * 10,
          request_count: 10,
        })
      }
    })

    test('a channel that one takes out of service is used by the other no more within two seconds', async () => {
      const here = relay.place()
      const { id, key: upstream } = await here.channel()
      const mine = await here.key()
      await known(mine.key)
      relay.mock.faults.add({ match: { key: upstream }, times: 1, fault: { kind: 'status', status: 401 } })
      assert.equal((await send(one, path, { key: mine.key, body: chatBody() })).status, 502)
      const rowOf = relay.deps.store.selectFrom('channels').select('status').where('id', '=', id)
      await eventually('written', async () => (await rowOf.executeTakeFirst())?.status === channelStatus.autoDisabled)
      await eventually('known to the other', async () => {
        return (await send(two, path, { key: mine.key, body: chatBody() })).status === 503
      })
    })

    test('a key that is revoked stops at once where money is involved, and within two seconds where it is not', async () => {
      const here = relay.place()
      await here.channel({ models: 'gpt-4o,gpt-for-free', model_mapping: { 'gpt-for-free': 'gpt-4o' } })
      const mine = await here.key()
      await known(mine.key)
      for (const server of [one, two])
        assert.equal((await send(server, path, { key: mine.key, body: chatBody() })).status, 200)
      const revoked = { status: tokenStatus.disabled }
      await relay.deps.store.updateTable('tokens').set(revoked).where('id', '=', mine.token_id).execute()
      for (const server of [one, two]) {
        const { status, json } = await send(server, path, { key: mine.key, body: chatBody() })
        assert.deepEqual([status, json.error.code], [401, 'token_disabled'])
        await eventually('free calls stop', async () => {
          return (
            (await send(server, path, { key: mine.key, body: chatBody('x', { model: 'gpt-for-free' }) })).status === 401
          )
        })
      }
    })

    test('whenever one of them is killed, every completed call has its charge and every charge its call', async () => {
      const here = relay.place()
      const { key: upstream } = await here.channel()
      relay.mock.faults.add({
        match: { key: upstream },
        fault: { kind: 'delay', headersMs: 5, chunkMs: 3, jitterMs: 10 },
      })
      const mine = await here.key()
      await known(mine.key)
      // Counted, not listed: the mock's list forgets all but the last thousand.
      const received = () => relay.mock.requests.counters.received
      const receivedBefore = received()
      const completed = new Set<string>()
      let isOver = false
      const caller = async (number: number) => {
        for (let call = number; !isOver; call++) {
          const body = chatBody(`Please say ${5 + (call % 40)} words.`, { stream: call % 2 === 0 })
          const id = await completedId(call % 3 ? one : two, mine, body)
          if (id) completed.add(id)
          else await pause(5)
        }
      }
      const callers = Array.from({ length: 8 }, (_, number) => caller(number))
      try {
        for (let round = 0; round < 3; round++) {
          const before = completed.size
          await eventually('calls complete', () => completed.size > before + 15)
          await pause(Math.random() * 40)
          await end(one)
          one = await first.start()
        }
      } finally {
        isOver = true
        await Promise.all(callers)
      }
      await expireEverything(database.address)

      await assertExactBooks(database.address, { completed, sentMax: received() - receivedBefore, mine, relay })
    })
  })

const outageMs = 20_000

describe('a database that goes away under load', () => {
  test('new calls are refused, and no completed call is left without its charge', async () => {
    const postgres = await startPostgres()
    const admin = new Client({ connectionString: postgres.url })
    await admin.connect()
    await admin.query('CREATE DATABASE outage')
    // What it has confirmed must survive its crash, which tests do not need elsewhere.
    await admin.query('ALTER DATABASE outage SET synchronous_commit = on')
    await admin.end()
    const database = { kind: 'postgres', url: postgres.url.replace(/\/[^/]*$/, '/outage') } as const
    const relay = await startRelay(database)
    const here = relay.place()
    const { key: upstream } = await here.channel()
    relay.mock.faults.add({ match: { key: upstream }, fault: { kind: 'delay', headersMs: 300, jitterMs: 300 } })
    const mine = await here.key()
    const server = await givenProcess(database).start()
    const completed = new Set<string>()
    let refusals = 0
    let isOver = false
    let isDown = false
    const caller = async () => {
      while (!isOver) {
        const wasDown = isDown
        const response = await open(server, path, { key: mine.key, body: chatBody() }).catch(() => undefined)
        await response?.text()
        const id = response?.headers.get('x-oneapi-request-id')
        if (response?.status === 200 && id) completed.add(id)
        if (response?.status === 503 && wasDown) refusals++
        if (response?.status !== 200) await pause(50)
      }
    }
    const callers = Array.from({ length: 6 }, caller)
    try {
      await eventually('calls complete', () => completed.size > 10)
      await postgres.crash()
      isDown = true
      await eventually('new calls are refused', () => refusals > 20)
      await pause(outageMs) // longer than anything on the way may wait or try again
      isDown = false
      await postgres.start()
      const back = completed.size
      await eventually('calls complete again', () => completed.size > back + 5)
      isOver = true
      await Promise.all(callers)
      const readCharges = relay.deps.store.selectFrom('ledger').select('reference').where('user_id', '=', mine.user_id)
      await eventually('every completed call is charged', async () => {
        const rows = await readCharges.execute().catch(() => [])
        const charged = new Set(rows.map(({ reference }) => reference))
        return [...completed].every((id) => charged.has(id))
      })
    } finally {
      isOver = true
      await Promise.all(callers)
      await end(server)
      await relay.stop()
      await postgres.stop()
    }
  })
})
