import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ErrorCode } from '@turnpike/contract/errors'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { role, userApi, userStatus } from '@turnpike/contract/identity/user'
import { type PersonAction, personActions, userAdminApi } from '@turnpike/contract/identity/user-admin'
import { logApi } from '@turnpike/contract/usage/log'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'

let number = 0

async function come(server: TestServer, level: number): Promise<Client & { username: string }> {
  const username = `m${++number}`
  await server.given.user({ username, role: level })
  const client = server.client()
  await client.signIn(username)
  return Object.assign(client, { username })
}

type Outcome = { status: number; role: number } | ErrorCode
const on = userStatus.enabled

/** Caller, target, action → outcome, one row per rule of the product. */
const table: [caller: number, target: number, outcomes: Record<PersonAction, Outcome>][] = [
  [
    role.admin,
    role.ordinary,
    {
      disable: { status: userStatus.banned, role: role.ordinary },
      enable: { status: on, role: role.ordinary },
      delete: { status: on, role: role.ordinary },
      promote: 'promote_forbidden',
      demote: 'already_ordinary',
    },
  ],
  ...[role.admin, role.root].map((target): (typeof table)[number] => [
    role.admin,
    target,
    {
      disable: 'user_update_forbidden',
      enable: 'user_update_forbidden',
      delete: 'user_update_forbidden',
      promote: 'user_update_forbidden',
      demote: 'user_update_forbidden',
    },
  ]),
  [
    role.root,
    role.ordinary,
    {
      disable: { status: userStatus.banned, role: role.ordinary },
      enable: { status: on, role: role.ordinary },
      delete: { status: on, role: role.ordinary },
      promote: { status: on, role: role.admin },
      demote: 'already_ordinary',
    },
  ],
  [
    role.root,
    role.admin,
    {
      disable: { status: userStatus.banned, role: role.admin },
      enable: { status: on, role: role.admin },
      delete: { status: on, role: role.admin },
      promote: 'already_admin',
      demote: { status: on, role: role.ordinary },
    },
  ],
  [
    role.root,
    role.root,
    {
      disable: 'root_not_disabled',
      enable: { status: on, role: role.root },
      delete: 'root_not_deleted',
      promote: 'already_admin',
      demote: 'root_not_demoted',
    },
  ],
]
const events: Record<PersonAction, string> = {
  disable: 'user_disabled',
  enable: 'user_enabled',
  delete: 'user_deleted',
  promote: 'user_promoted',
  demote: 'user_demoted',
}

