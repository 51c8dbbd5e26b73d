import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { type ChannelInput, channelApi } from '@turnpike/contract/routing/channel'
import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { assertRefused, dataOf, fine } from '../harness/channel-admin.ts'
import { apply, exported, fileSecrets, plan, signInRoot } from '../harness/config-files.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import type { Client } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

const literal = 'literal-never-told-4567'
const other = 'other-never-told-8901'
const model = 'overridden-1'
/** A channel as the editor sends it to be tried out. */
const draftOf = (fields: Partial<ChannelInput>) => ({ ...fine(fields), group: 'default' })
const headers = (values: object) => JSON.stringify(values)
const setHeader = (path: string, value: string) => ({ mode: 'set_header', path, value })
const paramOf = (...operations: object[]) => JSON.stringify({ user: 'plain', operations })

for (const kind of databaseKindsOfRun)
  describe(`literal values of overridden headers [${kind}]`, () => {
    let database: FreshDatabase
    let relay: RelayServer
    let admin: Client
    let root: Client
    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address, fileSecrets)
      root = await signInRoot(relay)
      await relay.given.user({ username: 'ada', role: role.admin })
      admin = relay.client()
      await admin.signIn('ada')
      await relay.options({ ModelRatio: JSON.stringify({ [model]: 1 }) })
    })
    after(async () => {
      await relay.stop()
      await database.drop()
    })

    async function create(given: Partial<ChannelInput> = {}): Promise<number> {
      const header_override = headers({
        'X-Team': literal,
        'X-Auth': 'Bearer {api_key}',
        'X-App': '{client_header:App}',
      })
      const param_override = paramOf(setHeader('X-Op', literal), setHeader('X-Op', other))
      const body = fine({ models: model, base_url: relay.mock.url, header_override, param_override, ...given })
      const { ids } = dataOf(await admin.call(channelApi.create, { body }))
      return ids[0] ?? assert.fail('no channel')
    }
    const update = (id: number, change: object) => admin.call(channelApi.update, { body: { id, ...change } })
    const get = async (id: number) => dataOf(await admin.call(channelApi.get, { params: { id: String(id) } }))
    const stored = (id: number) =>
      relay.deps.store.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const undoOf = ({ response }: Awaited<ReturnType<typeof update>>) =>
      response.success ? response.undo_id : assert.fail(response.message)
    /** What the upstream receives from this channel. */
    async function received(id: number) {
      await relay.deps.store
        .updateTable('channels')
        .set({ group: `g${id}` })
        .where('id', '=', id)
        .execute()
      await admin.call(channelApi.fix)
      await relay.deps.reload()
      const { key } = await relay.key({ user_group: `g${id}` })
      relay.mock.requests.clear()
      const { status, text } = await send(relay, '/v1/chat/completions', { key, body: chatBody('hi', { model }) })
      assert.equal(status, 200, text)
      return relay.mock.requests.last()?.headers ?? assert.fail('nothing was sent')
    }

    test('are encrypted where they are stored and masked wherever they are read', async () => {
      const id = await create({ name: 'masked', tag: 'masked' })
      const row = await stored(id)
      assert.ok(!`${row.header_override}${row.param_override}`.includes('never-told'))
      const channel = await get(id)
      assert.deepEqual(JSON.parse(channel.header_override), {
        'X-Team': maskedLiteral,
        'X-Auth': 'Bearer {api_key}',
        'X-App': '{client_header:App}',
      })
      assert.deepEqual(JSON.parse(channel.param_override), {
        user: 'plain',
        operations: [setHeader('X-Op', maskedLiteral), setHeader('X-Op', maskedLiteral)],
      })
      await update(id, { header_override: headers({ 'X-Team': `${literal}-2` }) })
      await admin.call(channelApi.copy, { params: { id: String(id) } })
      const paths = [
        '/api/channel/?page_size=100',
        '/api/channel/?page_size=100&tag_mode=true',
        '/api/channel/search?keyword=masked',
        `/api/channel/${id}`,
        `/api/channel/history?channel=${id}`,
        '/api/channel/history',
      ]
      const texts = await Promise.all(paths.map(async (path) => (await admin.fetch(path)).text()))
      const audit = await relay.deps.store.selectFrom('audit').selectAll().execute()
      const logs = await relay.deps.store.selectFrom('logs').selectAll().execute()
      for (const text of [...texts, JSON.stringify([audit, logs, relay.lines])]) {
        assert.ok(!text.includes('never-told'))
        assert.ok(!text.includes('sealed:'))
      }
    })

    test('reach the upstream, and stay when a mask is written back', async () => {
      const id = await create()
      const { header_override, param_override } = await get(id)
      const param = JSON.parse(param_override)
      param.operations.reverse()
      await update(id, {
        header_override: JSON.stringify(JSON.parse(header_override), null, 2),
        param_override: JSON.stringify({ ...param, user: 'x' }),
      })
      const sent = await received(id)
      assert.deepEqual([sent['x-team'], sent['x-op']], [literal, other])
      await update(id, { header_override: headers({ 'X-Team': other }) })
      assert.equal((await received(id))['x-team'], other)
      const before = await stored(id)
      await update(id, { header_override: (await get(id)).header_override, weight: 3 })
      assert.equal((await stored(id)).header_override, before.header_override)
    })

    test('cannot be taken by a mask without a stored value', async () => {
      const id = await create()
      for (const wrong of [
        { header_override: headers({ 'X-New': maskedLiteral }) },
        { header_override: headers({ 'X-App': maskedLiteral }) },
        { param_override: paramOf(setHeader('X-Team', maskedLiteral)) },
      ])
        assertRefused(await update(id, wrong), 'override_mask', JSON.stringify(wrong))
      const body = fine({ models: model, header_override: headers({ 'X-Team': maskedLiteral }) })
      assertRefused(await admin.call(channelApi.create, { body }), 'override_mask')
      const tagged = { tag: 'masked', header_override: headers({ 'X-Team': maskedLiteral }) }
      assertRefused(await admin.call(channelApi.editTag, { body: tagged }), 'override_mask')
    })

    test('stay with the host that they were saved for, in changes, trials and reverts', async () => {
      const id = await create()
      const base_url = 'https://elsewhere.example.com'
      const move = { base_url, key: 'sk-other-0123456789' }
      assertRefused(await update(id, move), 'override_for_host')
      const { header_override, param_override } = await get(id)
      assertRefused(await update(id, { ...move, header_override, param_override }), 'override_for_host')
      const draft = { ...draftOf({ models: model }), ...move, id, header_override }
      assertRefused(await admin.call(channelApi.try, { body: draft }), 'override_for_host')
      const request = { path: '/v1/chat/completions', body: chatBody('hi', { model }) }
      assertRefused(await admin.call(channelApi.dryRun, { body: { ...draft, request } }), 'override_for_host')

      const plain = headers({ 'X-Team': 'typed again' })
      const history = async () => dataOf(await admin.call(channelApi.history, { query: { channel: String(id) } })).items
      await update(id, { ...move, header_override: plain, param_override: '' })
      const [act] = await history()
      assert.ok(act)
      await update(id, { header_override: '' })
      // The literal of the act before was saved for another host.
      await update(id, { base_url: 'https://third.example.com', key: 'sk-third-0123456789' })
      const [, emptied] = await history()
      const revert = { channel: id, id: emptied?.id ?? 0 }
      assertRefused(await admin.call(channelApi.revert, { body: revert }), 'override_for_host')
    })

    test('come back with an undo and with an undone deletion', async () => {
      const id = await create()
      const undo_id = undoOf(await update(id, { header_override: '' }))
      assert.equal((await stored(id)).header_override, '')
      dataOf(await admin.call(channelApi.undo, { body: { id: undo_id ?? 0 } }))
      const { response } = await admin.call(channelApi.remove, { params: { id: String(id) } })
      const kept = await relay.deps.store.selectFrom('deleted_channels').select('content').execute()
      assert.ok(!JSON.stringify(kept).includes('never-told'))
      assert.ok(response.success && response.undo_id)
      dataOf(await admin.call(channelApi.undo, { body: { id: response.undo_id } }))
      assert.equal((await received(id))['x-team'], literal)
    })

    test('are given to all channels of a tag', async () => {
      const id = await create({ tag: 'of-tag', header_override: '', param_override: '' })
      const body = { tag: 'of-tag', header_override: headers({ 'X-Team': literal }), param_override: '{"user":"u"}' }
      assert.ok((await admin.call(channelApi.editTag, { body })).response.success)
      assert.equal((await received(id))['x-team'], literal)
      assertRefused(
        await admin.call(channelApi.editTag, { body: { tag: 'of-tag', param_override: '{"model":"x"}' } }),
        'override_protected',
      )
    })

    test('go through a configuration file sealed, and change nothing when it comes back', async () => {
      const id = await create({ name: 'in a file' })
      const file = await exported(root, 'sealed')
      assert.ok(!file.includes('never-told'))
      assert.deepEqual((await plan(root, file)).changes, [])
      await update(id, { header_override: '', param_override: '' })
      await apply(root, file)
      const sent = await received(id)
      assert.deepEqual([sent['x-team'], sent['x-op']], [literal, other])
    })

    test('are masked in a dry run with the key that they contain', async () => {
      const header_override = headers({ 'X-Mixed': 'ab12:{api_key}', 'X-Plain': 'Token {api_key}' })
      const draft = draftOf({ models: model, key: 'sk-never-told-0123456789', header_override })
      const request = { path: '/v1/chat/completions', body: chatBody('hello', { model }) }
      const { after } = dataOf(await admin.call(channelApi.dryRun, { body: { ...draft, request } }))
      assert.deepEqual(
        [after?.headers['x-mixed'], after?.headers['x-plain']],
        [maskedLiteral, `Token ${maskedLiteral}`],
      )
    })

    test('cannot be guessed by the conditions of a dry run', async () => {
      const id = await create({ key: 'sk-never-told-0123456789' })
      const { header_override } = await get(id)
      const request = { path: '/v1/chat/completions', body: chatBody('hello', { model }) }
      const guess = async (name: string, value: string) => {
        const conditions = [{ path: `header_override.${name}`, mode: 'prefix', value }]
        const operation = { mode: 'set', path: 'user', value: 'guessed', conditions }
        const param_override = JSON.stringify({ operations: [operation] })
        const draft = { ...draftOf({ models: model, base_url: relay.mock.url }), id, key: '', header_override }
        const run = dataOf(await admin.call(channelApi.dryRun, { body: { ...draft, param_override, request } }))
        assert.equal(run.refusal, undefined)
        assert.ok(run.after)
        return (run.after.body as { user?: string }).user === 'guessed'
      }
      assert.ok(!(await guess('x-team', literal.slice(0, 3))))
      assert.ok(!(await guess('x-auth', 'Bearer sk-')))
    })

    test('are masked in a dry run, as are keys', async () => {
      const id = await create({ key: 'sk-never-told-0123456789' })
      const { header_override, param_override } = await get(id)
      const draft = { ...draftOf({ models: model, base_url: relay.mock.url }), id, key: '', header_override }
      const given = { param_override: param_override.replace('"user":"plain"', '"user":"dry","max_tokens":9') }
      const request = {
        path: '/v1/chat/completions',
        headers: { App: 'app-1', Authorization: 'Bearer sk-client' },
        body: chatBody('hello', { model, max_tokens: 5 }),
      }
      relay.mock.requests.clear()
      const run = dataOf(await admin.call(channelApi.dryRun, { body: { ...draft, ...given, request } }))
      assert.deepEqual(relay.mock.requests.list(), [])
      assert.equal(run.refusal, undefined)
      assert.deepEqual([run.method, run.url], ['POST', `${relay.mock.url}/v1/chat/completions`])
      assert.deepEqual(run.before?.headers, { authorization: `Bearer ${maskedLiteral}` })
      assert.deepEqual(run.after?.headers, {
        authorization: `Bearer ${maskedLiteral}`,
        'x-team': maskedLiteral,
        'x-auth': `Bearer ${maskedLiteral}`,
        'x-app': 'app-1',
        'x-op': maskedLiteral,
      })
      const before = { model, messages: [{ role: 'user', content: 'hello' }], max_tokens: 5 }
      assert.deepEqual(run.before?.body, before)
      assert.deepEqual(run.after?.body, { ...before, user: 'dry', max_tokens: 9 })
      assert.ok(!JSON.stringify(run).includes('never-told'))

      const returned = paramOf({ mode: 'return_error', value: { message: 'blocked', status_code: 451, code: 'no' } })
      const refused = { ...draft, param_override: returned, request }
      const { refusal, after } = dataOf(await admin.call(channelApi.dryRun, { body: refused }))
      assert.deepEqual([refusal, after], [{ status: 451, code: 'no', message: 'blocked' }, undefined])
      for (const path of ['/v1/nothing', '//[', '/v1beta/models/%zz:generateContent'])
        assert.ok(
          dataOf(await admin.call(channelApi.dryRun, { body: { ...draft, request: { ...request, path } } })).refusal,
        )
    })

    for (const [type, path, more] of [
      [14, '/v1/messages', { key: 'sk-ant-never-told-012345' }],
      [24, '/v1beta/models/gemini-2.5-pro:streamGenerateContent', { key: 'AIza-never-told-012345' }],
      [33, '/v1/chat/completions', { key: 'AKIANEVERTOLD|never-told-secret|us-east-1', other: 'us-east-1' }],
      [15, '/v1/chat/completions', { key: 'never-told-id|never-told-secret' }],
      [1, '/v1/embeddings', { key: 'sk-never-told-0123456789' }],
    ] as const)
      test(`a dry run for type ${type} shows no part of a key`, async () => {
        const body = {
          ...chatBody('hello', { model }),
          ...{ contents: [{ parts: [{ text: 'hello' }] }], input: 'hello', max_tokens: 5 },
        }
        const draft = draftOf({ type, models: model, param_override: '{"x_test":1}', ...more })
        const run = dataOf(await admin.call(channelApi.dryRun, { body: { ...draft, request: { path, body } } }))
        assert.equal(run.refusal, undefined, JSON.stringify(run.refusal))
        assert.ok(!JSON.stringify(run).includes('never-told'), JSON.stringify(run))
        assert.match(JSON.stringify(run.after?.body), /"x_test":1/)
      })

    test('a channel test sends what a call would send', async () => {
      const id = await create({ setting: '{"system_prompt":"PROMPT-OF-CHANNEL"}' })
      relay.mock.requests.clear()
      const { response } = await admin.call(channelApi.test, { params: { id: String(id) }, query: { model } })
      assert.ok(response.success, response.message)
      const sent = relay.mock.requests.last()
      assert.deepEqual([sent?.headers['x-team'], sent?.headers['x-op'], sent?.body.user], [literal, other, 'plain'])
      assert.match(JSON.stringify(sent?.body.messages), /PROMPT-OF-CHANNEL/)
      await admin.call(channelApi.fetchModels, { params: { id: String(id) } })
      assert.equal(relay.mock.requests.last()?.headers['x-team'], literal)
    })
  })
