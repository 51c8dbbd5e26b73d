import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { hiddenPassword, proxyApi } from '@turnpike/contract/routing/proxies'
import { routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { configFileApi } from '@turnpike/contract/system/config-file/config-file-api'
import { sealStoredProxies } from '../../src/domain/routing/proxies/seal-stored.ts'
import { assertRefused, dataOf, fine } from '../harness/channel-admin.ts'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../harness/databases.ts'
import type { Client } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

const password = 'geheim-p4ssword'
const own = `socks5h://ada:${password}@proxy.example:1080`
const masked = `socks5h://ada:${hiddenPassword}@proxy.example:1080`
const settingOf = (proxy: string) => JSON.stringify({ force_format: true, proxy })

for (const kind of databaseKindsOfRun)
  describe(`the proxy of a channel [${kind}]`, () => {
    let database: FreshDatabase
    let relay: RelayServer
    let root: Client
    before(async () => {
      database = await freshDatabase(kind)
      relay = await startRelay(database.address)
      await relay.given.user({ username: 'rita', role: role.root })
      root = relay.client()
      await root.signIn('rita')
    })
    after(async () => {
      await relay.stop()
      await relay.mock.stop()
      await database.drop()
    })
    const create = async (setting: string, fields: object = {}) => {
      const body = fine({ base_url: relay.mock.url, setting, ...fields })
      const { ids } = dataOf(await root.call(channelApi.create, { body }))
      return ids[0] ?? 0
    }
    const update = (id: number, fields: object) => root.call(channelApi.update, { body: { id, ...fields } })
    const undoIdOf = ({ response }: { response: { success: boolean; undo_id?: number | undefined } }) => {
      assert.ok(response.success && response.undo_id)
      return response.undo_id
    }
    const rowOf = (id: number) =>
      relay.deps.store
        .selectFrom('channels')
        .select(['setting', 'proxy_cipher'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const addressOf = async (id: number) => {
      const channel = relay.deps.snapshot.current().channels.get(id)
      assert.ok(channel, `channel ${id} is in use`)
      return typeof channel.proxy === 'object' ? `${channel.proxy.host} ${channel.proxy.password}` : channel.proxy
    }

    test('its password is in no table, response, export, log or explanation', async () => {
      const id = await create(settingOf(own), { name: 'secretive', models: 'proxied-model' })
      const call = async (path: string, init?: RequestInit) => (await root.fetch(path, init)).text()
      const post = (path: string, body: object, method = 'POST') =>
        call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const changed = undoIdOf(await update(id, { setting: settingOf(own.replace(password, `${password}-2`)) }))
      const texts = [
        await call(`/api/channel/${id}`),
        await call('/api/channel/?page_size=100'),
        await call('/api/channel/?page_size=100&tag_mode=true'),
        await call('/api/channel/search?keyword=secretive'),
        await call(`/api/channel/history?channel=${id}&p=1&page_size=20`),
        await post('/api/channel/', { id, weight: 3 }, 'PUT'),
        await post(`/api/channel/copy/${id}`, {}),
        await post('/api/channel/try', { ...fine({ setting: masked }), id, base_url: relay.mock.url, model: 'x' }),
        await post('/api/channel/', { id, setting: settingOf(masked.replace('proxy.', 'other.')) }, 'PUT'),
        await post('/api/channel/', { id, setting: `{"proxy":"ftp://u:${password}@h"}` }, 'PUT'),
        await call(`/api/channel/test/${id}`),
        await call('/api/config/export?secrets=sealed'),
        await call('/api/config/export?secrets=env'),
        JSON.stringify(
          (
            await root.call(routeExplainApi.explain, {
              body: { group: 'default', model: 'proxied-model', path: '/v1/chat/completions' },
            })
          ).response,
        ),
        await post('/api/channel/undo', { id: changed }),
        await call(`/api/channel/${id}`, { method: 'DELETE' }),
      ]
      for (const [index, text] of texts.entries()) assert.ok(!text.includes(password), `response ${index}: ${text}`)
      assert.ok(texts[0]?.includes(masked), 'administrators see the address')
      assert.ok(texts[13]?.includes(masked), 'route check shows the address')
      const { store } = relay.deps
      const tables = [
        await store.selectFrom('channels').selectAll().execute(),
        await store.selectFrom('deleted_channels').selectAll().execute(),
        await store.selectFrom('audit').selectAll().execute(),
        await store.selectFrom('audit_changes').selectAll().execute(),
        await store.selectFrom('logs').selectAll().execute(),
      ]
      for (const rows of tables) assert.ok(!JSON.stringify(rows).includes(password))
      assert.ok(!relay.lines.join('\n').includes(password))
    })

    test('a token that may only read is not told where the proxy is', async () => {
      const id = await create(settingOf(own))
      const userId = await relay.given.user({ username: 'reader', role: role.admin })
      const token = await relay.given.accessToken(userId)
      await relay.deps.store.updateTable('users').set({ access_token_scope: 'read' }).where('id', '=', userId).execute()
      const headers = { authorization: `Bearer ${token}`, 'new-api-user': String(userId) }
      const text = await (await fetch(`${relay.url}/api/channel/${id}`, { headers })).text()
      assert.ok(text.includes('"success":true') && !text.includes('proxy.example'), text)
      const listed = await fetch(`${relay.url}/api/proxy/`, { headers })
      assert.equal(listed.status, 200)
    })

    test('a hidden password that is written back keeps the stored one, and for no other server', async () => {
      const id = await create(settingOf(own))
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      dataOf(await update(id, { setting: `{"proxy":"${masked}","pass_through_body_enabled":true}` }))
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      const before = await rowOf(id)
      assertRefused(
        await update(id, { setting: settingOf(masked.replace('proxy.', 'evil.')) }),
        'proxy_password_missing',
      )
      assert.deepEqual(await rowOf(id), before)
      assertRefused(await update(id, { setting: '{"proxy":"ftp://h:1"}' }), 'proxy_address_invalid')
      assertRefused(await update(id, { setting: '{"proxy":"nowhere"}' }), 'proxy_missing')
      assertRefused(await update(id, { setting: '{"proxy":7}' }), 'proxy_missing')
      assertRefused(
        await root.call(channelApi.create, { body: fine({ setting: settingOf(masked) }) }),
        'proxy_password_missing',
      )
    })

    test('undo and restore bring back the proxy with the password that it had', async () => {
      const id = await create(settingOf(own), { base_url: 'https://provider.example' })
      const renewed = undoIdOf(await update(id, { setting: settingOf(own.replace(password, 'renewed')) }))
      assert.equal(await addressOf(id), 'proxy.example renewed')
      dataOf(await root.call(channelApi.undo, { body: { id: renewed } }))
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      dataOf(await update(id, { setting: '' }))
      assert.equal(await addressOf(id), undefined)
      assert.deepEqual(await rowOf(id), { setting: '', proxy_cipher: '' })
      const query = { channel: String(id), p: '1', page_size: '20' }
      const history = dataOf(await root.call(channelApi.history, { query }))
      dataOf(await root.call(channelApi.revert, { body: { channel: id, id: history.items[0]?.id ?? 0 } }))
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      const removed = undoIdOf(await root.call(channelApi.remove, { params: { id: String(id) } }))
      dataOf(await root.call(channelApi.undo, { body: { id: removed } }))
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      const { id: copy } = dataOf(await root.call(channelApi.copy, { params: { id: String(id) } }))
      assert.deepEqual(await rowOf(copy), await rowOf(id))
    })

    test('a configuration file carries the password sealed, and changes nothing where it is applied', async () => {
      const id = await create(settingOf(own), { name: 'in the file' })
      const { text } = dataOf(await root.call(configFileApi.export, { query: {} }))
      const plan = dataOf(await root.call(configFileApi.plan, { body: { text } }))
      assert.deepEqual([plan.problems, plan.changes], [[], []])
      dataOf(await update(id, { setting: '' }))
      dataOf(await root.call(configFileApi.apply, { body: { text } }))
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      const written = (proxy: string) =>
        `turnpike: 1\nchannels: [{ name: in the file, type: openai, models: [gpt-4o], base_url: "${relay.mock.url}", setting: { force_format: true, proxy: "${proxy}" } }]`
      const planned = async (proxy: string) =>
        dataOf(await root.call(configFileApi.plan, { body: { text: written(proxy) } }))
      assert.deepEqual(await planned(masked).then(({ problems, changes }) => [problems, changes]), [[], []])
      const { changes } = await planned(own.replace(password, 'renewed'))
      assert.ok(
        JSON.stringify(changes).includes('"is_hidden":true') && !JSON.stringify(changes).includes('proxy.example'),
      )
      assert.equal((await planned(masked.replace('proxy.', 'evil.'))).problems.length, 1)
    })

    test('a channel whose proxy is gone or cannot be opened gets no calls, and says why', async () => {
      const place = relay.place()
      const channel = await place.channel()
      const { key } = await place.key()
      const call = () => send(relay, '/v1/chat/completions', { key, body: chatBody('hello', { model: 'gpt-4o' }) })
      const set = async (row: { setting: string; proxy_cipher?: string }) => {
        await relay.deps.store.updateTable('channels').set(row).where('id', '=', channel.id).execute()
        await relay.deps.reload()
      }
      assert.equal((await call()).status, 200)
      for (const row of [
        { setting: '{"proxy":"deleted"}' },
        { setting: settingOf(masked), proxy_cipher: 'damaged' },
        { setting: '{"proxy":"ftp://h:1"}', proxy_cipher: '' },
      ]) {
        await set(row)
        assert.equal((await call()).status, 503)
        const body = { group: place.group, model: 'gpt-4o', path: '/v1/chat/completions' as const }
        const { channels } = dataOf(await root.call(routeExplainApi.explain, { body }))
        assert.deepEqual(
          channels?.find(({ id }) => id === channel.id)?.reasons.map(({ code }) => code),
          ['no_proxy'],
        )
        const tested = await root.call(channelApi.test, { params: { id: String(channel.id) }, query: {} })
        assert.equal(tested.response.success, false)
        // Its row can still be posted back, and keeps everything.
        const { setting } = dataOf(await root.call(channelApi.get, { params: { id: String(channel.id) } }))
        dataOf(await update(channel.id, { setting, weight: 3 }))
        assert.partialDeepStrictEqual(await rowOf(channel.id), row)
      }
      assert.equal(place.sent().length, 1, 'nothing was sent directly')
      await set({ setting: '' })
      assert.equal((await call()).status, 200)
    })

    test('a proxy of the list is what the channel sends through, as soon as the list changes', async () => {
      const body = { name: 'tokyo', address: own }
      const { id: proxyId } = dataOf(await root.call(proxyApi.create, { body }))
      const id = await create('{"proxy":"tokyo"}')
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      const address = own.replace('proxy.', 'osaka.')
      dataOf(await root.call(proxyApi.update, { body: { id: proxyId, address } }))
      assert.equal(await addressOf(id), `osaka.example ${password}`)
    })

    test('a password that an earlier version stored in the settings is encrypted at the start, and told to the log', async () => {
      const id = await create('')
      const { store, vault, log } = relay.deps
      await store
        .updateTable('channels')
        .set({ setting: settingOf(own) })
        .where('id', '=', id)
        .execute()
      const text = await (await root.fetch(`/api/channel/${id}`)).text()
      assert.ok(!text.includes(password) && text.includes(hiddenPassword))
      const broken = await create('')
      await store.updateTable('channels').set({ setting: '{"proxy":"host:1080"}' }).where('id', '=', broken).execute()
      await sealStoredProxies({ store, vault, log })
      const warned = relay.lines.find((line) => line.includes('their proxy cannot be used'))
      assert.ok(warned?.includes(`[${broken}]`), warned ?? 'no line')
      const row = await rowOf(id)
      assert.equal(row.setting, settingOf(masked))
      assert.notEqual(row.proxy_cipher, '')
      await relay.deps.reload()
      assert.equal(await addressOf(id), `proxy.example ${password}`)
      assert.ok(relay.lines.some((line) => line.includes('channels send through a proxy of their settings')))
      await sealStoredProxies({ store, vault, log })
      assert.deepEqual(await rowOf(id), row, 'once')
    })
  })
