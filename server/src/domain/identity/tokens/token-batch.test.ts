import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { neverExpires, type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'

const { enabled, disabled, expired, exhausted } = tokenStatus

for (const kind of databaseKindsOfRun)
  describe(`batches of tokens on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let lin: Client
    let max: Client
    const signedIn = async (username: string) => {
      await servers.one.given.user({ username })
      const client = servers.one.client()
      await client.signIn(username)
      return client
    }
    before(async () => {
      lin = await signedIn('lin')
      max = await signedIn('max')
    })
    const made = async (client: Client, body: object = {}): Promise<Token> => {
      const { response } = await client.call(tokenApi.create, { body: { name: 'key', remain_quota: 100, ...body } })
      assert.ok(response.success, response.message)
      return response.data
    }
    const read = async ({ id }: Token, client = lin): Promise<Token | undefined> => {
      const { response } = await client.call(tokenApi.get, { params: { id: String(id) } })
      return response.success ? response.data : undefined
    }
    const change = async (tokens: Token[], fields: object, client = lin) => {
      const body = { ids: tokens.map(({ id }) => id), ...fields }
      const { response } = await client.call(tokenApi.changeMany, { body })
      return response.success ? response.data : response.message
    }

    test('several tokens are disabled and enabled at once; expired and exhausted ones are passed over', async () => {
      const tokens = [await made(lin), await made(lin), await made(lin, { remain_quota: 0 })]
      assert.deepEqual(await change(tokens, { status: disabled }), { changed: 3, skipped: 0 })
      for (const token of tokens) assert.equal((await read(token))?.status, disabled)
      const { store } = servers.one.deps
      const [, second] = tokens
      await store
        .updateTable('tokens')
        .set({ expired_time: 1 })
        .where('id', '=', second?.id ?? 0)
        .execute()
      assert.deepEqual(await change(tokens, { status: enabled }), { changed: 1, skipped: 2 })
      assert.deepEqual(await Promise.all(tokens.map(async (token) => (await read(token))?.status)), [
        enabled,
        disabled,
        disabled,
      ])
    })

    test('quota and expiry are set for all, and what they stopped works again', async () => {
      const empty = await made(lin, { remain_quota: 0 })
      const full = await made(lin, { unlimited_quota: true })
      assert.equal(empty.status, exhausted)
      const later = servers.one.deps.clock() + 3600
      const both = { remain_quota: 700, unlimited_quota: false, expired_time: later }
      assert.deepEqual(await change([empty, full], both), { changed: 2, skipped: 0 })
      for (const token of [empty, full]) {
        const { status, remain_quota, unlimited_quota, expired_time } = (await read(token)) ?? {}
        assert.deepEqual([status, remain_quota, unlimited_quota, expired_time], [enabled, 700, false, later])
      }
      assert.deepEqual(await change([empty], { expired_time: neverExpires }), { changed: 1, skipped: 0 })
      assert.equal((await read(empty))?.expired_time, neverExpires)
      assert.deepEqual(await change([empty], { unlimited_quota: true }), { changed: 1, skipped: 0 })
      assert.equal((await read(empty))?.unlimited_quota, true)
    })

    test('tokens that were switched off or deleted together come back together, with their keys, for their owner alone', async () => {
      const tokens = [await made(lin), await made(lin), await made(lin, { remain_quota: 0 })]
      const ids = tokens.map(({ id }) => id)
      const off = await lin.call(tokenApi.changeMany, { body: { ids, status: disabled } })
      assert.ok(off.response.success && off.response.undo_id)
      const undo = async (client: Client, id: number) => (await client.call(tokenApi.undo, { body: { id } })).response
      assert.equal((await undo(max, off.response.undo_id)).success, false)
      assert.equal((await undo(lin, off.response.undo_id)).success, true)
      assert.deepEqual(await Promise.all(tokens.map(async (token) => (await read(token))?.status)), [
        enabled,
        enabled,
        exhausted,
      ])
      assert.equal((await undo(lin, off.response.undo_id)).message, errorText('undo_done', 'zh'))

      const gone = await lin.call(tokenApi.removeMany, { body: { ids } })
      assert.ok(gone.response.success && gone.response.undo_id)
      assert.equal(await read(tokens[0] as Token), undefined)
      assert.equal((await undo(max, gone.response.undo_id)).success, false)
      assert.equal((await undo(lin, gone.response.undo_id)).success, true)
      for (const token of tokens) assert.equal((await read(token))?.key, token.key)
    })

    test('a bad value or the token of somebody else changes nothing', async () => {
      const own = await made(lin)
      const other = await made(max)
      assert.equal(await change([own, other], { status: disabled }), errorText('not_found', 'zh'))
      assert.equal(await change([own], { expired_time: 1 }), errorText('token_expiry_invalid', 'zh'))
      assert.equal(await change([own], { remain_quota: -1 }), errorText('token_quota_invalid', 'zh'))
      assert.equal(await change([own], {}), errorText('invalid_parameter', 'zh'))
      assert.equal(await change([], { status: disabled }), errorText('tokens_none_selected', 'zh'))
      assert.equal(typeof (await change([own], { status: expired })), 'string')
      assert.deepEqual([await read(own), await read(other, max)], [own, other])
    })

    test('several tokens are deleted at once, and only those of the caller', async () => {
      const own = [await made(lin), await made(lin)]
      const other = await made(max)
      const ids = [...own, other].map(({ id }) => id)
      const { response } = await lin.call(tokenApi.removeMany, { body: { ids: [...ids, ...ids] } })
      assert.ok(response.success)
      assert.equal(response.data, 2)
      assert.deepEqual(await Promise.all(own.map((token) => read(token))), [undefined, undefined])
      assert.ok(await read(other, max))
    })
  })
