import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { role } from '@turnpike/contract/identity/user'
import { logApi } from '@turnpike/contract/usage/log'
import { playgroundPaths } from '@turnpike/contract/usage/playground'
import {
  promptRecordsApi,
  type RecordSide,
  type RecordTerms,
  recordDefaults,
  recordedHeader,
  type ShownRecord,
} from '@turnpike/contract/usage/prompt-records'
import { createRecordQueue } from '../../src/domain/usage/prompt-records/record-queue.ts'
import type { RecordedCall } from '../../src/domain/usage/prompt-records/recorded-call.ts'
import { requestIdHeader } from '../../src/http/request-id.ts'
import { housekeeping } from '../../src/jobs/housekeeping.ts'
import { assertRefused, dataOf } from '../harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { type GivenKey, type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { assertCharged, settledBooks } from './books.ts'
import { chatBody, open, type Sent, send } from './send.ts'
import { chatChunk, openEvents, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const chatPath = '/v1/chat/completions'
const asIs: RecordTerms = { ...recordDefaults, redact: false }

for (const kind of databaseKindsOfRun)
  describe(`records of prompts on ${kind}, two instances`, () => {
    let database: FreshDatabase
    let one: RelayServer
    let other: RelayServer
    let root: Client
    let admin: Client
    before(async () => {
      database = await freshDatabase(kind)
      one = await startRelay(database.address)
      other = await startRelay(database.address, {}, one.mock)
      root = (await signedIn(role.root)).client
      admin = (await signedIn(role.admin)).client
      await enable()
    })
    after(async () => {
      await other.stop()
      await one.stop()
      await database.drop()
    })

    let people = 0
    const signedIn = async (rank: number = role.ordinary) => {
      const username = `recorded${++people}`
      const id = await one.given.user({ username, role: rank })
      const client = one.client()
      await client.signIn(username)
      return { id, client, username }
    }
    const enable = async (value = 'true') => {
      for (const server of [one, other]) await server.options({ PromptRecordsEnabled: value })
    }
    /** A user who can sign in, with a key in a group of its own. */
    const givenOwner = async (base_url?: string) => {
      const here = one.place()
      const channel = await here.channel({ ...(base_url !== undefined && { base_url }) })
      await other.deps.reload()
      const mine = await here.key()
      const client = one.client()
      await client.signIn(mine.username)
      return { mine, client, channel, group: here.group }
    }
    const recordToken = async (client: Client, mine: GivenKey, terms: RecordTerms | null) =>
      dataOf(await client.call(promptRecordsApi.setOfToken, { ...ofToken(mine), body: { terms } }))
    const ofToken = ({ token_id }: GivenKey) => ({ params: { id: String(token_id) } })
    const of = (sent: Pick<Sent, 'headers'>) => ({ params: { request_id: sent.headers.get(requestIdHeader) ?? '' } })
    const chat = ({ key }: GivenKey, body: unknown = chatBody('a secret plan'), server = one) =>
      send(server, chatPath, { key, body })
    const rows = () => one.deps.logStore.selectFrom('prompt_records').selectAll().execute()
    const rowOf = (sent: Pick<Sent, 'headers'>) =>
      eventually('the record is written', async () =>
        (await rows()).find(({ request_id }) => request_id === of(sent).params.request_id),
      )
    const read = async (client: Client, sent: Pick<Sent, 'headers'>): Promise<ShownRecord> => {
      await rowOf(sent)
      return dataOf(await client.call(promptRecordsApi.read, of(sent)))
    }
    const textOf = ({ sides }: ShownRecord, name: RecordSide): string =>
      Buffer.from(sides.find((side) => side.name === name)?.bytes ?? '', 'base64').toString()
    const audits = async (action: string) =>
      one.deps.store.selectFrom('audit').selectAll().where('action', '=', action).orderBy('id').execute()

    test('nothing is recorded at first, nor while the installation has it switched off', async (t) => {
      await enable('false')
      t.after(() => enable())
      const { mine, client, group } = await givenOwner()
      assert.equal((await chat(mine)).headers.get(recordedHeader), null)
      await one.options({ GroupRatio: JSON.stringify({ default: 1, [group]: 1 }) })
      dataOf(await root.call(promptRecordsApi.setOfGroup, { body: { group, terms: asIs } }))
      assert.equal((await recordToken(client, mine, asIs)).enabled, false)
      const fresh = await one.key({ user_id: mine.user_id }) // no instance has read it yet
      await recordToken(client, fresh, asIs)
      const sent = await chat(fresh)
      assert.deepEqual([sent.status, sent.headers.get(recordedHeader)], [200, null])
      const own = dataOf(await client.call(promptRecordsApi.own))
      assert.deepEqual([own.enabled, own.groups], [false, [{ group, terms: asIs, is_own: true }]])
      assert.deepEqual(await rows(), [])
      dataOf(await root.call(promptRecordsApi.setOfGroup, { body: { group, terms: null } }))
    })

    test('a whole response: four sides, charged as ever, read on the other instance', async () => {
      const { mine, client, channel } = await givenOwner()
      await recordToken(client, mine, asIs)
      const body = JSON.stringify(chatBody('a secret plan'))
      const sent = await chat(mine, body)
      assert.deepEqual([sent.status, sent.headers.get(recordedHeader)], [200, '1'])
      const reader = other.client()
      await reader.signIn(mine.username)
      const record = await read(reader, sent)
      assert.equal(textOf(record, 'client_request'), body)
      assert.equal(textOf(record, 'client_answer'), sent.text)
      assert.deepEqual(
        record.sides.map(({ name, status, line, cut }) => [name, status, line, cut]),
        [
          ['client_request', undefined, 'POST /v1/chat/completions', false],
          ['client_answer', 200, undefined, false],
        ],
        'what the upstream was sent is not for owners',
      )
      const books = await settledBooks(one, mine)
      assertCharged(books, books.rows[0]?.quota ?? 0)
      assert.ok((books.rows[0]?.quota ?? 0) > 0)
      const all = await read(root, sent)
      assert.match(textOf(all, 'upstream_request'), /a secret plan/)
      assert.equal(JSON.parse(textOf(all, 'upstream_answer')).object, 'chat.completion')
      assert.deepEqual(
        all.sides.map(({ name }) => name),
        ['client_request', 'upstream_request', 'upstream_answer', 'client_answer'],
      )
      assert.ok(!JSON.stringify(all).includes(channel.key) && !JSON.stringify(all).includes(mine.key))
    })

    test('what is stored is sealed', async () => {
      const { mine, client } = await givenOwner()
      await recordToken(client, mine, asIs)
      const words = 'unmistakable words of a prompt '.repeat(50)
      const sent = await chat(mine, chatBody(words))
      const { sealed, request_id, user_id } = await rowOf(sent)
      const bytes = Buffer.from(sealed)
      assert.ok(!bytes.includes('unmistakable') && !bytes.includes('chat.completion'))
      const magic = (await promisify(zstdCompress)(words)).subarray(0, 4)
      assert.ok(!bytes.includes(magic), 'not even as compressed data')
      assert.ok(bytes.length < words.length, 'compressed before it was sealed')
      // A record in the row of another call is not shown.
      const foreign = await chat(mine, chatBody('another'))
      await rowOf(foreign)
      await one.deps.logStore
        .updateTable('prompt_records')
        .set({ sealed })
        .where('request_id', '=', of(foreign).params.request_id)
        .execute()
      assert.equal((await client.call(promptRecordsApi.read, of(foreign))).status, 500)
      assert.deepEqual([request_id, user_id], [of(sent).params.request_id, mine.user_id])
    })

    test('a share is drawn for each call, and each side is cut at its size', async (t) => {
      const { mine, client } = await givenOwner()
      await recordToken(client, mine, { ...asIs, share: 30, size_max: 1 })
      t.after(() => Object.assign(one.deps, { random: Math.random }))
      Object.assign(one.deps, { random: () => 0.3 })
      assert.equal((await chat(mine)).headers.get(recordedHeader), null)
      Object.assign(one.deps, { random: () => 0.29 })
      const sent = await chat(mine, chatBody('x'.repeat(5000)))
      const { facts, sides } = await read(client, sent)
      assert.deepEqual([facts.sampled, facts.cut, facts.redacted, facts.kept_by], [true, true, false, 'token'])
      const [request] = sides
      assert.equal(request?.cut, true)
      assert.equal(Buffer.from(request?.bytes ?? '', 'base64').length, 1024)
      assert.ok((request?.size ?? 0) > 5000)
    })

    test('redaction also finds what stands across the end of what is kept', async () => {
      const { mine, client } = await givenOwner()
      await recordToken(client, mine, { ...recordDefaults, size_max: 1 })
      const body = JSON.stringify(chatBody(`${'y '.repeat(478)} ann.lee@example.org and more`))
      assert.ok(body.indexOf('ann.lee') < 1024 && body.indexOf('.org') > 1024)
      const sent = await chat(mine, body)
      const record = await read(client, sent)
      assert.ok(!textOf(record, 'client_request').includes('ann'))
      assert.match(textOf(record, 'client_request'), /\[email/)
      assert.equal(record.facts.redacted, true)
      const again = await chat(mine, chatBody(`my key is ${mine.key}, call +44 20 7946 0958`))
      const clean = textOf(await read(client, again), 'client_request')
      assert.match(clean, /my key is \[key\], call \[phone\]/)
    })

    test('streams: the events that came and those that were sent; secrets of the channel are cut out', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const { mine, client, channel } = await givenOwner(upstream.url)
      await recordToken(client, mine, asIs)
      const sent = open(one, chatPath, { key: mine.key, body: chatBody(`is it ${upstream.url}?`, { stream: true }) })
      const { response } = await upstream.next()
      openEvents(response)
      response.write(chatChunk({ role: 'assistant', content: `key ${channel.key} at ${upstream.url}` }))
      await new Promise((resolve) => setImmediate(resolve))
      response.end(`${chatChunk({ content: ' end' }, 'stop', usageOf(5, 5))}data: [DONE]\n\n`)
      const result = await sent
      const text = await result.text()
      assert.equal(result.headers.get(recordedHeader), '1')
      const record = await read(root, result)
      assert.ok(textOf(record, 'client_request').includes(upstream.url), 'nobody learns where the upstream is')
      const [host = ''] = upstream.url.split('//').slice(1)
      for (const side of ['upstream_request', 'upstream_answer'] as const)
        assert.ok(!textOf(record, side).includes(channel.key) && !textOf(record, side).includes(host), side)
      assert.match(textOf(record, 'upstream_answer'), /key \[key\] at .*\[key\].* end/s)
      assert.equal(textOf(record, 'client_answer'), text, 'what the client had is shown as it was')
      const head = record.sides.find(({ name }) => name === 'client_answer')
      assert.match(head?.headers['content-type'] ?? '', /^text\/event-stream/)
    })

    test('a client that hangs up leaves what it had received', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const { mine, client } = await givenOwner(upstream.url)
      await recordToken(client, mine, asIs)
      const leaving = new AbortController()
      const body = chatBody('tell me', { stream: true })
      const sent = open(one, chatPath, { key: mine.key, body, signal: leaving.signal })
      const { response } = await upstream.next()
      openEvents(response)
      response.write(chatChunk({ content: 'the beginning' }))
      const result = await sent
      await result.body?.getReader().read()
      leaving.abort()
      assert.equal((await settledBooks(one, mine)).rows.length, 1)
      const record = await read(root, result)
      assert.match(textOf(record, 'client_answer'), /the beginning/)
      assert.match(textOf(record, 'upstream_answer'), /the beginning/)
    })

    test('failures are recorded, the last attempt with what the upstream said', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const { mine, client } = await givenOwner(upstream.url)
      await recordToken(client, mine, asIs)
      const requests = chat(mine)
      const { response } = await upstream.next()
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"too odd"}}')
      const sent = await requests
      assert.equal(sent.status, 400)
      const record = await read(root, sent)
      assert.equal(textOf(record, 'client_answer'), sent.text)
      const result = record.sides.find(({ name }) => name === 'upstream_answer')
      assert.deepEqual([result?.status, textOf(record, 'upstream_answer')], [400, '{"error":{"message":"too odd"}}'])
      const refused = await chat(mine, chatBody('hello', { model: 'no-such-model' }))
      const ofRefused = await read(root, refused)
      assert.deepEqual(
        ofRefused.sides.map(({ name }) => name),
        ['client_request', 'client_answer'],
        'no upstream got a request',
      )
      assert.equal((await one.balance(mine.user_id)).used_quota, 0)
    })

    test('single requests are recorded like chats; of sound only the size is kept', async () => {
      const { mine, client } = await givenOwner()
      await one.channel({ models: 'tts-1,text-embedding-3-small', group: 'default' })
      await one.deps.store.updateTable('users').set({ group: 'default' }).where('id', '=', mine.user_id).execute()
      await recordToken(client, mine, recordDefaults)
      const body = { model: 'tts-1', input: 'say it to ann@example.org', voice: 'alloy' }
      const sent = await open(one, '/v1/audio/speech', { key: mine.key, body })
      await sent.arrayBuffer()
      const record = await read(root, sent)
      assert.match(textOf(record, 'client_request'), /say it to \[email\]/)
      assert.match(textOf(record, 'upstream_answer'), /^\[audio, \d+ k?B\]$/)
      assert.equal(textOf(record, 'client_answer'), textOf(record, 'upstream_answer'))
      const vectors = await send(one, '/v1/embeddings', {
        key: mine.key,
        body: { model: 'text-embedding-3-small', input: 'harbour' },
      })
      assert.equal(vectors.status, 200)
      assert.equal(JSON.parse(textOf(await read(root, vectors), 'upstream_request')).input, 'harbour')
    })

    test('owners read theirs, the super administrator any and is audited, administrators see that there is one', async () => {
      const { mine, client } = await givenOwner()
      await recordToken(client, mine, asIs)
      const sent = await chat(mine)
      await rowOf(sent)
      const stranger = (await signedIn()).client
      assertRefused(await stranger.call(promptRecordsApi.read, of(sent)), 'not_found')
      assert.equal(dataOf(await stranger.call(promptRecordsApi.find, of(sent))), null)
      assertRefused(await stranger.call(promptRecordsApi.remove, of(sent)), 'not_found')
      assertRefused(
        await stranger.call(promptRecordsApi.setOfToken, { ...ofToken(mine), body: { terms: null } }),
        'not_found',
      )
      assertRefused(await stranger.call(promptRecordsApi.clearToken, ofToken(mine)), 'not_found')

      assertRefused(await admin.call(promptRecordsApi.read, of(sent)), 'not_found')
      assertRefused(await admin.call(promptRecordsApi.remove, of(sent)), 'not_found')
      const seen = dataOf(await admin.call(promptRecordsApi.find, of(sent)))
      assert.deepEqual([seen?.user_id, seen?.can_read, seen?.can_delete], [mine.user_id, false, false])
      const tokens = dataOf(await admin.call(promptRecordsApi.ofUser, { params: { id: String(mine.user_id) } }))
      assert.deepEqual(
        tokens.map(({ id, terms }) => [id, terms]),
        [[mine.token_id, asIs]],
      )

      const before = (await audits('prompt_record.read')).length
      await read(client, sent)
      assert.equal((await audits('prompt_record.read')).length, before, "the owner's own reading is not noted")
      await read(root, sent)
      const [noted] = (await audits('prompt_record.read')).slice(before)
      assert.deepEqual([noted?.target, noted?.detail], [of(sent).params.request_id, `{"user_id":${mine.user_id}}`])
      const log = dataOf(await client.call(logApi.self, { query: { type: '3' } }))
      assert.match(log.items[0]?.content ?? '', /查看了一次请求的记录/, 'the owner can see that it was read')

      dataOf(await client.call(promptRecordsApi.remove, of(sent)))
      assertRefused(await client.call(promptRecordsApi.read, of(sent)), 'not_found')
      assert.equal((await audits('prompt_record.delete')).at(-1)?.target, of(sent).params.request_id)
    })

    test('a group records by its own terms, in the playground too, and keeps what its members made', async () => {
      const { mine, client, group } = await givenOwner()
      await one.options({ GroupRatio: JSON.stringify({ default: 1, [group]: 1 }) })
      const terms = { ...asIs, days: 30 }
      assertRefused(await root.call(promptRecordsApi.setOfGroup, { body: { group: 'nobody', terms } }), 'group_unknown')
      dataOf(await root.call(promptRecordsApi.setOfGroup, { body: { group, terms } }))
      await recordToken(client, mine, { ...recordDefaults, days: 1 })
      const sent = await chat(mine)
      const { facts } = await read(client, sent)
      assert.deepEqual([facts.kept_by, facts.redacted, facts.can_delete], ['group', false, false])
      assert.equal(facts.expires_at - facts.created_at, 30 * 86_400)
      assertRefused(await client.call(promptRecordsApi.remove, of(sent)), 'record_of_group')
      assert.equal(dataOf(await client.call(promptRecordsApi.clearToken, ofToken(mine))), 0)
      const own = dataOf(await client.call(promptRecordsApi.own))
      assert.deepEqual([own.enabled, own.groups], [true, [{ group, terms, is_own: true }]])
      assert.deepEqual(own.tokens, [{ id: mine.token_id, terms: { ...recordDefaults, days: 1 } }])

      const played = await client.fetch(playgroundPaths.chat, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(chatBody('from the playground')),
      })
      await played.text()
      const record = await read(client, played)
      assert.deepEqual([record.facts.kept_by, record.facts.token_id], ['group', 0])
      assert.match(textOf(record, 'client_request'), /from the playground/)

      dataOf(await root.call(promptRecordsApi.remove, of(sent)))
      dataOf(await root.call(promptRecordsApi.setOfGroup, { body: { group, terms: null } }))
      assert.deepEqual(
        (await audits('group.prompt_records')).slice(-2).map(({ detail }) => JSON.parse(detail)),
        [
          { before: null, after: terms },
          { before: terms, after: null },
        ],
      )
    })

    test('records end with their days, and with the account of their owner', async () => {
      const { mine, client } = await givenOwner()
      await recordToken(client, mine, { ...asIs, days: 2 })
      const sent = await chat(mine)
      const kept = await givenOwner()
      await recordToken(kept.client, kept.mine, { ...asIs, days: 3 })
      const longer = await chat(kept.mine)
      await rowOf(sent)
      await rowOf(longer)
      const { clock } = one.deps
      const housekeep = (days: number) =>
        housekeeping({ ...one.deps, clock: () => clock() + days * 86_400 }, `a test, ${days} days later`)
      await housekeep(2.1)
      const left = new Set((await rows()).map(({ request_id }) => request_id))
      assert.deepEqual([left.has(of(sent).params.request_id), left.has(of(longer).params.request_id)], [false, true])
      await one.deps.store.updateTable('users').set({ deleted_at: 1 }).where('id', '=', kept.mine.user_id).execute()
      assertRefused(await root.call(promptRecordsApi.read, of(longer)), 'not_found', 'before it is deleted, too')
      await housekeep(2.2)
      assert.ok(!(await rows()).some(({ user_id }) => user_id === kept.mine.user_id))
    })

    test('a queue that is full drops records and counts them', async () => {
      const { mine } = await givenOwner()
      const limits = { recordsMax: 2, bytesMax: 1000 }
      const queue = createRecordQueue({ ...one.deps, limits })
      const call = (number: number, bytes = 10): RecordedCall => ({
        request_id: `queued ${mine.user_id} ${number}`,
        user_id: mine.user_id,
        account_id: 0,
        token_id: mine.token_id,
        created_at: one.deps.clock(),
        kept_by: 'token',
        terms: asIs,
        sides: [{ name: 'client_request', headers: {}, bytes: Buffer.alloc(bytes, 'a'), size: bytes }],
        clientSecrets: [],
        channelSecrets: [],
      })
      queue.add(call(0)) // which is taken up at once
      for (const number of [1, 2, 3]) queue.add(call(number))
      assert.deepEqual(queue.counts(), { written: 0, dropped: 1, waiting: 2 })
      await queue.close()
      queue.add(call(4, 1001))
      await queue.close()
      assert.deepEqual(queue.counts(), { written: 3, dropped: 2, waiting: 0 })
      assert.equal((await rows()).filter(({ user_id }) => user_id === mine.user_id).length, 3)
    })

    test('deleting all records of a token leaves those of others', async () => {
      const { mine, client } = await givenOwner()
      await recordToken(client, mine, asIs)
      const sent = [await chat(mine), await chat(mine)]
      for (const each of sent) await rowOf(each)
      assert.equal((await recordToken(client, mine, null)).count, 2)
      const before = (await rows()).length
      assert.equal(dataOf(await client.call(promptRecordsApi.clearToken, ofToken(mine))), 2)
      assert.equal((await rows()).length, before - 2)
      assert.deepEqual(
        (await audits('token.prompt_records')).slice(-2).map(({ detail }) => JSON.parse(detail)),
        [
          { before: null, after: asIs },
          { before: asIs, after: null },
        ],
      )
    })
  })

