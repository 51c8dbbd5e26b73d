import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { TokenScope } from '@turnpike/contract/identity/access-token'
import { tokenApi } from '@turnpike/contract/identity/token'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { databaseKindsOfRun } from '../../test/harness/databases.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { type RelayServer, useRelay } from '../../test/harness/relay-harness.ts'
import { chatBody, send } from '../../test/relay/send.ts'
import { tools } from './tools.ts'

let people = 0
async function person(server: RelayServer, level: number, scope: TokenScope = 'all') {
  const username = `agent-owner-${++people}`
  const id = await server.given.user({ username, role: level })
  const token = await server.given.accessToken(id)
  await server.deps.store.updateTable('users').set({ access_token_scope: scope }).where('id', '=', id).execute()
  return { id, username, token }
}

/** An agent that speaks the protocol with the official client. */
async function agent(t: Pick<TestContext, 'after'>, server: RelayServer, token: string) {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }))
  t.after(() => client.close())
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
    describe: async () => (await client.listTools()).tools,
    async call(name: string, given: Record<string, unknown> = {}) {
      const { content, isError } = await client.callTool({ name, arguments: given })
      const [first] = content as { text: string }[]
      return { text: first?.text ?? '', isError: isError === true }
    },
  }
}

const named = (isIn: (name: string) => boolean) => Object.keys(tools).filter(isIn).sort()
const isWrite = (name: string) => /^(create|update|delete|test|change|undo|cancel|manage)_/.test(name)
const accessOf = (name: string) => tools[name]?.endpoint.access
const audits = ({ deps }: RelayServer, id: number) =>
  deps.store
    .selectFrom('audit')
    .select(['action', 'target', 'detail', 'request_id'])
    .where('actor_id', '=', id)
    .execute()

