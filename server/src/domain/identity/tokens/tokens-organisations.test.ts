import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { selfApi } from '@turnpike/contract/identity/self'
import { shareApi } from '@turnpike/contract/identity/share-link'
import { type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { tokenKeyApi } from '@turnpike/contract/identity/token-key'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { promptRecordsApi, recordDefaults } from '@turnpike/contract/usage/prompt-records'
import { setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { clientOf, givenMember, givenOrganisation } from '../../../../test/ledger/organisations.ts'

type Answer<Data> = { response: { success: true; data: Data } | { success: false; code?: string; message: string } }

function dataOf<Data>({ response }: Answer<Data>): Data {
  assert.ok(response.success, JSON.stringify(response))
  return response.data
}
const codeOf = ({ response }: Answer<unknown>) => (response.success ? 'ok' : response.code)

for (const kind of databaseKindsOfRun)
  describe(`tokens of organisations on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let acme: number
    let birch: number
    const ids: Record<string, number> = {}
    const at: Record<string, Client> = {}

    // Ann owns Acme and is a member of Birch; Ben, Eve and Vic are members of Acme; Cleo owns Birch.
    before(async () => {
      const { one } = servers
      const { store } = one.deps
      for (const username of ['ann', 'ben', 'cleo', 'eve', 'vic']) ids[username] = await one.given.user({ username })
      const idOf = (name: string) => ids[name] ?? 0
      acme = await givenOrganisation(store, idOf('ann'))
      birch = await givenOrganisation(store, idOf('cleo'), { name: 'Birch' })
      await givenMember(store, birch, idOf('ann'))
      await givenMember(store, acme, idOf('ben'))
      await givenMember(store, acme, idOf('eve'))
      await givenMember(store, acme, idOf('vic'), 'viewer')
      at.ann = await clientOf(one, 'ann')
      at.annAcme = await clientOf(one, 'ann', acme)
      at.annBirch = await clientOf(one, 'ann', birch)
      at.benAcme = await clientOf(one, 'ben', acme)
      at.ben = await clientOf(one, 'ben')
      at.eveAcme = await clientOf(one, 'eve', acme)
      at.vicAcme = await clientOf(one, 'vic', acme)
      at.cleoBirch = await clientOf(one, 'cleo', birch)
      at.cleoAcme = await clientOf(one, 'cleo', acme)
    })
    const by = (name: string): Client => {
      const client = at[name]
      assert.ok(client, name)
      return client
    }
    const made = async (name: string, body: object = {}): Promise<Token> =>
      dataOf(await by(name).call(tokenApi.create, { body: { name: 'key', unlimited_quota: true, ...body } }))
    const listed = async (name: string) =>
      dataOf(await by(name).call(tokenApi.list, { query: { p: 0, size: 100 } })) as Token[]
    const idsOf = (tokens: Token[]) => tokens.map(({ id }) => id)
    const params = ({ id }: Token) => ({ params: { id: String(id) } })
    const rowOf = ({ id }: Token) =>
      servers.one.deps.store.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const switched = (name: string, { id }: Token, status: number) =>
      by(name).call(tokenApi.update, { query: { status_only: 'true' }, body: { id, status } })

    test('a token belongs to the member and to the organisation that pays, and each context lists its own', async () => {
      const own = await made('ann')
      const inAcme = await made('annAcme')
      const inBirch = await made('annBirch')
      const ofBen = await made('benAcme')
      const { user_id, caller_id } = await rowOf(inAcme)
      assert.deepEqual([user_id, caller_id], [acme, ids.ann])
      assert.deepEqual([own.owner, inAcme.owner], [undefined, { id: ids.ann, username: 'ann' }])
      assert.equal(inAcme.user_id, acme)
      const [personal, acmes, birches, bens] = await Promise.all(['ann', 'annAcme', 'annBirch', 'benAcme'].map(listed))
      assert.ok(idsOf(personal ?? []).includes(own.id))
      assert.ok(!idsOf(personal ?? []).some((id) => [inAcme.id, inBirch.id].includes(id)))
      assert.ok(idsOf(acmes ?? []).includes(inAcme.id) && idsOf(acmes ?? []).includes(ofBen.id))
      assert.ok(!idsOf(acmes ?? []).includes(own.id) && !idsOf(acmes ?? []).includes(inBirch.id))
      assert.deepEqual(idsOf(birches ?? []), [inBirch.id])
      assert.deepEqual(idsOf(bens ?? []), [ofBen.id])
      for (const name of ['ann', 'annBirch', 'benAcme'])
        assert.equal(codeOf(await by(name).call(tokenApi.get, params(inAcme))), 'not_found', name)
    })

    test('people who are no members, and members who may not call, get none of it', async () => {
      const token = await made('annAcme')
      assert.equal(codeOf(await by('cleoAcme').call(tokenApi.get, params(token))), 'org_missing')
      assert.equal(codeOf(await by('cleoAcme').call(tokenApi.create, { body: { name: 'key' } })), 'org_missing')
      assert.equal(codeOf(await by('vicAcme').call(tokenApi.create, { body: { name: 'key' } })), 'org_forbidden')
      assert.equal(codeOf(await by('vicAcme').call(tokenApi.list, { query: {} })), 'org_forbidden')
    })

    test('who manages an organisation sees the tokens of its members, and never their keys', async () => {
      const own = await made('annAcme')
      const ofBen = await made('benAcme', { name: 'key of Ben' })
      const shown = (await listed('annAcme')).find(({ id }) => id === ofBen.id)
      assert.deepEqual([shown?.owner, shown?.key.includes('*')], [{ id: ids.ben, username: 'ben' }, true])
      const one = dataOf(await by('annAcme').call(tokenApi.get, params(ofBen)))
      assert.ok(one.key.includes('*') && !JSON.stringify(one).includes(ofBen.key))
      assert.equal(codeOf(await by('annAcme').call(tokenKeyApi.reveal, params(ofBen))), 'not_found')
      const share = { body: { ids: [ofBen.id], life_seconds: 3600 as const } }
      assert.equal(codeOf(await by('annAcme').call(shareApi.create, share)), 'not_found')
      assert.equal(codeOf(await by('annAcme').call(shareApi.list, params(ofBen))), 'not_found')
      const search = async (token: string) =>
        idsOf(dataOf(await by('annAcme').call(tokenApi.search, { query: { token } })) as Token[])
      assert.deepEqual(await search(own.key.slice(5, 30)), [own.id])
      assert.deepEqual(await search(ofBen.key.slice(5, 30)), [], 'a part of a key reveals it bit by bit')
      assert.deepEqual(await search(`sk-${ofBen.key}`), [ofBen.id])
      const ofMember = async (name: string, owner: string) =>
        idsOf(dataOf(await by(name).call(tokenApi.list, { query: { size: 100, owner } })) as Token[])
      const bens = await ofMember('annAcme', 'Ben')
      assert.ok(bens.includes(ofBen.id) && !bens.includes(own.id))
      assert.deepEqual(await ofMember('annAcme', 'nobody'), [])
      assert.deepEqual(await ofMember('benAcme', 'ann'), bens, 'a member sees their own')
      const byName = dataOf(await by('annAcme').call(tokenApi.search, { query: { keyword: 'of ben' } })) as Token[]
      assert.deepEqual(idsOf(byName), [ofBen.id])
      assert.equal(dataOf(await by('benAcme').call(tokenKeyApi.reveal, params(ofBen))).key, ofBen.key)
    })

    test('who manages an organisation disables, limits and deletes the tokens of others, and changes nothing else', async () => {
      const token = await made('benAcme')
      const edit = { query: {}, body: { id: token.id, name: 'mine now' } }
      assert.equal(codeOf(await by('annAcme').call(tokenApi.update, edit)), 'org_token_foreign')
      assert.equal(codeOf(await by('eveAcme').call(tokenApi.update, edit)), 'not_found')
      assert.equal(codeOf(await by('eveAcme').call(tokenApi.remove, params(token))), 'not_found')
      assert.equal(codeOf(await by('eveAcme').call(limitsApi.setOfToken, { ...params(token), body: {} })), 'not_found')
      const disabled = await switched('annAcme', token, tokenStatus.disabled)
      assert.ok(dataOf(disabled).key.includes('*'))
      assert.equal((await rowOf(token)).status, tokenStatus.disabled)
      assert.equal(codeOf(await switched('annAcme', token, tokenStatus.enabled)), 'org_token_foreign')
      const { undo_id = 0 } = disabled.response as { undo_id?: number }
      const undo = { body: { id: undo_id } }
      for (const name of ['benAcme', 'ben', 'eveAcme'])
        assert.equal(codeOf(await by(name).call(tokenApi.undo, undo)), 'undo_missing', name)
      for (const name of ['annBirch', 'ann'])
        assert.equal(codeOf(await by(name).call(tokenApi.undo, undo)), 'not_found', name)
      assert.equal(codeOf(await by('annAcme').call(tokenApi.undo, undo)), 'ok')
      assert.equal((await rowOf(token)).status, tokenStatus.enabled)
      const limits = { ...params(token), body: { requests_per_minute: 7 } }
      assert.equal(codeOf(await by('annAcme').call(limitsApi.setOfToken, limits)), 'ok')
      assert.deepEqual(dataOf(await by('benAcme').call(limitsApi.ofToken, params(token))).limits, limits.body)
      const batch = (change: object) =>
        by('annAcme').call(tokenApi.changeMany, { body: { ids: [token.id], ...change } as { ids: number[] } })
      assert.equal(codeOf(await batch({ remain_quota: 5, unlimited_quota: false })), 'org_token_foreign')
      assert.equal(codeOf(await batch({ status: tokenStatus.enabled })), 'org_token_foreign')
      assert.equal(codeOf(await batch({ status: tokenStatus.disabled, expired_time: -1 })), 'org_token_foreign')
      assert.equal(codeOf(await batch({ status: tokenStatus.disabled })), 'ok')
      assert.equal(codeOf(await by('annAcme').call(tokenApi.remove, params(token))), 'ok')
      assert.notEqual((await rowOf(token)).deleted_at, null)
    })

    test('an act on the token of a member who has left is not undone', async () => {
      const { store } = servers.one.deps
      const token = await made('eveAcme')
      const { response } = await switched('annAcme', token, tokenStatus.disabled)
      const { undo_id = 0 } = response as { undo_id?: number }
      await store
        .deleteFrom('organisation_members')
        .where('user_id', '=', ids.eve ?? 0)
        .execute()
      assert.equal(codeOf(await by('annAcme').call(tokenApi.undo, { body: { id: undo_id } })), 'org_member_missing')
      assert.equal((await rowOf(token)).status, tokenStatus.disabled)
      assert.equal(codeOf(await by('eveAcme').call(tokenApi.list, { query: {} })), 'org_missing')
      assert.equal(codeOf(await by('eveAcme').call(tokenKeyApi.reveal, params(token))), 'org_missing')
      assert.ok(!idsOf(await listed('annBirch')).includes(token.id))
      await givenMember(store, acme, ids.eve ?? 0)
    })

    test('members use the groups that the organisation may use, and of those what they were given', async () => {
      const { one } = servers
      const { store } = one.deps
      await setOptions(one, {
        GroupRatio: '{"default":1,"vip":1,"team":1}',
        UserUsableGroups: '{"default":"Everyone","vip":"Fast"}',
      })
      await store.updateTable('users').set({ group: 'team' }).where('id', '=', acme).execute()
      const groups = async (name: string) => Object.keys(dataOf(await by(name).call(catalogueApi.ownGroups))).sort()
      assert.deepEqual(await groups('ben'), ['default', 'vip'])
      assert.deepEqual(await groups('benAcme'), ['default', 'team', 'vip'])
      await store
        .updateTable('organisation_members')
        .set({ groups: 'vip' })
        .where('user_id', '=', ids.ben ?? 0)
        .execute()
      assert.deepEqual(await groups('benAcme'), ['team', 'vip'])
      assert.equal((await made('benAcme', { group: 'team' })).group, 'team')
      assert.equal((await made('benAcme', { group: 'vip' })).group, 'vip')
      const closed = { body: { name: 'key', group: 'default' } }
      assert.equal(codeOf(await by('benAcme').call(tokenApi.create, closed)), 'token_group_refused')
      assert.equal(
        codeOf(await by('ben').call(tokenApi.create, { body: { name: 'key', group: 'team' } })),
        'token_group_refused',
      )
    })

    test('a share link of a member names the person, and only that person lists and revokes it', async () => {
      const token = await made('benAcme')
      const [link] = dataOf(
        await by('benAcme').call(shareApi.create, { body: { ids: [token.id], life_seconds: 3600 } }),
      )
      assert.ok(link)
      const revoke = { params: { id: String(link.id) } }
      for (const name of ['ben', 'annAcme'])
        assert.equal(codeOf(await by(name).call(shareApi.revoke, revoke)), 'not_found')
      assert.equal(dataOf(await by('benAcme').call(shareApi.list, params(token))).length, 1)
      const opened = dataOf(await servers.one.client().call(shareApi.reveal, { body: { code: link.code } }))
      assert.deepEqual([opened.from, opened.key], ['ben', token.key])
      const { logStore } = servers.one.deps
      const told = await logStore
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', ids.ben ?? 0)
        .execute()
      assert.deepEqual(
        told.map(({ account_id, username }) => ({ account_id, username })),
        [{ account_id: acme, username: 'ben' }],
      )
    })

    test('the terms of recording of a token are those of the member who holds it', async () => {
      const token = await made('benAcme')
      const set = (name: string) =>
        by(name).call(promptRecordsApi.setOfToken, { ...params(token), body: { terms: recordDefaults } })
      for (const name of ['annAcme', 'ben', 'eveAcme', 'annBirch']) {
        assert.equal(codeOf(await set(name)), 'not_found', name)
        assert.equal(codeOf(await by(name).call(promptRecordsApi.ofToken, params(token))), 'not_found', name)
        assert.equal(codeOf(await by(name).call(promptRecordsApi.clearToken, params(token))), 'not_found', name)
      }
      assert.equal(codeOf(await set('benAcme')), 'ok')
      const recorded = async (name: string) =>
        dataOf(await by(name).call(promptRecordsApi.own)).tokens.map(({ id }) => id)
      assert.deepEqual(await Promise.all(['benAcme', 'ben', 'annAcme'].map(recorded)), [[token.id], [], []])
    })

    test('members are offered the models that they may use', async () => {
      const { store } = servers.one.deps
      await setOptions(servers.one, { ModelRatio: '{"one":1,"two":1}' })
      const models = async (name: string) => dataOf(await by(name).call(catalogueApi.ownModels, { query: {} }))
      const { id: channel_id } = await store
        .insertInto('channels')
        .values({
          type: 1,
          tag: null,
          name: 'serving',
          key_cipher: '',
          key_hash: '',
          group: 'team',
          models: 'one,two',
          created_time: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await store
        .insertInto('abilities')
        .values(['one', 'two'].map((name) => ({ group: 'team', model: name, channel_id, enabled: 1 as const })))
        .execute()
      await store
        .updateTable('organisation_members')
        .set({ models: 'two' })
        .where('user_id', '=', ids.ben ?? 0)
        .execute()
      assert.deepEqual(await models('annAcme'), ['one', 'two'])
      assert.deepEqual([await models('benAcme'), await models('ben')], [['two'], []])
    })

    test('the tokens that a person holds for an organisation are disabled with the account', async () => {
      const { one } = servers
      ids.dan = await one.given.user({ username: 'dan' })
      await givenMember(one.deps.store, acme, ids.dan)
      at.danAcme = await clientOf(one, 'dan', acme)
      const token = await made('danAcme')
      const dan = await clientOf(one, 'dan')
      assert.equal(codeOf(await dan.call(selfApi.remove, { body: {} })), 'ok')
      assert.equal((await rowOf(token)).status, tokenStatus.disabled)
    })

    test('the limits that apply to a member are the caps of the seat and the limits of the organisation', async () => {
      const { store } = servers.one.deps
      const limits = (requests_per_minute: number) => JSON.stringify({ requests_per_minute })
      await store
        .updateTable('users')
        .set({ limits: limits(50) })
        .where('id', '=', acme)
        .execute()
      await store
        .updateTable('users')
        .set({ limits: limits(9) })
        .where('id', '=', ids.ben ?? 0)
        .execute()
      await store
        .updateTable('organisation_members')
        .set({ limits: limits(5) })
        .where('user_id', '=', ids.ben ?? 0)
        .execute()
      const states = async (name: string) =>
        dataOf(await by(name).call(limitsApi.own)).map(({ scope, max }) => [scope, max])
      assert.deepEqual(await states('ben'), [['user', 9]])
      assert.deepEqual(await states('benAcme'), [
        ['seat', 5],
        ['user', 50],
      ])
    })
  })
