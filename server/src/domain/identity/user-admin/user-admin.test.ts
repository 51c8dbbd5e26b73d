import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role, userApi, userStatus } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'

let number = 0
const newName = (start: string) => `${start}${++number}`

async function come(server: TestServer, level: number): Promise<Client> {
  const username = newName('a')
  await server.given.user({ username, role: level })
  const client = server.client()
  await client.signIn(username)
  return client
}

const refusal = ({ response }: { response: { success: boolean; code?: string } }) =>
  response.success ? '' : response.code

function dataOf<Data>({
  response,
}: {
  response: { success: true; data: Data } | { success: false; message: string }
}): Data {
  assert.ok(response.success, response.success ? '' : response.message)
  return response.data
}

for (const kind of databaseKinds)
  describe(`people on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, strict: { RATE_LIMIT_FACTOR: '0.05' } })
    const list = (client: Client, query = {}) => client.call(userAdminApi.list, { query }).then(dataOf)
    const search = (client: Client, query: Record<string, string>) =>
      client.call(userAdminApi.search, { query }).then(dataOf)
    const audits = () => servers.one.deps.store.selectFrom('audit').selectAll().orderBy('id', 'desc').execute()

    test('people are filtered by role and state, and sorted by a figure', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const name = newName('sorted')
      const given = async (end: string, values: object) => {
        const id = await one.given.user({ username: `${name}${end}` })
        await one.deps.store.updateTable('users').set(values).where('id', '=', id).execute()
        return id
      }
      const poor = await given('a', { request_count: 7 })
      const busy = await given('b', { request_count: 9, status: userStatus.banned })
      const gone = await given('c', { deleted_at: 1_700_000_000, status: userStatus.banned })
      const ids = async (query: Record<string, string>) =>
        (await search(admin, { keyword: name, ...query })).items.map(({ id }) => id)
      assert.deepEqual(await ids({ state: 'active' }), [poor])
      assert.deepEqual(await ids({ state: 'banned' }), [busy])
      assert.deepEqual(await ids({ state: 'cancelled' }), [gone])
      assert.deepEqual(await ids({ role: String(role.admin) }), [])
      assert.deepEqual(await ids({ sort: 'request_count' }), [busy, poor, gone])
      assert.deepEqual(await ids({ sort: 'request_count', order: 'asc' }), [gone, poor, busy])
      assert.deepEqual(await ids({ sort: 'password', state: 'odd' }), [gone, busy, poor])
    })

    test('the list has everyone, newest first, cancelled accounts included, and pages from 1', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const gone = await one.given.user({ username: newName('gone') })
      await one.deps.store.updateTable('users').set({ deleted_at: 1_700_000_000 }).where('id', '=', gone).execute()
      for (let index = 0; index < 11; index++) await one.given.user({ username: newName('p') })

      const first = await list(admin, { p: 0 })
      assert.deepEqual([first.page, first.page_size, first.items.length], [1, 10, 10])
      const second = await list(admin, { p: 2 })
      const ids = [...first.items, ...second.items].map(({ id }) => id)
      assert.deepEqual(
        ids,
        [...new Set(ids)].sort((a, b) => b - a),
      )
      const everyone = await list(admin, { p: 1, page_size: 1000 })
      assert.equal(everyone.page_size, 100)
      assert.equal(everyone.total, everyone.items.length)
      assert.equal(everyone.items.find(({ id }) => id === gone)?.DeletedAt, '2023-11-14T22:13:20.000Z')
      assert.ok(everyone.items.some(({ DeletedAt }) => DeletedAt === null))
      assert.deepEqual((await list(admin, { p: 1_000_000 })).items, [])
    })

    if (!hasEveryTest(kind)) return

    test('no password, hash or access token is in any response about people', async () => {
      const { one } = servers
      const root = await come(one, role.root)
      await one.given.accessToken(root.userId)
      for (const path of ['/api/user/?page_size=100', `/api/user/${root.userId}`, '/api/user/search?keyword=a']) {
        const text = await (await root.fetch(path)).text()
        assert.match(text, /"success":true/)
        assert.doesNotMatch(text, /argon2|access_token|_hash|session_version|username_key|"setting"/)
      }
    })

    test('people are found by id, or by part of name, display name or address, and by group', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const id = await one.given.user({ username: newName('Zoë'), email: 'zoe.quarter@mail.example' })
      await one.deps.store
        .updateTable('users')
        .set({ display_name: 'Émile 100%', group: 'vip' })
        .where('id', '=', id)
        .execute()
      const other = await one.given.user({ username: newName('other'), email: 'zoexquarter@mail.example' })
      const found = async (query: Record<string, string>) => (await search(admin, query)).items.map((user) => user.id)

      assert.ok((await found({ keyword: String(id) })).includes(id))
      for (const keyword of ['ZOË', 'Émile', 'MILE 100%', 'zoe.quarter@'])
        assert.deepEqual(await found({ keyword }), [id], keyword)
      assert.deepEqual(await found({ keyword: 'zoe_quarter' }), [], 'a wildcard means itself')
      assert.deepEqual(await found({ keyword: '%' }), [id])
      assert.deepEqual(await found({ group: 'vip' }), [id])
      assert.deepEqual(await found({ keyword: 'zoe', group: 'default' }), [other])
      assert.deepEqual(await found({ keyword: "' or 1=1 --" }), [])
      const { total, page } = await search(admin, { keyword: 'undefined', group: 'null', p: 'zoe', page_size: 'vip' })
      assert.deepEqual([total, page], [(await list(admin)).total, 1])
    })

    test('an administrator sees that peers and the super administrator are there, not how to reach them', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const email = 'boss.private@mail.example'
      const boss = await one.given.user({ username: newName('boss'), role: role.root, email })
      const seen = (await list(admin, { page_size: 100 })).items.find(({ id }) => id === boss)
      assert.partialDeepStrictEqual(seen, { role: role.root, email: '', aff_code: '' })
      assert.deepEqual((await search(admin, { keyword: 'boss.private' })).items, [])
      const root = await come(one, role.root)
      assert.deepEqual(
        (await search(root, { keyword: 'boss.private' })).items.map(({ id }) => id),
        [boss],
      )
    })

    test('one person is read by those above them; cancelled and unknown people do not exist', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const root = await come(one, role.root)
      const ordinary = await one.given.user({ username: newName('o') })
      const get = (client: Client, id: number | string) => client.call(userAdminApi.get, { params: { id: String(id) } })

      assert.partialDeepStrictEqual(dataOf(await get(admin, ordinary)), { id: ordinary, password: '', DeletedAt: null })
      assert.equal(refusal(await get(admin, admin.userId)), 'user_read_forbidden')
      assert.equal(refusal(await get(admin, root.userId)), 'user_read_forbidden')
      assert.equal(dataOf(await get(root, root.userId)).id, root.userId)
      assert.equal(refusal(await get(admin, 999_999)), 'user_missing')
      for (const id of ['0', '-1', '1.5', '1e3', 'abc', '99999999999999999'])
        assert.equal(refusal(await get(root, id)), 'invalid_id', id)
      await one.deps.store.updateTable('users').set({ deleted_at: 1 }).where('id', '=', ordinary).execute()
      assert.equal(refusal(await get(root, ordinary)), 'user_missing')
    })

    test('a person who is added is an ordinary user, can sign in, and gets the gift for new people', async () => {
      const { one } = servers
      const { store, vault } = one.deps
      await saveOptions(store, vault, { QuotaForNewUser: '250000' })
      await one.deps.reload()
      const admin = await come(one, role.admin)
      const username = newName('new')
      const made = dataOf(
        await admin.call(userAdminApi.create, { body: { username: ` ${username} `, password: 'secret-99', role: 1 } }),
      )
      assert.partialDeepStrictEqual(made, {
        username,
        display_name: username,
        role: role.ordinary,
        status: 1,
        group: 'default',
        quota: 250_000,
      })

      const client = one.client()
      await client.signIn(username, 'secret-99')
      const own = dataOf(await client.call(logApi.self, { query: {} })).items
      assert.deepEqual(own.map(({ type }) => type).sort(), [logType.admin, logType.system])
      const gift = own.find(({ type }) => type === logType.system)
      assert.equal(gift?.content, '新用户注册赠送 ＄0.500000')
      assert.deepEqual(JSON.parse(gift?.other ?? ''), { event: 'new_user_gift', params: { amount: '＄0.500000' } })
      assert.doesNotMatch(own.map(({ content, other }) => content + other).join(), /admin_info|admin_id/)

      const [audit] = await audits()
      assert.partialDeepStrictEqual(audit, {
        action: 'user.create',
        actor_id: admin.userId,
        target: `${made.id} ${username}`,
      })
      const entries = await store
        .selectFrom('ledger')
        .select(['kind', 'amount'])
        .where('user_id', '=', made.id)
        .execute()
      assert.deepEqual(entries, [{ kind: 'grant', amount: 250_000 }])
      await saveOptions(store, vault, { QuotaForNewUser: '0' })
      await one.deps.reload()
    })

    test('a person cannot be added without a name and a password, with a bad one, or as a peer', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const root = await come(one, role.root)
      const add = async (client: Client, body: object) =>
        refusal(await client.call(userAdminApi.create, { body: body as { username: string; password: string } }))
      const password = 'secret-99'
      assert.equal(await add(admin, {}), 'credentials_missing')
      assert.equal(await add(admin, { username: '  ', password }), 'credentials_missing')
      assert.equal(await add(admin, { username: newName('x'), password: '' }), 'credentials_missing')
      assert.equal(await add(admin, { username: 'thirteen-char', password }), 'username_invalid')
      assert.equal(await add(admin, { username: 'a\u0000b', password }), 'username_invalid')
      assert.equal(await add(admin, { username: newName('x'), password: '1234567' }), 'password_length')
      assert.equal(
        await add(admin, { username: newName('x'), password, display_name: 'x'.repeat(21) }),
        'display_name_long',
      )
      assert.equal(await add(admin, { username: newName('x'), password, role: role.admin }), 'user_create_forbidden')
      assert.equal(await add(root, { username: newName('x'), password, role: role.root }), 'user_create_forbidden')
      assert.equal(await add(admin, { username: '一二三四五六七八九十十二', password }), '')
      const name = newName('Dup')
      assert.equal(await add(root, { username: name, password, role: role.admin }), '')
      assert.equal(await add(admin, { username: name.toUpperCase(), password }), 'username_taken')
      const made = await one.deps.store
        .selectFrom('users')
        .select('role')
        .where('username', '=', name)
        .executeTakeFirst()
      assert.equal(made?.role, role.ordinary)
    })

    test('of several at once who want one name, one gets it', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const username = newName('race')
      const outcomes = await Promise.all(
        Array.from({ length: 4 }, () => admin.call(userAdminApi.create, { body: { username, password: 'secret-99' } })),
      )
      assert.deepEqual(outcomes.map(refusal).sort(), ['', 'username_taken', 'username_taken', 'username_taken'])
      const ids = await Promise.all(Array.from({ length: 4 }, () => one.given.user({ username: newName('r') })))
      const wanted = newName('want')
      const renamed = await Promise.all(
        ids.map((id) => admin.call(userAdminApi.update, { body: { id, username: wanted } })),
      )
      assert.deepEqual(renamed.map(refusal).sort(), ['', 'username_taken', 'username_taken', 'username_taken'])
    })

    test('an edit changes what it names, ignores what is not to be edited, and is written down', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const username = newName('ed')
      const id = await one.given.user({ username, email: `${username}@mail.example` })
      const before = dataOf(await admin.call(userAdminApi.get, { params: { id: String(id) } }))
      const whole = { ...before, email: 'taken@over.example', status: 2, used_quota: 5, aff_quota: 9, inviter_id: 3 }
      const body = { ...whole, display_name: 'Ed', group: 'vip', DeletedAt: null }
      const { revision, ...after } = dataOf(await admin.call(userAdminApi.update, { body }))
      assert.notEqual(revision, before.revision)
      assert.deepEqual({ ...after, revision: before.revision }, { ...before, display_name: 'Ed', group: 'vip' })

      const [audit] = await audits()
      assert.equal(audit?.action, 'user.update')
      assert.deepEqual(JSON.parse(audit?.detail ?? ''), { display_name: [username, 'Ed'], group: ['default', 'vip'] })
      const rows = dataOf(await admin.call(logApi.list, { query: { username } })).items
      assert.deepEqual(
        rows.map(({ type, content }) => [type, content]),
        [[logType.admin, `管理员修改了用户 ${username}`]],
      )
      assert.deepEqual(JSON.parse(rows[0]?.other ?? '').admin_info.admin_id, admin.userId)

      assert.deepEqual(dataOf(await admin.call(userAdminApi.update, { body: { id } })), {
        ...after,
        revision,
      })
      assert.equal((await audits())[0]?.id, audit?.id, 'nothing changed, so there is nothing to tell')
    })

    test('an edit is judged before anything changes', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const root = await come(one, role.root)
      const taken = newName('taken')
      await one.given.user({ username: taken })
      const username = newName('judge')
      const id = await one.given.user({ username })
      const edit = async (client: Client, body: object) =>
        refusal(await client.call(userAdminApi.update, { body: body as { id: number } }))

      assert.equal(await edit(admin, {}), 'id_missing')
      for (const wrong of [0, -1]) assert.equal(await edit(root, { id: wrong }), 'invalid_id')
      assert.equal(await edit(admin, { id: 999_999 }), 'user_missing')
      assert.equal(await edit(admin, { id: admin.userId, display_name: 'x' }), 'user_update_forbidden')
      assert.equal(await edit(admin, { id: root.userId, password: 'secret-99' }), 'user_update_forbidden')
      assert.equal(await edit(admin, { id, role: role.admin }), 'user_update_forbidden')
      assert.equal(await edit(admin, { id, username: '' }), 'username_invalid')
      assert.equal(await edit(admin, { id, username: 'thirteen-char' }), 'username_invalid')
      assert.equal(await edit(admin, { id, username: taken.toUpperCase() }), 'username_taken')
      assert.equal(await edit(admin, { id, password: 'short' }), 'password_length')
      assert.equal(await edit(admin, { id, group: 'nowhere' }), 'group_unknown')
      assert.equal(await edit(admin, { id, group: 'constructor' }), 'group_unknown')
      assert.equal(await edit(admin, { id, quota: '5' }), 'invalid_field')
      assert.equal(await edit(admin, { id, quota: 1.5 }), 'invalid_field')
      assert.equal(await edit(admin, { id, display_name: 'changed', group: 'nowhere' }), 'group_unknown')
      const { display_name } = dataOf(await admin.call(userAdminApi.get, { params: { id: String(id) } }))
      assert.equal(display_name, username)
      assert.equal(await edit(root, { id: root.userId, display_name: 'Chief', role: role.root }), '')
    })

    test('a name longer than today’s rule does not keep anyone from being edited', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const username = `linuxdo_${100_000 + ++number}`
      const id = await one.given.user({ username })
      const edited = dataOf(await admin.call(userAdminApi.update, { body: { id, username, display_name: 'Long' } }))
      assert.deepEqual([edited.username, edited.display_name], [username, 'Long'])
    })

    test('a new password ends every session of the person; an empty one changes nothing', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const victim = await come(one, role.ordinary)
      const edit = (password: string) => admin.call(userAdminApi.update, { body: { id: victim.userId, password } })
      dataOf(await edit(''))
      assert.equal((await victim.call(userApi.self)).status, 200)
      dataOf(await edit('another-1'))
      assert.equal(refusal(await victim.call(userApi.self)), 'session_expired')
      const [audit] = await audits()
      assert.deepEqual(JSON.parse(audit?.detail ?? ''), { password: 'changed' })
      const { username } = dataOf(await admin.call(userAdminApi.get, { params: { id: String(victim.userId) } }))
      await one.client().signIn(username, 'another-1')
    })

    test('the history of a balance tells what moved it and who, but not every call', async () => {
      const { one } = servers
      const { store } = one.deps
      const admin = await come(one, role.admin)
      const username = newName('hist')
      const id = await one.given.user({ username })
      await store.transaction().execute(async (transaction) => {
        const at = one.deps.clock()
        await post(transaction, { user_id: id, kind: 'grant', reference: `h ${id}`, amount: 700, at })
        await post(transaction, { user_id: id, kind: 'invite_reward', reference: `h ${id}`, amount: 50, at })
        await post(transaction, { user_id: id, kind: 'transfer', reference: `h ${id}`, amount: 50, at })
      })
      await store
        .insertInto('ledger')
        .values({ user_id: id, kind: 'charge', reference: `h ${id}`, amount: 10, created_at: 1 })
        .execute()
      await store.updateTable('users').set({ quota: 740, used_quota: 10 }).where('id', '=', id).execute()
      dataOf(await admin.call(userAdminApi.update, { body: { id, quota: 700 } }))
      const history = (client: Client, page_size: string) =>
        client.call(userAdminApi.ledger, { params: { id: String(id) }, query: { page_size } })

      const { items, total } = dataOf(await history(admin, '10'))
      assert.equal(total, 4)
      assert.deepEqual(
        items.map(({ kind: what, quota, aff_quota }) => [what, quota, aff_quota]),
        [
          ['adjustment_debit', -40, 0],
          ['transfer', 50, -50],
          ['invite_reward', 0, 50],
          ['grant', 700, 0],
        ],
      )
      const { username: adminName } = dataOf(await admin.call(userApi.self))
      assert.deepEqual(
        items.map(({ operator }) => operator),
        [adminName, '', '', ''],
      )
      const root = await come(one, role.root)
      assert.equal(
        refusal(await admin.call(userAdminApi.ledger, { params: { id: String(root.userId) }, query: {} })),
        'user_read_forbidden',
      )
    })

    test('people are searched a limited number of times', async () => {
      const admin = await come(servers.strict, role.admin)
      const outcomes: (string | undefined)[] = []
      for (let index = 0; index < 4; index++)
        outcomes.push(refusal(await admin.call(userAdminApi.search, { query: { keyword: 'x' } })))
      assert.deepEqual(outcomes, ['', '', '', 'too_many_requests'])
    })
  })