for (const kind of databaseKindsOfRun)
  describe(`managing people on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, other: {} })
    const manage = async (client: Client, id: number, action: string) =>
      (await client.call(userAdminApi.manage, { body: { id, action: action as PersonAction } })).response
    const rowOf = (id: number) =>
      servers.one.deps.store
        .selectFrom('users')
        .select(['status', 'role', 'deleted_at', 'session_version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const actsOn = (id: number) =>
      servers.one.deps.store.selectFrom('audit').selectAll().where('target', 'like', `${id} %`).execute()

    for (const [level, target, outcomes] of table)
      test(`role ${level} on role ${target}: each action does what the rules say, or nothing at all`, async () => {
        const caller = await come(servers.one, level)
        for (const action of personActions) {
          const status = action === 'enable' ? userStatus.banned : on
          const id = await servers.one.given.user({ username: `t${++number}`, role: target, status })
          const before = await rowOf(id)
          const response = await manage(caller, id, action)
          const expected = outcomes[action]
          if (typeof expected === 'string') {
            assert.equal(response.success ? '' : response.code, expected, action)
            assert.deepEqual(await rowOf(id), before, action)
            assert.deepEqual(await actsOn(id), [], action)
            continue
          }
          assert.deepEqual(response.success && response.data, expected, action)
          const { deleted_at, session_version, ...standing } = await rowOf(id)
          assert.deepEqual(standing, expected, action)
          assert.equal(deleted_at !== null, action === 'delete', action)
          assert.ok(session_version > before.session_version, action)
          const [act, ...more] = await actsOn(id)
          assert.partialDeepStrictEqual(act, { action: `user.${action}`, actor_id: caller.userId }, action)
          assert.deepEqual(more, [], action)
          const rows = await servers.one.deps.store.selectFrom('logs').selectAll().where('user_id', '=', id).execute()
          assert.deepEqual(
            rows.map(({ type, other }) => [type, JSON.parse(other).event, JSON.parse(other).admin_info.admin_id]),
            [[3, events[action], caller.userId]],
            action,
          )
        }
      })

    test('what is no action, no id or nobody is refused', async () => {
      const root = await come(servers.one, role.root)
      const code = async (body: object) => {
        const { response } = await root.call(userAdminApi.manage, {
          body: body as { id: number; action: PersonAction },
        })
        return response.success ? '' : response.code
      }
      for (const action of ['', 'Disable', 'erase', 'constructor', 'toString', 7, null, undefined])
        assert.equal(await code({ id: root.userId, action }), 'invalid_parameter', String(action))
      assert.equal(await code({ action: 'disable' }), 'id_missing')
      assert.equal(await code({ id: '1', action: 'disable' }), 'id_missing')
      for (const id of [0, -1]) assert.equal(await code({ id, action: 'disable' }), 'invalid_id')
      assert.equal(await code({ id: 999_999, action: 'disable' }), 'user_missing')
    })

    test('a ban, a new role and a cancelled account end sessions on the other instance too, at once', async () => {
      const root = await come(servers.one, role.root)
      for (const action of ['disable', 'promote', 'delete'] as const) {
        const person = await come(servers.other, role.ordinary)
        assert.equal((await person.call(userApi.self)).response.success, true)
        assert.ok((await manage(root, person.userId, action)).success)
        const { status, response } = await person.call(userApi.self)
        assert.deepEqual([status, response.success || response.code], [401, 'session_expired'], action)
      }
    })

    test('enabling an enabled account and banning a banned one change nothing, and end no session', async () => {
      const root = await come(servers.one, role.root)
      const person = await come(servers.other, role.ordinary)
      const response = await manage(root, person.userId, 'enable')
      assert.deepEqual(response.success && response.data, { status: on, role: role.ordinary })
      assert.equal((await person.call(userApi.self)).response.success, true)
      assert.deepEqual(await actsOn(person.userId), [])
      assert.ok((await manage(root, person.userId, 'disable')).success)
      const banned = await rowOf(person.userId)
      assert.ok((await manage(root, person.userId, 'disable')).success)
      assert.deepEqual(await rowOf(person.userId), banned)
      assert.equal((await actsOn(person.userId)).length, 1)
    })

    test('an administrator who was demoted is one no longer, also by access token', async () => {
      const root = await come(servers.one, role.root)
      const id = await servers.one.given.user({ username: `m${++number}`, role: role.admin })
      const authorization = await servers.one.given.accessToken(id)
      const list = () =>
        servers.other.client().fetch('/api/user/', { headers: { authorization, 'new-api-user': String(id) } })
      assert.match(await (await list()).text(), /"success":true/)
      assert.ok((await manage(root, id, 'demote')).success)
      assert.match(await (await list()).text(), /insufficient_permission/)
      assert.ok((await manage(root, id, 'disable')).success)
      assert.equal((await list()).status, 401)
    })

    test('a cancelled account keeps its row and its name, loses its keys, and has no actions', async () => {
      const { one } = servers
      const { store, vault, clock } = one.deps
      const root = await come(one, role.root)
      const username = `m${++number}`
      const id = await one.given.user({ username })
      for (const status of [tokenStatus.enabled, tokenStatus.exhausted])
        await store
          .insertInto('tokens')
          .values({
            user_id: id,
            name: 'key',
            key_cipher: '',
            key_hash: vault.hash(`${id} ${status}`, 'token key'),
            status,
            created_time: clock(),
          })
          .execute()
      assert.ok((await root.call(userAdminApi.remove, { params: { id: String(id) } })).response.success)
      const tokens = await store.selectFrom('tokens').select('status').where('user_id', '=', id).orderBy('id').execute()
      assert.deepEqual(
        tokens.map(({ status }) => status),
        [tokenStatus.disabled, tokenStatus.exhausted],
      )
      assert.notEqual((await rowOf(id)).deleted_at, null)

      for (const action of personActions) {
        const response = await manage(root, id, action)
        assert.equal(response.success || response.code, 'account_cancelled', action)
      }
      const again = (await root.call(userAdminApi.remove, { params: { id: String(id) } })).response
      assert.equal(again.success || again.code, 'user_missing')
      const edit = (await root.call(userAdminApi.update, { body: { id, display_name: 'x' } })).response
      assert.equal(edit.success || edit.code, 'user_missing')
      const reuse = (await root.call(userAdminApi.create, { body: { username, password: 'secret-99' } })).response
      assert.equal(reuse.success || reuse.code, 'username_taken')
      await assert.rejects(one.client().signIn(username))
    })

    test('erasing spares peers and superiors, whoever the caller is', async () => {
      const { one } = servers
      const admin = await come(one, role.admin)
      const root = await come(one, role.root)
      const remove = async (client: Client, id: number | string) => {
        const { response } = await client.call(userAdminApi.remove, { params: { id: String(id) } })
        return response.success ? '' : response.code
      }
      assert.equal(await remove(admin, admin.userId), 'user_delete_forbidden')
      assert.equal(await remove(admin, root.userId), 'user_delete_forbidden')
      assert.equal(await remove(root, root.userId), 'user_delete_forbidden')
      assert.equal(await remove(root, '0'), 'invalid_id')
      assert.equal(await remove(root, admin.userId), '')
      assert.equal((await admin.call(userApi.self)).status, 401)
    })

    test('the person concerned reads what happened, but not who did it', async () => {
      const root = await come(servers.one, role.root)
      const person = await come(servers.one, role.ordinary)
      assert.ok((await manage(root, person.userId, 'disable')).success)
      assert.ok((await manage(root, person.userId, 'enable')).success)
      await person.signIn(person.username)
      const { response } = await person.call(logApi.self, { query: {} })
      assert.ok(response.success)
      assert.deepEqual(
        response.data.items.map(({ content }) => content),
        [`管理员启用了用户 ${person.username}`, `管理员禁用了用户 ${person.username}`],
      )
      assert.doesNotMatch(JSON.stringify(response.data), new RegExp(`admin_info|"${root.username}"`))
    })

    test('of a promotion and a ban at the same time, neither undoes the other', async () => {
      const root = await come(servers.one, role.root)
      const elsewhere = servers.other.client()
      await elsewhere.signIn(root.username)
      const id = await servers.one.given.user({ username: `m${++number}` })
      await Promise.all([manage(root, id, 'promote'), manage(elsewhere, id, 'disable')])
      const { status, role: level } = await rowOf(id)
      assert.deepEqual([status, level], [userStatus.banned, role.admin])
    })
  })
