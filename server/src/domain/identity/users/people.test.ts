import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secondFactorAdminApi } from '@turnpike/contract/identity/second-factor'
import { role, userApi } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { overviewApi } from '@turnpike/contract/system/overview'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { databaseKinds, onBothDatabases } from '../../../../test/harness/databases.ts'
import { givenPassword, useServers } from '../../../../test/harness/harness.ts'
import { givenUser } from '../../../../test/harness/ledger.ts'
import { givenOrganisation } from '../../../../test/ledger/organisations.ts'
import { readAccounts } from '../../../import/imports.queries.ts'
import type { Store } from '../../../store/store.ts'
import { readActiveUsers } from '../../money/pricing/notices/price-notices.queries.ts'
import { findRoot } from '../../routing/channels/health/channel-probe.queries.ts'
import { findToNotify } from '../../system/notifications/notifications.queries.ts'
import { anyOtherUser, findDefaultRoot } from '../../system/setup/setup.queries.ts'
import { readNames } from '../../usage/dashboard/profit/profit.queries.ts'
import { insertIdentity } from '../oidc/oidc.queries.ts'
import { findInviter } from '../registration/registration.queries.ts'
import { lockAccount, lockPerson } from '../user-admin/user-admin.queries.ts'
import {
  anyLiveUser,
  findAccount,
  findOwnSecrets,
  findUser,
  findUserByAccessToken,
  findUserByEmail,
  findUserByIdentity,
  findUserByOidc,
  findUsername,
  findUserToContinue,
  findUserToSignIn,
  findUserToSignInById,
  readTokenScope,
} from './users.queries.ts'

/** Turns a person's row into that of an organisation, which keeps everything that the person could sign in with. */
const makeOrganisation = (store: Store, id: number) =>
  store.updateTable('users').set({ kind: 'org' }).where('id', '=', id).execute()

