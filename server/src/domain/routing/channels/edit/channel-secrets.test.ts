import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { assertRefused, fine, useChannelAdmin } from '../../../../../test/harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'

for (const kind of databaseKindsOfRun)
  describe(`what is told about channels, and to whom [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    const update = (id: number, change: object) => desk.admin.call(channelApi.update, { body: { id, ...change } })

    test('people who are no administrators have no channels', async () => {
      await desk.server.given.user({ username: 'otto', role: role.ordinary })
      const otto = desk.server.client()
      await otto.signIn('otto')
      assertRefused(await otto.call(channelApi.list, { query: {} }), 'insufficient_permission')
      assertRefused(await otto.call(channelApi.create, { body: fine() }), 'insufficient_permission')
    })

    test('every change is written down with who and what, and without secrets', async () => {
      const start = (await desk.audit()).length
      const secret = 'sk-secret-never-told-0123456789'
      const base_url = 'https://upstream.example.com/path-that-is-a-secret'
      const setting = '{"token":"setting-secret"}'
      const [id = 0] = await desk.create({ name: 'told', key: secret, base_url, setting })
      await update(id, {
        weight: 5,
        key: `${secret}-2`,
        base_url: `${base_url}-2`,
        setting: `{"t":"setting-secret-2"}`,
      })
      await desk.admin.call(channelApi.copy, { params: { id: String(id) } })
      await desk.admin.call(channelApi.fix)
      await desk.admin.call(channelApi.remove, { params: { id: String(id) } })
      const rows = (await desk.audit()).slice(start)
      assert.deepEqual(
        rows.map(({ action, actor_name }) => `${actor_name} ${action}`),
        ['create', 'update', 'copy', 'fix', 'delete'].map((action) => `ada channel.${action}`),
      )
      const [created, updated, , , deleted] = rows
      assert.equal(created?.target, `#${id} told`)
      assert.deepEqual(JSON.parse(updated?.detail ?? ''), {
        weight: { from: 0, to: 5 },
        key: 'changed',
        base_url: 'changed',
        setting: 'changed',
      })
      assert.equal(deleted?.target, `#${id} told`)
      assert.ok(rows.every(({ request_id }) => request_id !== ''))

      const logged = await desk.server.deps.store
        .selectFrom('logs')
        .select(['username', 'type', 'content', 'other'])
        .where('type', '=', 3)
        .execute()
      assert.ok(
        logged.some(({ content, username }) => username === 'ada' && content === `管理员操作了渠道：删除 #${id} told`),
      )
      const everything = JSON.stringify([rows, logged, desk.server.lines])
      for (const text of ['never-told', 'path-that-is-a-secret', 'setting-secret'])
        assert.ok(!everything.includes(text), text)
    })

    test('no response holds a key', async () => {
      const secret = 'sk-in-no-response-0123456789'
      const [id = 0] = await desk.create({ key: secret, tag: 'secretive', name: 'secretive' })
      const paths = [
        '/api/channel/?page_size=100',
        '/api/channel/?page_size=100&tag_mode=true',
        '/api/channel/search?keyword=secretive',
        `/api/channel/search?keyword=${secret}`,
        '/api/channel/search?keyword=secretive&tag_mode=true',
        `/api/channel/${id}`,
      ]
      const texts = await Promise.all(paths.map(async (path) => (await desk.admin.fetch(path)).text()))
      texts.push(JSON.stringify((await update(id, { weight: 1 })).response))
      texts.push(JSON.stringify((await desk.admin.call(channelApi.copy, { params: { id: String(id) } })).response))
      const { key_cipher, key_hash } = await desk.stored(id)
      for (const text of texts) {
        assert.ok(text.includes(`secretive`), text.slice(0, 200))
        for (const leak of [secret, key_cipher, key_hash, 'key_cipher', 'key_hash'])
          assert.ok(!text.includes(leak), leak)
      }
    })
  })
