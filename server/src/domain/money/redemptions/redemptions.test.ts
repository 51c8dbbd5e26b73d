import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { role } from '@turnpike/contract/identity/user'
import { redemption, redemptionApi, redemptionStatus } from '@turnpike/contract/money/redemption'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'

const zh = (code: Parameters<typeof errorText>[0], params = {}) => errorText(code, 'zh', params)

for (const kind of databaseKinds)
  describe(`redemption codes on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let admin: Client
    before(async () => {
      await servers.one.given.user({ username: 'chief', role: role.admin })
      admin = servers.one.client()
      await admin.signIn('chief')
    })

    const create = (body: object) =>
      admin.call(redemptionApi.create, { body: { name: 'gift', quota: 100, count: 1, ...body } })
    const made = async (body: object = {}): Promise<{ id: number; key: string }[]> => {
      const { response } = await create(body)
      assert.ok(response.success, response.message)
      const { items } = await listed({ page_size: 100 })
      const codes = response.data
      return codes.map((key) => ({ key, id: items.find((item) => item.key === key)?.id ?? 0 }))
    }
    const one = async (body: object = {}) => {
      const [code] = await made(body)
      assert.ok(code)
      return code
    }
    const listed = async (query: object = {}) => {
      const { response } = await admin.call(redemptionApi.list, { query })
      assert.ok(response.success, response.message)
      return response.data
    }
    const found = async (keyword: string, query: object = {}) => {
      const { response } = await admin.call(redemptionApi.search, { query: { keyword, ...query } })
      assert.ok(response.success, response.message)
      return response.data
    }
    const get = async (id: number) => {
      const { response } = await admin.call(redemptionApi.get, { params: { id: String(id) } })
      return response.success ? response.data : response.message
    }
    const update = async (body: object, status_only?: string) => {
      const { response } = await admin.call(redemptionApi.update, {
        query: { status_only },
        body: body as { id: number },
      })
      return response.success ? response.data : response.message
    }
    const remove = async (id: number) =>
      (await admin.call(redemptionApi.remove, { params: { id: String(id) } })).response.message
    const use = (key: string) => admin.call(redemptionApi.redeem, { body: { key } })
    const audited = () => servers.one.deps.store.selectFrom('audit').selectAll().orderBy('id').execute()

    test('codes are made in one go, each of 128 random bits, unused and with the name and worth of the request', async () => {
      const codes = await made({ name: ' Spring ', quota: 250_000, count: 100 })
      assert.equal(new Set(codes.map(({ key }) => key)).size, 100)
      for (const { key } of codes) assert.match(key, /^[0-9a-f]{32}$/)
      const row = await get(codes[0]?.id ?? 0)
      redemption.parse(row)
      assert.ok(typeof row === 'object' && row.created_time > 0)
      assert.deepEqual(row, {
        id: codes[0]?.id,
        user_id: admin.userId,
        key: codes[0]?.key,
        status: redemptionStatus.unused,
        name: 'Spring',
        quota: 250_000,
        count: 0,
        created_time: row.created_time,
        redeemed_time: 0,
        used_user_id: 0,
        used_username: '',
        used_account_id: 0,
        used_account: '',
        DeletedAt: null,
        revision: row.revision,
      })
      assert.ok(row.revision.length > 0)
    })

    test('a code without a name is called after its worth, as the console shows it', async () => {
      const { store, vault, reload } = servers.one.deps
      const nameOf = async (body: object) => {
        const row = await get((await one(body)).id)
        return typeof row === 'object' && row.name
      }
      for (const name of [undefined, null, '', '  '])
        assert.equal(await nameOf({ name, quota: 617_250_000 }), '$1,234.50')
      await saveOptions(store, vault, { DisplayInCurrencyEnabled: 'false' })
      await reload()
      assert.equal(await nameOf({ name: '', quota: 617_250_000 }), '617,250,000')
      await saveOptions(store, vault, { DisplayInCurrencyEnabled: 'true' })
      await reload()
    })

    test('what cannot be made is refused with its own sentence, and nothing is made', async () => {
      const { total } = await listed()
      const refused: [object, string][] = [
        [{ name: '码'.repeat(21) }, zh('code_name_length')],
        [{ name: 5 }, zh('code_name_length')],
        [{ name: 'a\u0000' }, zh('code_name_length')],
        [{ quota: 0 }, zh('code_quota_invalid')],
        [{ quota: -1 }, zh('code_quota_invalid')],
        [{ quota: 0.5 }, zh('code_quota_invalid')],
        [{ quota: '100' }, zh('code_quota_invalid')],
        [{ quota: 2 ** 53 }, zh('code_quota_invalid')],
        [{ quota: undefined }, zh('code_quota_invalid')],
        [{ count: 0 }, zh('code_count_low')],
        [{ count: -1 }, zh('code_count_low')],
        [{ count: undefined }, zh('code_count_low')],
        [{ count: 101 }, zh('code_count_high')],
      ]
      for (const [body, message] of refused) {
        const { status, response } = await create(body)
        assert.deepEqual([status, response.success, response.message], [200, false, message], JSON.stringify(body))
      }
      assert.equal((await listed()).total, total)
      assert.equal((await create({ name: '码'.repeat(20), quota: 2 ** 53 - 1 })).response.success, true)
    })

    test('the list is newest first, in pages that count from one', async () => {
      for (const name of ['page a', 'page b', 'page c']) await one({ name })
      const { items, total, page, page_size } = await listed({ p: 0, page_size: 2 })
      assert.deepEqual([items.map(({ name }) => name), page, page_size], [['page c', 'page b'], 1, 2])
      assert.equal((await listed({ p: 2, page_size: 2 })).items[0]?.name, 'page a')
      assert.deepEqual(await listed({ p: 999, page_size: 2 }), { items: [], total, page: 999, page_size: 2 })
    })

    test('search finds an id, or how a name begins, and takes every sign literally', async () => {
      const percent = await one({ name: 'x50% off_\\' })
      await one({ name: 'x50 off' })
      const named = await one({ name: `${percent.id}` })
      const ids = async (keyword: string) => (await found(keyword)).items.map(({ id }) => id)
      assert.deepEqual(await ids(String(percent.id)), [named.id, percent.id])
      assert.deepEqual(await ids('x50%'), [percent.id])
      assert.deepEqual(await ids('X50% OFF_\\'), [percent.id])
      for (const keyword of ['%', '_', 'off', 'x50%_off']) assert.deepEqual(await ids(keyword), [], keyword)
      assert.equal((await found('x50', { page_size: 1 })).total, 2)
      assert.equal((await found('x50', { page_size: 1 })).items.length, 1)
      assert.equal((await found('undefined')).total, (await listed()).total)
      assert.deepEqual(await ids('99999999999999999999'), [])
      assert.equal((await found('\u0000nothing')).total, 0)
    })

    test('codes are filtered by status, with and without a name', async () => {
      const [open, off] = [await one({ name: 'state a' }), await one({ name: 'state b' })]
      await update({ id: off.id, status: redemptionStatus.disabled }, 'true')
      const idsOf = async (keyword: string, status: number) =>
        (await found(keyword, { status })).items.map(({ id }) => id)
      assert.deepEqual(await idsOf('state', redemptionStatus.unused), [open.id])
      assert.deepEqual(await idsOf('state', redemptionStatus.disabled), [off.id])
      const { items, total } = await found('', { status: redemptionStatus.disabled, page_size: 100 })
      assert.ok(items.length === total && items.every(({ status }) => status === redemptionStatus.disabled))
      assert.equal((await found('state', { status: 'odd' })).total, 2)
    })

    test('who used a code is named in the list', async () => {
      const { key, id } = await one()
      assert.equal((await use(key)).response.success, true)
      const [row] = (await found(String(id))).items
      assert.deepEqual(
        [row?.status, row?.used_user_id, row?.used_username],
        [redemptionStatus.used, admin.userId, 'chief'],
      )
      assert.ok((row?.redeemed_time ?? 0) > 0)
    })

    test('an unused code may change its name and worth, and nothing else', async () => {
      const { id, key } = await one()
      const before = await get(id)
      assert.ok(typeof before === 'object')
      const body = { id, name: 'new', quota: 7, status: 2, key: 'x', used_user_id: 1, user_id: 99, redeemed_time: 5 }
      const after = await update(body)
      assert.ok(typeof after === 'object')
      assert.notEqual(after.revision, before.revision)
      const { revision } = after
      assert.deepEqual(after, { ...before, name: 'new', quota: 7, key, revision })
      assert.deepEqual(await update({ id, name: null, quota: null }), { ...before, name: 'new', quota: 7, revision })
      for (const name of ['', '  ', 'x'.repeat(21)]) assert.equal(await update({ id, name }), zh('code_name_length'))
      for (const quota of [0, -5, 1.5]) assert.equal(await update({ id, quota }), zh('code_quota_invalid'))
      assert.deepEqual(await get(id), { ...before, name: 'new', quota: 7, revision })
    })

    test('a code is switched off and on; off, it cannot be edited', async () => {
      const { id } = await one()
      const statusOf = async (status: unknown) => {
        const row = await update({ id, status, name: 'ignored', quota: 1 }, 'true')
        return typeof row === 'object' ? [row.status, row.name, row.quota] : row
      }
      assert.deepEqual(await statusOf(redemptionStatus.disabled), [redemptionStatus.disabled, 'gift', 100])
      assert.equal(await update({ id, name: 'x' }), zh('code_not_unused'))
      for (const status of [redemptionStatus.used, 0, 4, null])
        assert.equal(await statusOf(status), zh('invalid_parameter'), String(status))
      assert.deepEqual(await statusOf(redemptionStatus.unused), [redemptionStatus.unused, 'gift', 100])
    })

    test('a used code never changes again', async () => {
      const { id, key } = await one()
      assert.equal((await use(key)).response.success, true)
      const before = await get(id)
      assert.equal(await update({ id, name: 'x', quota: 5 }), zh('code_used_fixed'))
      for (const status of [redemptionStatus.unused, redemptionStatus.disabled])
        assert.equal(await update({ id, status }, 'true'), zh('code_used_fixed'))
      assert.deepEqual(await get(id), before)
    })

    test('a deleted code is gone from every response and worth nothing', async () => {
      const { id, key } = await one({ name: 'to delete' })
      assert.equal(await remove(id), '')
      assert.equal(await get(id), zh('not_found'))
      assert.equal((await found('to delete')).total, 0)
      assert.ok(!(await listed({ page_size: 100 })).items.some((item) => item.id === id))
      assert.equal(await remove(id), zh('not_found'))
      assert.equal(await update({ id, name: 'x' }), zh('not_found'))
      assert.equal(await update({ id, status: 2 }, 'true'), zh('not_found'))
      assert.equal((await use(key)).response.message, zh('code_invalid'))
    })

    test('every change is audited with who and what, and the codes themselves are written nowhere', async () => {
      const before = (await audited()).length
      const codes = await made({ name: 'watched', count: 2 })
      const [first, second] = codes
      assert.ok(first && second)
      await update({ id: first.id, quota: 200 })
      await update({ id: first.id, status: 2 }, 'true')
      await update({ id: first.id, status: 1 }, 'true')
      await remove(first.id)
      await update({ id: first.id, name: 'refused' })
      const rows = (await audited()).slice(before)
      assert.deepEqual(
        rows.map(({ actor_id, actor_name, action, target, detail }) => [
          [actor_id, actor_name, action, target].join(' '),
          detail,
        ]),
        [
          [`${admin.userId} chief code.create #${first.id} #${second.id}`, '{"name":"watched","quota":100,"count":2}'],
          [
            `${admin.userId} chief code.update #${first.id}`,
            '{"from":{"name":"watched","quota":100},"to":{"quota":200}}',
          ],
          [`${admin.userId} chief code.disable #${first.id}`, ''],
          [`${admin.userId} chief code.enable #${first.id}`, ''],
          [`${admin.userId} chief code.delete #${first.id}`, ''],
        ],
      )
      const { store } = servers.one.deps
      await use(second.key)
      await use(`${second.key}0`)
      const logs = await store.selectFrom('logs').selectAll().execute()
      assert.ok(logs.some(({ type, other }) => type === 3 && other.includes('codes_changed')))
      const written = JSON.stringify([
        await audited(),
        logs,
        await store.selectFrom('redemptions').selectAll().execute(),
        await store.selectFrom('ledger').selectAll().execute(),
        servers.one.lines,
      ])
      for (const { key } of codes) assert.ok(!written.includes(key))
    })
  })