for (const kind of databaseKindsOfRun)
  describe(`the console for agents [${kind}]`, () => {
    const relay = useRelay(kind, {}, (server) => server.options({ McpEnabled: 'true' }))

    test('an agent has the tools of its person, and those that change something only with a token for it', async (t) => {
      const isOfUser = (name: string) => ['user', 'guest'].includes(accessOf(name) ?? '')
      const isOfRoot = (name: string) => accessOf(name) === 'root'
      const listed = async (level: number, scope?: TokenScope) =>
        (await agent(t, relay, (await person(relay, level, scope)).token)).names()
      assert.deepEqual(
        await listed(role.ordinary),
        named((name) => isOfUser(name) && !isWrite(name)),
      )
      assert.deepEqual(
        await listed(role.admin),
        named((name) => !isOfRoot(name) && !isWrite(name)),
      )
      assert.deepEqual(
        await listed(role.root),
        named((name) => !isWrite(name)),
      )
      assert.deepEqual(
        await listed(role.root, 'read'),
        named((name) => !isWrite(name)),
      )
      assert.deepEqual(await listed(role.ordinary, 'write'), named(isOfUser))
      assert.deepEqual(
        await listed(role.root, 'write'),
        named(() => true),
      )
    })

    test('every tool is described in words, with a schema of its arguments', async (t) => {
      const { token } = await person(relay, role.root, 'write')
      const described = await (await agent(t, relay, token)).describe()
      for (const { name, description = '', inputSchema, annotations } of described) {
        assert.ok(description.length > 10, name)
        assert.equal(inputSchema.type, 'object', name)
        assert.equal(annotations?.readOnlyHint, !isWrite(name), name)
      }
      const usage = described.find(({ name }) => name === 'usage')
      assert.ok(Object.keys(usage?.inputSchema.properties ?? {}).includes('model_name'))
    })

    test('agents can find out which channels failed, and why', async (t) => {
      const here = relay.place()
      const bad = await here.channel({ models: 'gpt-4o' })
      relay.mock.faults.add({ match: { key: bad.key }, fault: { kind: 'status', status: 401 } })
      const { key } = await here.key()
      for (let call = 0; call < 3; call++) await send(relay, '/v1/chat/completions', { key, body: chatBody() })
      const { token } = await person(relay, role.admin)
      const { call } = await agent(t, relay, token)
      const failing = await eventually('the failing channel', async () => {
        const { text } = await call('failing_channels')
        return JSON.parse(text).data.channels.find(({ id }: { id: number }) => id === bad.id)
      })
      assert.equal(failing.id, bad.id)
      const outcomes = await eventually('the attempts, which are saved every few seconds', async () => {
        const { text } = await call('channel_attempts', { ids: String(bad.id) })
        const { attempts } = JSON.parse(text).data[0] as { attempts: { outcome: string }[] }
        return attempts.length === 3 && attempts.map(({ outcome }) => outcome)
      })
      assert.deepEqual(outcomes, ['bad_key', 'bad_key', 'bad_key'])
      const failed = await call('channels', { health: 'failed' })
      assert.match(failed.text, /"failure_reason":"401 /)
      const rows = await eventually('the rows of failed calls', async () => {
        const { text } = await call('usage', { type: 5, channel: bad.id })
        return JSON.parse(text).data.items.length === 3 && text
      })
      assert.match(rows, /bad_key/)
    })

    test('a change is refused without a token for it, and audited with one', async (t) => {
      const reader = await person(relay, role.ordinary)
      const { call } = await agent(t, relay, reader.token)
      const refused = await call('create_token', { name: 'by an agent' })
      assert.equal(refused.isError, true)
      assert.match(refused.text, /may only read/)
      assert.deepEqual(await audits(relay, reader.id), [])

      const writer = await person(relay, role.admin, 'write')
      const changing = await agent(t, relay, writer.token)
      const { id, key } = await relay.place().channel()
      const changed = await changing.call('update_channel', { id, weight: 7, key })
      assert.deepEqual([changed.isError, changed.text.includes(key)], [false, false], changed.text)
      const { weight } = await relay.deps.store
        .selectFrom('channels')
        .select('weight')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(weight, 7)
      const rows = await audits(relay, writer.id)
      assert.deepEqual(rows.map(({ action }) => action).sort(), ['channel.update', 'mcp.call'])
      const [act, byAgent] = ['channel.update', 'mcp.call'].map((action) => rows.find((row) => row.action === action))
      assert.equal(act?.request_id, byAgent?.request_id)
      assert.deepEqual(
        [byAgent?.target, JSON.parse(byAgent?.detail ?? '')],
        ['update_channel', { ok: true, arguments: ['id', 'weight', 'key'] }],
      )
    })

    test('keys and codes are masked for an agent, unless its token lets it change things', async (t) => {
      const owner = await person(relay, role.admin, 'write')
      const { key, token_id } = await relay.key({ user_id: owner.id })
      const secret = key.slice('sk-'.length)
      const client = relay.client()
      await client.signIn(owner.username)
      const made = (await client.call(redemptionApi.create, { body: { quota: 1, count: 1 } })).response
      assert.ok(made.success, made.message)
      const [code = ''] = made.data
      const masked = (text: string) => `${text.slice(0, 3)}***${text.slice(-4)}`
      const shown = async () => {
        const { call } = await agent(t, relay, owner.token)
        const [tokens, codes] = [await call('my_tokens'), await call('redemption_codes')]
        return [
          JSON.parse(tokens.text).data.find(({ id }: { id: number }) => id === token_id).key,
          JSON.parse(codes.text).data.items[0].key,
        ]
      }
      const setScope = (access_token_scope: TokenScope) =>
        relay.deps.store.updateTable('users').set({ access_token_scope }).where('id', '=', owner.id).execute()
      assert.deepEqual(await shown(), [secret, code])
      for (const scope of ['all', 'read'] as const) {
        await setScope(scope)
        assert.deepEqual(await shown(), [masked(secret), masked(code)], scope)
      }
      const found = async (part: string) => {
        const headers = { authorization: `Bearer ${owner.token}`, 'new-api-user': String(owner.id) }
        const response = await fetch(`${relay.url}${tokenApi.search.path}?token=${part}`, { headers })
        return ((await response.json()) as { data: { key: string }[] }).data.map((token) => token.key)
      }
      assert.deepEqual(await found(secret.slice(0, 20)), [], 'parts would tell the key character by character')
      assert.deepEqual(await found(key), [masked(secret)])
      await setScope('all')
      assert.deepEqual(await found(secret.slice(0, 20)), [secret])
    })

    test('no agent gets the password of a proxy, whatever its token', async (t) => {
      const here = relay.place()
      const { id } = await here.channel({ models: 'gpt-4o', base_url: 'https://provider.example' })
      const setting = JSON.stringify({ proxy: 'socks5://ada:proxy-geheim@proxy.example:1080' })
      const { id: rootId, token } = await person(relay, role.root, 'write')
      const { call } = await agent(t, relay, token)
      const texts = [
        await call('update_channel', { id, setting }),
        await call('channel', { id: String(id) }),
        await call('channels', { keyword: String(id) }),
        await call('channel_history', { channel: String(id) }),
        await call('test_channel', { id: String(id) }),
        await call('update_channel', { id, setting: setting.replace('proxy.example', 'other.example:x') }),
      ]
      for (const { text } of texts) assert.ok(!text.includes('proxy-geheim'), text)
      assert.ok(texts[1]?.text.includes('socks5://ada:•••@proxy.example:1080'), texts[1]?.text ?? '')
      assert.ok(!JSON.stringify(await audits(relay, rootId)).includes('proxy-geheim'))
      const { token: readOnly } = await person(relay, role.root)
      const reader = await agent(t, relay, readOnly)
      const { text } = await reader.call('channel', { id: String(id) })
      assert.ok(!text.includes('proxy-geheim'), text)
    })

    test('roles, input and limits are those of the console', async (t) => {
      const { token } = await person(relay, role.ordinary, 'write')
      const { call } = await agent(t, relay, token)
      assert.match((await call('channels')).text, /no such tool/)
      assert.match((await call('constructor')).text, /no such tool/)
      const wrong = await call('delete_token', { id: 'not a number' })
      assert.deepEqual([wrong.isError, wrong.text], [true, 'Refused: Invalid ID'])
      const { text } = await call('my_account')
      assert.equal(JSON.parse(text).data.username.startsWith('agent-owner-'), true)
    })

    test('a cookie, a wrong token, a banned person and a switched-off option are refused', async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const accept = 'application/json, text/event-stream'
      const call = async (headers: Record<string, string>) => {
        const init = { method: 'POST', body, headers: { 'content-type': 'application/json', accept, ...headers } }
        const response = await fetch(`${relay.url}/mcp`, init)
        return [response.status, ((await response.json()) as { code?: string }).code]
      }
      const { id, username, token } = await person(relay, role.admin)
      const browser = relay.client()
      await browser.signIn(username)
      const bearer = { authorization: `Bearer ${token}` }
      assert.deepEqual(await call(bearer), [200, undefined])
      assert.deepEqual(await call({ cookie: browser.cookie, 'new-api-user': String(id) }), [401, 'not_signed_in'])
      assert.deepEqual(await call({ authorization: 'Bearer nobody-ever-had-this' }), [401, 'access_token_invalid'])
      assert.equal((await fetch(`${relay.url}/mcp`, { headers: bearer })).status, 405)
      await relay.deps.store.updateTable('users').set({ status: userStatus.banned }).where('id', '=', id).execute()
      assert.deepEqual(await call(bearer), [401, 'user_banned'])
      await relay.options({ McpEnabled: 'false' })
      assert.deepEqual(await call(bearer), [403, 'mcp_disabled'])
      await relay.options({ McpEnabled: 'true' })
    })

    test('an access token that may only read changes nothing over the API either', async () => {
      const { id, token } = await person(relay, role.ordinary, 'read')
      const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(id) }
      const client = relay.client()
      client.userId = id
      const read = await client.fetch(tokenApi.list.path, { headers })
      assert.equal(read.status, 200)
      const post = (path: string, body: object) =>
        client.fetch(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      const made = await post(tokenApi.create.path, { name: 'x' })
      assert.deepEqual([made.status, ((await made.json()) as { code?: string }).code], [403, 'access_token_read_only'])
      const explained = await post(routeExplainApi.explain.path, { path: '/v1/chat/completions', model: 'gpt-4o' })
      assert.equal(explained.status, 200, 'a request that needs a body')
    })
  })
