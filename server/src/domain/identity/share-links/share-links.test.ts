import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { type NewShareLink, openShareLinksMax, shareApi, shareLives } from '@turnpike/contract/identity/share-link'
import { type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { userStatus } from '@turnpike/contract/identity/user'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'

const gone = errorText('share_link_gone', 'zh')
const unknownCode = 'A'.repeat(43)

for (const kind of databaseKinds)
  describe(`share links on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, two: {}, strict: { RATE_LIMIT_FACTOR: '0.05' } })
    let people = 0
    const person = async (): Promise<Client> => {
      const username = `person${++people}`
      await servers.one.given.user({ username })
      const client = servers.one.client()
      await client.signIn(username)
      return client
    }
    let lin: Client
    let max: Client
    before(async () => {
      lin = await person()
      max = await person()
    })

    const made = async (client: Client, body: object = {}): Promise<Token> => {
      const { response } = await client.call(tokenApi.create, { body: { name: 'team key', ...body } })
      assert.ok(response.success, response.message)
      return response.data
    }
    const share = (client: Client, ids: number[], life_seconds: number = shareLives.day) =>
      client.call(shareApi.create, { body: { ids, life_seconds: life_seconds as 3600 } })
    const shared = async (client: Client, ids: number[]): Promise<NewShareLink[]> => {
      const { response } = await share(client, ids)
      assert.ok(response.success, response.message)
      return response.data
    }
    const linkTo = async (token: Token, client = lin): Promise<NewShareLink> => {
      const [link] = await shared(client, [token.id])
      assert.ok(link)
      return link
    }
    const visitor = (server = servers.one) => server.client()
    const look = (code: string) => visitor().call(shareApi.look, { body: { code } })
    const reveal = (code: string, server = servers.one) => visitor(server).call(shareApi.reveal, { body: { code } })
    const refusal = async (call: Promise<{ response: { success: boolean; message: string } }>) => {
      const { response } = await call
      assert.equal(response.success, false, JSON.stringify(response))
      return response.message
    }
    const states = async (client: Client, tokenId: number) => {
      const { response } = await client.call(shareApi.list, { params: { id: String(tokenId) } })
      assert.ok(response.success, response.message)
      return response.data.map(({ state }) => state)
    }

    test('a link can be looked at any number of times and shows the key once', async () => {
      const token = await made(lin, { remain_quota: 500, model_limits_enabled: true, model_limits: 'gpt-4o,o3' })
      const { code, expires_at } = await linkTo(token)
      for (let times = 0; times < 3; times++) {
        const { response } = await look(code)
        assert.ok(response.success)
        assert.deepEqual(response.data, { from: 'person1', expires_at })
      }
      const { response } = await reveal(code)
      assert.ok(response.success, response.message)
      assert.deepEqual(response.data, {
        from: 'person1',
        key: token.key,
        expired_time: -1,
        remain_quota: 500,
        unlimited_quota: false,
        models: ['gpt-4o', 'o3'],
      })
      assert.equal(await refusal(reveal(code)), gone)
      assert.equal(await refusal(look(code)), gone)
    })

    test('of many who open a link at once, on two servers, one sees the key', async () => {
      const token = await made(lin)
      const { code } = await linkTo(token)
      const openers = Array.from({ length: 8 }, (_, index) => reveal(code, index % 2 ? servers.one : servers.two))
      const responses = (await Promise.all(openers)).map(({ response }) => response)
      const keys = responses.flatMap((response) => (response.success ? [response.data.key] : []))
      assert.deepEqual(keys, [token.key])
      assert.ok(responses.every((response) => response.success || response.message === gone))
    })

    if (!hasEveryTest(kind)) return

    test('an unknown code, a used, a revoked and an expired link get the same response', async () => {
      const token = await made(lin)
      const used = await linkTo(token)
      await reveal(used.code)
      const revoked = await linkTo(token)
      const revocation = await lin.call(shareApi.revoke, { params: { id: String(revoked.id) } })
      assert.ok(revocation.response.success)
      const expired = await linkTo(token)
      const { store, clock } = servers.one.deps
      await store.updateTable('share_links').set({ expires_at: clock() }).where('id', '=', expired.id).execute()

      assert.deepEqual(await states(lin, token.id), ['expired', 'revoked', 'used'])
      const withoutId = (response: Awaited<ReturnType<typeof reveal>>) => [response.status, response.response.message]
      const expected = [200, gone]
      for (const code of [unknownCode, '', 'x'.repeat(5000), used.code, revoked.code, expired.code]) {
        assert.deepEqual(withoutId(await reveal(code)), expected)
        assert.equal(await refusal(look(code)), gone)
      }
    })

    test('a link of a disabled, expired or deleted token, or of a banned owner, shows nothing and is not used up', async () => {
      const owner = await person()
      const token = await made(owner, { remain_quota: 1 })
      const { code } = await linkTo(token, owner)
      const { store, clock } = servers.one.deps
      const setToken = (change: { status?: number; expired_time?: number; deleted_at?: number }) =>
        store.updateTable('tokens').set(change).where('id', '=', token.id).execute()
      const setOwner = (status: number) =>
        store.updateTable('users').set({ status }).where('id', '=', owner.userId).execute()

      await setToken({ status: tokenStatus.disabled })
      assert.equal(await refusal(reveal(code)), gone)
      assert.equal(await refusal(look(code)), gone)
      await setToken({ status: tokenStatus.enabled, expired_time: clock() })
      assert.equal(await refusal(reveal(code)), gone)
      await setToken({ expired_time: -1 })
      await setOwner(userStatus.banned)
      assert.equal(await refusal(reveal(code)), gone)
      await setOwner(userStatus.enabled)
      assert.deepEqual(await states(owner, token.id), ['open'])
      assert.equal((await reveal(code)).response.success, true)

      const second = await linkTo(token, owner)
      await setToken({ deleted_at: 1 })
      assert.equal(await refusal(reveal(second.code)), gone)
    })

    test("nobody shares, lists or revokes the links of somebody else's tokens", async () => {
      const own = await made(lin)
      const other = await made(max)
      const missing = errorText('not_found', 'zh')
      assert.equal(await refusal(share(lin, [own.id, other.id])), missing)
      assert.deepEqual(await states(lin, own.id), [])
      assert.equal(await refusal(lin.call(shareApi.list, { params: { id: String(other.id) } })), missing)
      const link = await linkTo(other, max)
      assert.equal(await refusal(lin.call(shareApi.revoke, { params: { id: String(link.id) } })), missing)
      assert.deepEqual(await states(max, other.id), ['open'])
    })

    test('a disabled token is not shared, and a batch with one makes no link at all', async () => {
      const on = await made(lin, { name: 'on' })
      const off = await made(lin, { name: 'off' })
      await lin.call(tokenApi.update, { query: { status_only: '1' }, body: { id: off.id, status: 2 } })
      assert.equal(await refusal(share(lin, [on.id, off.id])), errorText('token_not_shareable', 'zh', { name: 'off' }))
      assert.deepEqual(await states(lin, on.id), [])
    })

    test('a token has a few open links at most', async () => {
      const token = await made(lin, { name: 'many' })
      for (let count = 0; count < openShareLinksMax; count++) await linkTo(token)
      const tooMany = errorText('share_links_too_many', 'zh', { name: 'many', maximum: openShareLinksMax })
      assert.equal(await refusal(share(lin, [token.id])), tooMany)
    })

    test('only the offered lifetimes are taken, and no batch is empty or endless', async () => {
      const { id } = await made(lin)
      await refusal(share(lin, [id], 10))
      await refusal(share(lin, []))
      await refusal(
        share(
          lin,
          Array.from({ length: 101 }, (_, index) => index + 1),
        ),
      )
      assert.deepEqual(await states(lin, id), [])
    })

    test('the owner reads in the log that the key was shown; neither key nor code is stored or logged', async () => {
      const token = await made(lin, { name: 'noted' })
      const { code } = await linkTo(token)
      await reveal(code)
      const { store } = servers.one.deps
      const row = await store
        .selectFrom('logs')
        .select(['content', 'type'])
        .where('user_id', '=', lin.userId)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      assert.deepEqual(row, { content: logText('share_link_opened', 'zh', { token: 'noted' }), type: logType.system })
      const audit = await store.selectFrom('audit').selectAll().where('target', '=', String(token.id)).execute()
      assert.deepEqual(audit.map(({ action }) => action).sort(), ['token.reveal', 'token.share'])
      const links = await store.selectFrom('share_links').selectAll().execute()
      const logs = await store.selectFrom('logs').selectAll().execute()
      const stored = JSON.stringify([audit, links, logs, servers.one.lines])
      assert.ok(!stored.includes(token.key), 'a key is stored')
      assert.ok(!stored.includes(code), 'a code is stored')
    })

    test('guesses are limited per address, and right codes are not counted', async () => {
      const { strict } = servers // 3 wrong codes in ten minutes
      const tokens = [await made(lin), await made(lin), await made(lin), await made(lin)]
      for (const token of tokens) assert.ok((await reveal((await linkTo(token)).code, strict)).response.success)
      for (let wrong = 0; wrong < 3; wrong++) assert.equal(await refusal(reveal(unknownCode, strict)), gone)
      const { status } = await reveal((await linkTo(await made(lin))).code, strict)
      assert.equal(status, 429)
    })
  })