test('records are in the database of the log where it is another one', async () => {
  const [main, logs] = await Promise.all([freshDatabase('postgres'), freshDatabase('postgres', { migrated: false })])
  const server = await startRelay(main.address, {
    LOG_SQL_DSN: logs.address.kind === 'postgres' ? logs.address.url : '',
  })
  try {
    await server.options({ PromptRecordsEnabled: 'true' })
    await server.channel()
    const mine = await server.key()
    const client = server.client()
    await client.signIn(mine.username)
    const params = { id: String(mine.token_id) }
    dataOf(await client.call(promptRecordsApi.setOfToken, { params, body: { terms: asIs } }))
    const sent = await send(server, chatPath, { key: mine.key, body: chatBody('far away') })
    const request_id = sent.headers.get(requestIdHeader) ?? ''
    const countIn = async (store: typeof server.deps.store) =>
      (await store.selectFrom('prompt_records').select('request_id').execute()).length
    await eventually('the record is written', async () => (await countIn(server.deps.logStore)) === 1)
    assert.equal(await countIn(server.deps.store), 0)
    const { facts } = dataOf(await client.call(promptRecordsApi.read, { params: { request_id } }))
    assert.equal(facts.token_id, mine.token_id)
  } finally {
    await server.stop()
    await Promise.all([main.drop(), logs.drop()])
  }
})