for (const kind of databaseKinds)
  describe(`organisations among users on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let count = 0
    async function signedIn(level: number = role.ordinary) {
      const username = `p${++count}`
      const id = await servers.one.given.user({ username, role: level })
      const client = servers.one.client()
      await client.signIn(username)
      return { id, username, client }
    }

    test('nobody is signed in to an organisation, whatever its row has of a person', async () => {
      const { one } = servers
      const { id, username, client } = await signedIn()
      const authorization = await one.given.accessToken(id)
      const headers = { authorization, 'new-api-user': String(id) }
      const answers = async () => {
        const byToken = await fetch(`${one.url}/api/token/`, { headers })
        const bySession = await client.fetch('/api/token/')
        return [bySession.status, byToken.status, (await client.call(userApi.self)).status]
      }
      assert.deepEqual(await answers(), [200, 200, 200])
      await makeOrganisation(one.deps.store, id)
      assert.deepEqual(await answers(), [401, 401, 401])
      const login = { query: {}, body: { username, password: givenPassword } }
      const { response } = await one.client().call(userApi.login, login)
      assert.equal(response.success || response.code, 'credentials_wrong')
    })

    test('the list, the search and the count of users have people only', async () => {
      const { one } = servers
      const { client } = await signedIn(role.root)
      const total = async (query = {}) => {
        const { response } = await client.call(userAdminApi.search, { query })
        assert.ok(response.success)
        return response.data.total
      }
      const before = await total()
      const owner = await givenUser(one.deps.store)
      const org = await givenOrganisation(one.deps.store, owner, { name: 'Acme Steel' })
      assert.equal(await total(), before + 1)
      for (const keyword of ['Acme', 'org:']) assert.equal(await total({ keyword }), 0, keyword)
      const { response } = await client.call(userAdminApi.list, { query: { page_size: '100' } })
      assert.ok(response.success && response.data.items.every(({ id }) => id !== org))
    })

    test('to the administration of users an organisation is no user, and stays as it is', async () => {
      const { one } = servers
      const { store } = one.deps
      const { client } = await signedIn(role.root)
      const org = await givenOrganisation(store, await givenUser(store))
      const read = () => store.selectFrom('users').selectAll().where('id', '=', org).executeTakeFirst()
      const before = await read()
      const params = { id: String(org) }
      const answers = [
        await client.call(userAdminApi.get, { params }),
        await client.call(userAdminApi.ledger, { params, query: {} }),
        await client.call(userAdminApi.update, { body: { id: org, display_name: 'Mine', password: 'password-2' } }),
        await client.call(userAdminApi.manage, { body: { id: org, action: 'disable' } }),
        await client.call(userAdminApi.manage, { body: { id: org, action: 'promote' } }),
        await client.call(userAdminApi.manage, { body: { id: org, action: 'add_quota', mode: 'add', value: 5 } }),
        await client.call(userAdminApi.remove, { params }),
        await client.call(limitsApi.ofUser, { params }),
        await client.call(limitsApi.setOfUser, { params, body: { calls_at_once: 1 } }),
        await client.call(secondFactorAdminApi.state, { params }),
        await client.call(secondFactorAdminApi.reset, { params }),
        await client.call(promptRecordsApi.ofUser, { params }),
      ]
      for (const [index, { response }] of answers.entries())
        assert.equal(response.success || response.code, 'user_missing', `call ${index}`)
      assert.deepEqual(await read(), before)
    })

    test('an organisation with a low balance is not among the users of the overview', async () => {
      const { store } = servers.one.deps
      const { client } = await signedIn(role.root)
      const owner = await givenUser(store)
      const org = await givenOrganisation(store, owner)
      const warned_at = servers.one.deps.clock()
      for (const user_id of [owner, org])
        await store.insertInto('quota_warnings').values({ user_id, level: 1, warned_at, is_due: 0 }).execute()
      const { response } = await client.call(overviewApi.overview, { query: {} })
      assert.ok(response.success)
      assert.deepEqual(
        response.data.low_users.rows.map(({ id }) => id),
        [owner],
      )
    })
  })

onBothDatabases('what is about people finds no organisation, though its row is like theirs', async ({ store }) => {
  const id = await givenUser(store)
  const like = { username_key: 'root', role: role.root, email: 'a@b.example', github_id: '7', aff_code: 'code' }
  await store
    .updateTable('users')
    .set({ ...like, access_token_hash: 'hash' })
    .where('id', '=', id)
    .execute()
  const identity = { issuer: 'https://issuer.example', subject: 's' }
  await insertIdentity(store, { ...identity, user_id: id, login: '', created_at: 1 })
  const { session_version } = await store
    .selectFrom('users')
    .select('session_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const find = async () => {
    const rows = {
      findUser: await findUser(store, id),
      lockPerson: await lockPerson(store, id),
      findOwnSecrets: await findOwnSecrets(store, id),
      findUserToSignIn: await findUserToSignIn(store, 'root'),
      'findUserToSignIn by address': await findUserToSignIn(store, like.email),
      findUserToSignInById: await findUserToSignInById(store, id),
      findUserToContinue: await findUserToContinue(store, id, session_version),
      findUserByAccessToken: await findUserByAccessToken(store, 'hash'),
      readTokenScope: (await readTokenScope(store, id)) ?? undefined,
      findUserByEmail: await findUserByEmail(store, like.email),
      findUserByIdentity: await findUserByIdentity(store, 'github', '7'),
      findUserByOidc: await findUserByOidc(store, identity),
      findInviter: await findInviter(store, 'code'),
      anyLiveUser: await anyLiveUser(store),
      anyOtherUser: (await anyOtherUser(store, 0)) || undefined,
      findDefaultRoot: await findDefaultRoot(store),
      findRoot: await findRoot(store),
      findToNotify: (await findToNotify(store, [id]))[0],
      readActiveUsers: (await readActiveUsers(store, 0, 10))[0],
      readAccounts: (await readAccounts(store))[0],
    }
    const names = (isFound: boolean) =>
      Object.entries(rows).flatMap(([name, row]) => ((row !== undefined) === isFound ? [name] : []))
    return { found: names(true), missing: names(false) }
  }
  assert.deepEqual((await find()).missing, [])
  await makeOrganisation(store, id)
  assert.deepEqual((await find()).found, [])

  assert.equal((await findUsername(store, 'root'))?.id, id, 'its name is taken')
  assert.deepEqual([(await findAccount(store, id))?.id, (await lockAccount(store, id))?.id], [id, id])
  await store.updateTable('users').set({ display_name: 'Acme' }).where('id', '=', id).execute()
  assert.deepEqual([...(await readNames(store, 'users', [id]))], [[id, 'Acme']])
})
