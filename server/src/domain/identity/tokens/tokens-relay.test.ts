import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { databaseKindsOfRun, type FreshDatabase, freshDatabase } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import type { Client } from '../../../../test/harness/harness.ts'
import { type RelayServer, startRelay } from '../../../../test/harness/relay-harness.ts'
import { chatBody, send } from '../../../../test/relay/send.ts'

for (const kind of databaseKindsOfRun)
  describe(`what the relay makes of tokens on ${kind}`, () => {
    let database: FreshDatabase
    let here: RelayServer
    let there: RelayServer
    let lin: Client
    before(async () => {
      database = await freshDatabase(kind)
      here = await startRelay(database.address)
      there = await startRelay(database.address, {}, here.mock)
      const { username } = await here.key({ quota: 10_000_000 })
      await here.channel({ models: 'gpt-4o,gpt-4o-mini' })
      await there.deps.reload()
      lin = here.client()
      await lin.signIn(username)
    })
    after(async () => {
      await there.stop()
      await here.stop()
      await database.drop()
    })

    const made = async (body: object = {}): Promise<Token> => {
      const { response } = await lin.call(tokenApi.create, { body: { name: 'key', unlimited_quota: true, ...body } })
      assert.ok(response.success, response.message)
      return response.data
    }
    const update = async (body: { id: number; status?: number; [member: string]: unknown }, status_only?: string) => {
      const { response } = await lin.call(tokenApi.update, { query: { status_only }, body })
      assert.ok(response.success, response.message)
    }
    const call = async (relay: RelayServer, { key }: Token, model = 'gpt-4o') => {
      const { status, json } = await send(relay, '/v1/chat/completions', {
        key: `sk-${key}`,
        body: chatBody('hello', { model }),
      })
      return status === 200 ? 'served' : String(json.error.code)
    }
    /** Where the change was made at once, elsewhere within two seconds. */
    const everywhere = async (expected: string, token: Token, model?: string) => {
      assert.equal(await call(here, token, model), expected)
      await eventually(expected, async () => (await call(there, token, model)) === expected)
    }

    test('a token works on every instance as soon as it is made', async () => {
      const token = await made()
      for (const relay of [here, there]) assert.equal(await call(relay, token), 'served')
      assert.equal((await send(here, '/v1/models', { key: token.key })).status, 200, 'with or without sk-')
    })

    test('a token that is switched off is refused on every instance at once, and serves again once it is on', async () => {
      const token = await made()
      for (const relay of [here, there]) assert.equal(await call(relay, token), 'served')
      await update({ id: token.id, status: tokenStatus.disabled }, 'true')
      for (const relay of [here, there]) assert.notEqual(await call(relay, token), 'served')
      await everywhere('token_disabled', token)
      await update({ id: token.id, status: tokenStatus.enabled }, 'true')
      await everywhere('served', token)
    })

    test('a deleted token is refused on every instance at once', async () => {
      const token = await made()
      for (const relay of [here, there]) assert.equal(await call(relay, token), 'served')
      await lin.call(tokenApi.remove, { params: { id: String(token.id) } })
      for (const relay of [here, there]) assert.notEqual(await call(relay, token), 'served')
      await everywhere('invalid_token', token)
    })

    test('an edit is in force on every instance: models, addresses, expiry and quota', async () => {
      const token = await made()
      await everywhere('served', token)
      await update({ id: token.id, model_limits_enabled: true, model_limits: 'gpt-4o-mini' })
      await everywhere('model_not_allowed', token)
      await everywhere('served', token, 'gpt-4o-mini')
      await update({ id: token.id, model_limits_enabled: false, allow_ips: '203.0.113.0/24' })
      await everywhere('ip_not_allowed', token)
      await update({ id: token.id, allow_ips: '127.0.0.0/8\n::1' })
      await everywhere('served', token)
      await update({ id: token.id, unlimited_quota: false, remain_quota: 0 })
      await everywhere('token_exhausted', token)
      await update({ id: token.id, remain_quota: 1_000_000 })
      await everywhere('served', token)
    })

    test('a token spends what it was given and no more', async () => {
      const token = await made({ unlimited_quota: false, remain_quota: 1_000_000 })
      assert.equal(await call(here, token), 'served')
      const { response } = await lin.call(tokenApi.get, { params: { id: String(token.id) } })
      assert.ok(response.success && response.data.used_quota > 0)
      assert.equal(response.data.remain_quota + response.data.used_quota, 1_000_000)
      await update({ id: token.id, remain_quota: 1 })
      for (const relay of [here, there]) assert.notEqual(await call(relay, token), 'served')
    })
  })
