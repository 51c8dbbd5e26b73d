import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { channelApi } from '@turnpike/contract/routing/channel'
import { proxyApi } from '@turnpike/contract/routing/proxies'
import { assertRefused, dataOf } from '../../../../../test/harness/channel-admin.ts'
import { useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { signInRoot } from '../../../../../test/harness/config-files.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

const key = 'sk-saved-for-one-host'

for (const kind of databaseKindsOfRun)
  describe(`a stored key goes only to the host it was saved for [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    beforeEach(() => servers.one.clear())
    const update = (id: number, change: object) =>
      servers.one.admin.call(channelApi.update, { body: { id, ...change } })
    const trying = (body: object) =>
      servers.one.admin.call(channelApi.try, { body: { type: 1, key: '', models: 'gpt-4o', ...body } })
    /** The same upstream by another name: to the key it is another host. */
    const elsewhere = () => servers.mock.url.replace('127.0.0.1', 'localhost')
    const azureLike = { other: '2025-04-01-preview' }

    const moves: [what: string, change: () => object][] = [
      ['another host', () => ({ base_url: elsewhere() })],
      ['another port', () => ({ base_url: servers.mock.url.replace(/:\d+/, ':9') })],
      ['another scheme', () => ({ base_url: servers.mock.url.replace('http:', 'https:') })],
      ['the default address of its type', () => ({ base_url: '' })],
      ['another type without an address', () => ({ type: 14, base_url: '' })],
      ['another type at another host', () => ({ type: 3, base_url: elsewhere(), ...azureLike })],
      ['a custom address elsewhere', () => ({ type: 8, base_url: `${elsewhere()}/{model}` })],
      ['a key of blanks', () => ({ base_url: elsewhere(), key: ' ' })],
    ]
    for (const [what, change] of moves)
      test(`${what} needs the key again, when it is tried and when it is saved`, async () => {
        const id = await servers.one.routed({ key })
        assertRefused(await trying({ id, ...change() }), 'channel_key_for_host', what)
        const before = await servers.one.look(id)
        assertRefused(await update(id, change()), 'channel_key_for_host', what)
        assert.deepEqual(await servers.one.look(id), before)
        assert.deepEqual(servers.mock.requests.list(), [])
      })

    test('the address of an upstream whose host follows from the region needs the key with another region', async () => {
      const id = await servers.one.routed({
        type: 41,
        key: '{"type":"service_account"}',
        base_url: '',
        other: 'global',
      })
      assertRefused(await update(id, { other: 'us-east1' }), 'channel_key_for_host')
      assert.equal(dataOf(await update(id, { other: 'global', weight: 3 })).weight, 3)
    })

    test('a channel without a key moves freely, and needs one for a type that has keys', async () => {
      const id = await servers.one.routed({ type: 1007, key: '', base_url: `${servers.mock.url}/vllm` })
      assert.equal(dataOf(await update(id, { base_url: `${elsewhere()}/vllm` })).base_url, `${elsewhere()}/vllm`)
      const { response } = await trying({ id, type: 1007, base_url: `${elsewhere()}/vllm` })
      assert.equal(response.success, true)
      const [sent] = servers.mock.requests.list()
      assert.equal(sent?.headers.authorization, undefined)
      assertRefused(await update(id, { type: 1 }), 'channel_key_missing')
      const named = await servers.one.routed({ type: 1007, key, base_url: `${servers.mock.url}/vllm` })
      assertRefused(await update(named, { base_url: `${elsewhere()}/vllm` }), 'channel_key_for_host')
    })

    const through = (proxy: string) => ({ setting: JSON.stringify({ proxy }) })
    const first = 'http://one:secret@127.0.0.1:9'

    test('a proxy reads what is sent by plain http: one that an administrator enters needs the key again', async () => {
      const id = await servers.one.routed({ key })
      const before = await servers.one.look(id)
      assertRefused(await trying({ id, base_url: servers.mock.url, ...through(first) }), 'channel_key_for_host')
      assertRefused(await update(id, through(first)), 'channel_key_for_host')
      assert.deepEqual(await servers.one.look(id), before)
      dataOf(await update(id, { key, ...through(first) }))
      dataOf(await update(id, through('http://two:secret@127.0.0.1:9/')))
      for (const proxy of ['http://127.0.0.1:10', 'socks5://127.0.0.1:9', 'http://localhost:9'])
        assertRefused(await update(id, through(proxy)), 'channel_key_for_host', proxy)
      dataOf(await update(id, { setting: '' }))
      assertRefused(await update(id, through(first)), 'channel_key_for_host', 'the key was kept without the proxy')
    })

    test('a proxy of the list and a connection that the proxy cannot read keep the key', async () => {
      const address = 'http://127.0.0.1:9'
      const root = await signInRoot(servers.one)
      dataOf(await root.call(proxyApi.create, { body: { name: 'listed', address } }))
      const id = await servers.one.routed({ key })
      dataOf(await update(id, through('listed')))
      const encrypted = await servers.one.routed({ key, base_url: 'https://example.com' })
      dataOf(await update(encrypted, through(address)))
      assertRefused(await update(encrypted, { base_url: 'http://example.com' }), 'channel_key_for_host')
    })

    test('values of headers stay away from a proxy that can read them', async () => {
      const header_override = JSON.stringify({ 'X-Team': 'of one host' })
      const id = await servers.one.routed({ key })
      dataOf(await update(id, { header_override }))
      assertRefused(await update(id, { key, ...through(first) }), 'override_for_host')
      dataOf(await update(id, { key, header_override, ...through(first) }))
    })

    test('a copy keeps the key to the same host', async () => {
      const id = await servers.one.routed({ key })
      const copy = dataOf(await servers.one.admin.call(channelApi.copy, { params: { id: String(id) } }))
      assertRefused(await update(copy.id, { base_url: elsewhere() }), 'channel_key_for_host')
    })

    test('another path of the host keeps the key, and a key that is given goes where it is told', async () => {
      const id = await servers.one.routed({ key })
      assert.ok((await trying({ id, base_url: `${servers.mock.url}/v1` })).response.success)
      assert.equal(servers.mock.requests.list()[0]?.key, key)
      assert.ok(
        (await update(id, { base_url: `${servers.mock.url.toUpperCase().replace('HTTP', 'http')}/v1` })).response
          .success,
      )
      assert.ok((await trying({ id, key: 'sk-typed-1', base_url: elsewhere() })).response.success)
      assert.equal(dataOf(await update(id, { key: 'sk-typed-2', base_url: elsewhere() })).base_url, elsewhere())
      assert.ok((await trying({ id, base_url: elsewhere() })).response.success, 'the new key was saved for this host')
      assert.equal(servers.mock.requests.list().at(-1)?.key, 'sk-typed-2')
    })
  })
