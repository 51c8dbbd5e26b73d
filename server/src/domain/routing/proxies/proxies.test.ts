import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { hiddenPassword, type ListedProxy, proxyApi } from '@turnpike/contract/routing/proxies'
import { undoDays } from '@turnpike/contract/system/history'
import { assertRefused, dataOf, useChannelAdmin } from '../../../../test/harness/channel-admin.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import type { Client } from '../../../../test/harness/harness.ts'
import { housekeeping } from '../../../jobs/housekeeping.ts'
import { openedProxy } from './channel-proxy.ts'

const password = 'geheim-0123456789'
const address = (host = 'proxy.example') => `socks5://ada:${password}@${host}:1080`
const shown = (host = 'proxy.example') => `socks5://ada:${hiddenPassword}@${host}:1080`

for (const kind of databaseKinds)
  describe(`the list of proxies [${kind}]`, () => {
    const desk = useChannelAdmin(kind)
    let root: Client
    before(async () => {
      await desk.server.given.user({ username: 'rita', role: role.root })
      root = desk.server.client()
      await root.signIn('rita')
    })
    let number = 0
    const create = (fields: Partial<{ name: string; address: string }> = {}) =>
      root.call(proxyApi.create, { body: { name: `proxy ${++number}`, address: address(), ...fields } })
    const made = async (fields: Partial<{ name: string; address: string }> = {}) => dataOf(await create(fields))
    const change = (body: { id: number; name?: string; address?: string; seen_revision?: string }) =>
      root.call(proxyApi.update, { body })
    const remove = ({ id }: ListedProxy) => root.call(proxyApi.remove, { params: { id: String(id) } })
    const undo = (id: number | undefined) => root.call(proxyApi.undo, { body: { id: id ?? 0 } })
    const listed = async () => dataOf(await desk.admin.call(proxyApi.list))
    const one = async (id: number) => (await listed()).find((each) => each.id === id)
    const stored = async (id: number) => {
      const { store, vault } = desk.server.deps
      const row = await store.selectFrom('proxies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      assert.ok(!JSON.stringify(row).includes(password))
      return openedProxy(vault, row.address_cipher)
    }
    const undoIdOf = ({ response }: { response: { success: boolean; undo_id?: number | undefined } }) => {
      assert.ok(response.success && response.undo_id)
      return response.undo_id
    }

    test('administrators read the list, without passwords; only root changes it', async () => {
      const created = await made({ name: 'zz' })
      const other = await made({ name: 'aa', address: 'http://plain.example:3128' })
      assert.deepEqual(
        (await listed()).map((each) => [each.name, each.address, each.channels]),
        [
          ['aa', 'http://plain.example:3128', 0],
          ['zz', shown(), 0],
        ],
      )
      assert.equal((await stored(created.id))?.password, password)
      assertRefused(
        await desk.admin.call(proxyApi.create, { body: { name: 'x', address: address() } }),
        'insufficient_permission',
      )
      const params = { id: String(created.id) }
      assertRefused(await desk.admin.call(proxyApi.remove, { params }), 'insufficient_permission')
      for (const each of [created, other]) await remove(each)
    })

    test('names and addresses that cannot be are refused, and change nothing', async () => {
      const { name, id } = await made()
      assertRefused(await create({ name }), 'proxy_name_taken')
      for (const wrong of ['', ' ', 'a/b', 'socks5://h', 'a:b', 'x'.repeat(65)])
        assertRefused(await create({ name: wrong }), 'proxy_name_invalid', wrong)
      for (const wrong of [
        '',
        'h:1080',
        'ftp://h',
        'socks4://h:1',
        'http://h/path',
        'http://h:99999',
        'http://u:p@',
        'http://a b',
      ])
        assertRefused(await create({ address: wrong }), 'proxy_address_invalid', wrong)
      assertRefused(await create({ address: shown() }), 'proxy_password_missing')
      assertRefused(await change({ id, address: 'ftp://h' }), 'proxy_address_invalid')
      assertRefused(await change({ id: 999_999, name: 'x' }), 'not_found')
      assert.equal((await listed()).length, 1)
      await remove((await one(id)) as ListedProxy)
    })

    if (!hasEveryTest(kind)) return

    test('a hidden password keeps the stored one, for the same server and user alone', async () => {
      const { id, revision } = await made()
      const same = await change({ id, address: shown(), seen_revision: revision })
      assert.ok(same.response.success && same.response.undo_id === undefined, 'nothing changed')
      for (const wrong of [shown('evil.example'), shown().replace('ada', 'eve'), shown().replace('1080', '1081')])
        assertRefused(await change({ id, address: wrong }), 'proxy_password_missing', wrong)
      assert.deepEqual((await stored(id))?.host, 'proxy.example')
      const moved = await change({ id, address: address('moved.example') })
      assert.equal(dataOf(moved).address, shown('moved.example'))
      assert.equal((await stored(id))?.password, password)
      const late = await change({ id, name: 'late', seen_revision: revision })
      assert.equal(late.status, 409)
    })

    test('a change is undone with the password it had, and not over a later one', async () => {
      const { id } = await made({ name: 'undone' })
      const renewed = undoIdOf(await change({ id, address: address().replace(password, 'another-password') }))
      assert.equal((await stored(id))?.password, 'another-password')
      dataOf(await undo(renewed))
      assert.equal((await stored(id))?.password, password)
      assertRefused(await undo(renewed), 'undo_done')
      const first = undoIdOf(await change({ id, name: 'renamed', address: address('first.example') }))
      const second = undoIdOf(await change({ id, address: address('second.example') }))
      assertRefused(await undo(first), 'undo_changed')
      dataOf(await undo(second))
      dataOf(await undo(first))
      assert.partialDeepStrictEqual(await one(id), { name: 'undone', address: shown() })
    })

    test('one that channels use is neither deleted nor renamed; its address may change', async () => {
      const used = await made({ name: 'tokyo' })
      const ids = [
        ...(await desk.create({ name: 'by name', setting: '{"proxy":"tokyo"}' })),
        ...(await desk.create({ name: 'by name too', setting: '{"proxy":"tokyo"}' })),
      ]
      await desk.create({ setting: '{"proxy":"socks5://tokyo"}' })
      assert.equal((await one(used.id))?.channels, 2)
      const refused = await remove(used)
      assertRefused(refused, 'proxy_in_use')
      assert.match(JSON.stringify(refused.response), new RegExp(`#${ids[0]} by name, #${ids[1]} by name too`))
      assertRefused(await change({ id: used.id, name: 'osaka' }), 'proxy_in_use')
      dataOf(await change({ id: used.id, address: address('osaka.example') }))
      for (const id of ids) dataOf(await desk.admin.call(channelApi.update, { body: { id, setting: '{}' } }))
      const removed = undoIdOf(await remove(used))
      assert.equal(await one(used.id), undefined)
      assertRefused(
        await desk.admin.call(channelApi.update, { body: { id: ids[0] ?? 0, setting: '{"proxy":"tokyo"}' } }),
        'proxy_missing',
      )
      const heir = await made({ name: 'tokyo' })
      assertRefused(await undo(removed), 'proxy_name_taken')
      await remove(heir)
      dataOf(await undo(removed))
      assert.partialDeepStrictEqual(await one(used.id), { name: 'tokyo', address: shown('osaka.example') })
      assert.equal((await stored(used.id))?.password, password)
    })

    test('every act is audited and logged without a password, and forgotten after the time for undoing', async () => {
      const { store, clock } = desk.server.deps
      const acts = (await desk.audit()).filter(({ action }) => action.startsWith('proxy.'))
      assert.deepEqual([...new Set(acts.map(({ action }) => action))].sort(), [
        'proxy.create',
        'proxy.delete',
        'proxy.undo',
        'proxy.update',
      ])
      const changes = await store.selectFrom('audit_changes').selectAll().execute()
      const logs = await store.selectFrom('logs').selectAll().execute()
      assert.ok(logs.some(({ content }) => content.includes('管理员操作了代理')))
      const everything = JSON.stringify([acts, changes, logs, desk.server.lines])
      for (const secret of [password, 'another-password']) assert.ok(!everything.includes(secret))
      const { id } = await made()
      const act = undoIdOf(await remove((await one(id)) as ListedProxy))
      const later = () => clock() + undoDays * 24 * 3600 + 5
      await housekeeping({ store, logStore: store, clock: later }, 'a test')
      await root.signIn('rita') // sessions were as old
      assertRefused(await undo(act), 'undo_expired')
    })
  })
