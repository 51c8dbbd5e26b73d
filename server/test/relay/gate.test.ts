import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenChannel, type GivenKey, type GivenToken, type Place, useRelay } from '../harness/relay-harness.ts'
import { type EntryPoint, entryPoints } from './entry-points.ts'
import { chatBody, type Sending, send } from './send.ts'

const past = 1_000_000_000

for (const kind of databaseKindsOfRun)
  describe(`the gate of the relay [${kind}]`, () => {
    const relay = useRelay(kind, { TRUSTED_PROXIES: '127.0.0.1' }, ({ options }) =>
      options({
        GroupRatio: JSON.stringify({ default: 1, vip: 1, retired: 1 }),
        UserUsableGroups: JSON.stringify({ default: 'd', vip: 'v', gone: 'g' }),
      }),
    )
    const { chat } = entryPoints

    async function given(token: GivenToken = {}): Promise<{ here: Place; mine: GivenKey }> {
      const here = relay.place()
      await here.channel({ models: 'gpt-4o,text-embedding-3-small,tts-1,omni-moderation-latest' })
      return { here, mine: await here.key(token) }
    }
    const call = (entry: EntryPoint, key: string, more: Sending = {}) =>
      send(relay, entry.path, { ...more, headers: { ...entry.credential(key), ...more.headers }, body: entry.body })
    const tokenOf = ({ token_id }: GivenKey) =>
      relay.deps.store.selectFrom('tokens').selectAll().where('id', '=', token_id).executeTakeFirstOrThrow()

    /** A refusal costs nothing, holds nothing and sends nothing. */
    async function assertUntouched({ here, mine }: { here: Place; mine: GivenKey }) {
      assert.deepEqual(here.sent(), [])
      const { held, used_quota, request_count } = await relay.balance(mine.user_id)
      assert.deepEqual({ held, used_quota, request_count }, { held: 0, used_quota: 0, request_count: 0 })
      const rows = await relay.deps.store
        .selectFrom('logs')
        .select('id')
        .where('user_id', '=', mine.user_id)
        .where('type', '<>', 5)
        .execute()
      assert.deepEqual(rows, [])
    }

    test('a key is found wherever the clients of a dialect put it', async () => {
      const { mine } = await given()
      const bare = mine.key.slice(3)
      const forms: [path: string, headers: Record<string, string>, body: object][] = [
        ...[`Bearer ${mine.key}`, `bearer ${mine.key}`, `Bearer ${bare}`, mine.key, bare].map(
          (authorization): [string, Record<string, string>, object] => [chat.path, { authorization }, chat.body],
        ),
        [entryPoints.messages.path, { 'x-api-key': mine.key }, entryPoints.messages.body],
        [entryPoints.messages.path, { authorization: `Bearer ${mine.key}` }, entryPoints.messages.body],
        [entryPoints.gemini.path, { 'x-goog-api-key': mine.key }, entryPoints.gemini.body],
        [`${entryPoints.gemini.path}?key=${mine.key}`, {}, entryPoints.gemini.body],
        [entryPoints.gemini.path, { authorization: `Bearer ${mine.key}` }, entryPoints.gemini.body],
      ]
      for (const [path, headers, body] of forms) {
        const { status, text } = await send(relay, path, { headers, body })
        assert.equal(status, 200, `${path} ${JSON.stringify(headers)}: ${text}`)
      }
    })

    test('a key in another dialect’s place is no key', async () => {
      const { mine } = await given()
      for (const headers of [{ 'x-api-key': mine.key }, { 'x-goog-api-key': mine.key }, {}] as Record<string, string>[])
        assert.equal((await send(relay, chat.path, { headers, body: chat.body })).status, 401)
      assert.equal((await send(relay, `${chat.path}?key=${mine.key}`, { body: chat.body })).status, 401)
    })

    /** Checks 1–18 in their order: each case breaks its own rule and every one behind it that it can. */
    type Case = {
      name: string
      status: number
      code: string
      message: RegExp
      token?: GivenToken
      key?(mine: GivenKey): string
      arrange?(mine: GivenKey, here: Place): Promise<unknown>
      headers?: Record<string, string>
    }
    const users = (mine: GivenKey, change: { status?: number; deleted_at?: number }) =>
      relay.deps.store.updateTable('users').set(change).where('id', '=', mine.user_id).execute()
    const ban = (mine: GivenKey) => users(mine, { status: userStatus.banned })
    const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
    const cases: Case[] = [
      { name: 'an unknown key', status: 401, code: 'invalid_token', message: /^Invalid token/, key: () => 'sk-nobody' },
      {
        name: 'a deleted key',
        status: 401,
        code: 'invalid_token',
        message: /^Invalid token/,
        arrange: ({ token_id }) =>
          relay.deps.store.updateTable('tokens').set({ deleted_at: past }).where('id', '=', token_id).execute(),
      },
      {
        name: 'a key marked exhausted, expired as well',
        status: 401,
        code: 'token_exhausted',
        message: /sk-\*\*\*\w{4}/,
        token: { status: tokenStatus.exhausted, expired_time: past },
      },
      {
        name: 'a key marked expired',
        status: 401,
        code: 'token_expired',
        message: /expired/,
        token: { status: tokenStatus.expired, remain_quota: 0 },
      },
      {
        name: 'a key switched off, expired as well',
        status: 401,
        code: 'token_disabled',
        message: /not usable/,
        token: { status: tokenStatus.disabled, expired_time: past },
      },
      {
        name: 'a key whose time is over, exhausted as well',
        status: 401,
        code: 'token_expired',
        message: /expired/,
        token: { expired_time: past, remain_quota: 0 },
      },
      {
        name: 'a key with nothing left, from the wrong address as well',
        status: 401,
        code: 'token_exhausted',
        message: /spending limit/,
        token: { remain_quota: 0, allow_ips: '198.51.100.1' },
        headers: elsewhere,
      },
      {
        name: 'the wrong address, of a banned user as well',
        status: 403,
        code: 'ip_not_allowed',
        message: /address/,
        token: { allow_ips: '198.51.100.1' },
        headers: elsewhere,
        arrange: ban,
      },
      {
        name: 'a banned user, with a forbidden group as well',
        status: 403,
        code: 'user_banned',
        message: /banned/,
        token: { group: 'retired' },
        arrange: ban,
      },
      {
        name: 'a deleted user',
        status: 403,
        code: 'user_banned',
        message: /banned/,
        arrange: (mine) => users(mine, { deleted_at: past }),
      },
      {
        name: 'a group that is not the user’s to use, with a pin as well',
        status: 403,
        code: 'group_forbidden',
        message: /retired/,
        token: { group: 'retired' },
        key: ({ key }) => `${key}-1`,
      },
      {
        name: 'a group that no longer exists, with a pin as well',
        status: 403,
        code: 'group_deprecated',
        message: /gone/,
        token: { group: 'gone' },
        key: ({ key }) => `${key}-1`,
      },
      {
        name: 'a pin by an ordinary user, for a model not on the list as well',
        status: 403,
        code: 'channel_pin_forbidden',
        message: /channel/,
        token: { model_limits: 'other' },
        key: ({ key }) => `${key}-1`,
      },
      {
        name: 'a pin that is no number',
        status: 400,
        code: 'invalid_channel_id',
        message: /channel ID/,
        token: { role: role.admin },
        key: ({ key }) => `${key}-x1`,
      },
      {
        name: 'a pin to a channel that does not exist',
        status: 400,
        code: 'invalid_channel_id',
        message: /channel ID/,
        token: { role: role.admin },
        key: ({ key }) => `${key}-999999`,
      },
      {
        name: 'a model that is not on the key’s list, and served nowhere',
        status: 403,
        code: 'model_not_allowed',
        message: /gpt-4o|text-embedding-3-small|tts-1|omni-moderation-latest/,
        token: { model_limits: 'gpt-4o-mini', group: 'vip' },
      },
      {
        name: 'a list without any model on it',
        status: 403,
        code: 'model_not_allowed',
        message: /may not use/,
        token: { model_limits: '' },
      },
      {
        name: 'a model that nobody serves in this group',
        status: 404,
        code: 'model_not_found',
        message: /^The model \S+ does not exist or you have no access to it \(/,
        token: { group: 'vip' },
      },
      {
        name: 'a balance too small for the call',
        status: 403,
        code: 'insufficient_user_quota',
        message: /user quota/,
        token: { quota: 1 },
      },
      {
        name: 'a key with too little left for the call',
        status: 403,
        code: 'pre_consume_token_quota_failed',
        message: /token quota/,
        token: { remain_quota: 1 },
      },
    ]

    test('without a key every door says so in its own envelope', async () => {
      for (const entry of Object.values<EntryPoint>(entryPoints)) {
        const { status, json } = await send(relay, entry.path, { body: entry.body })
        assert.equal(status, 401)
        const { code = 'token_missing', message } = entry.refused(status, json)
        assert.equal(code, 'token_missing')
        assert.match(message, /^No token provided \(request id: \w+\)$/)
      }
    })

    for (const { name, status, code, message, token, key, arrange, headers } of cases)
      test(`refused: ${name}`, async () => {
        // Which database it is makes no difference to the envelopes.
        for (const [at, entry] of Object.entries<EntryPoint>(kind === 'sqlite' ? entryPoints : { chat })) {
          // What is free or nearly so fits into the smallest balance.
          const isCheap = at === 'embeddings' || at === 'moderations'
          if (isCheap && (token?.quota === 1 || token?.remain_quota === 1)) continue
          const { here, mine } = await given(token)
          await arrange?.(mine, here)
          const response = await call(entry, key?.(mine) ?? mine.key, { headers })
          assert.equal(response.status, entry.statuses?.[status] ?? status, `${at}: ${response.text}`)
          const refusal = entry.refused(response.status, response.json)
          assert.equal(refusal.code ?? code, code, at)
          assert.match(refusal.message, message, at)
          await assertUntouched({ here, mine })
        }
      })

    test('a model without a price is refused with what must be set', async () => {
      const here = relay.place()
      await here.channel({ models: 'brand-new-model' })
      const mine = await here.key()
      const { status, json } = await send(relay, chat.path, {
        key: mine.key,
        body: chatBody('x', { model: 'brand-new-model' }),
      })
      assert.deepEqual([status, json.error.code], [400, 'model_price_error'])
      assert.match(json.error.message, /brand-new-model has no price yet/)
      await assertUntouched({ here, mine })
    })

    test('names of things every object has are unknown models like any other', async () => {
      const { mine } = await given()
      for (const model of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
        const response = await send(relay, chat.path, { key: mine.key, body: chatBody('x', { model }) })
        assert.deepEqual([response.status, response.json.error.code], [404, 'model_not_found'], model)
      }
    })

    test('a model whose channels are all down is worth a wait; one without channels in the group does not exist', async () => {
      const models = 'gpt-4o,text-embedding-3-small,tts-1,omni-moderation-latest'
      for (const [at, entry] of Object.entries<EntryPoint>(kind === 'sqlite' ? entryPoints : { chat })) {
        const responseIn = async (...channels: GivenChannel[]) => {
          const here = relay.place()
          for (const channel of channels) await here.channel({ models, ...channel })
          const mine = await here.key()
          const response = await call(entry, mine.key)
          await assertUntouched({ here, mine })
          const { code, message } = entry.refused(response.status, response.json)
          return { ...response, code, message, here }
        }
        const down = await responseIn({ status: channelStatus.autoDisabled }, { status: channelStatus.disabled })
        assert.equal(down.status, entry.statuses?.[503] ?? 503, at)
        assert.equal(down.code ?? 'no_available_channel', 'no_available_channel', at)
        assert.match(down.message, new RegExp(`in group ${down.here.group} `), at)
        assert.deepEqual([down.headers.get('retry-after'), down.headers.get('x-should-retry')], ['5', null], at)
        for (const channels of [
          [{ status: channelStatus.disabled }],
          [{ group: 'elsewhere' }],
          [{ group: 'elsewhere', status: channelStatus.autoDisabled }],
        ]) {
          const unknown = await responseIn(...channels)
          assert.equal(unknown.status, 404, `${at} ${JSON.stringify(channels)}`)
          assert.equal(unknown.code ?? 'model_not_found', 'model_not_found', at)
          assert.doesNotMatch(unknown.message, /group|elsewhere/, at)
          assert.equal(unknown.headers.get('retry-after'), null, at)
        }
      }
    })

    test('every other door says 404 of an unknown model too', async () => {
      const { mine } = await given()
      const { messages, gemini } = entryPoints
      const model = 'no-such-model'
      const sent: [path: string, body: object | undefined, as?: EntryPoint][] = [
        ['/v1/images/generations', { model, prompt: 'a cat' }],
        ['/v1/rerank', { model, query: 'x', documents: ['y'] }],
        [`/v1/engines/${model}/embeddings`, { input: 'x' }],
        ['/v1/responses/compact', { model, input: 'x' }],
        ['/v1/messages/count_tokens', { ...messages.body, model }, messages],
        [`/v1beta/models/${model}:countTokens`, gemini.body, gemini],
        [`/v1beta/models/${model}:embedContent`, { content: { parts: [{ text: 'x' }] } }, gemini],
        [`/v1beta/models/${model}:streamGenerateContent?alt=sse`, gemini.body, gemini],
        [`/v1/models/${model}`, undefined],
        [`/v1/models/${model}`, undefined, messages],
        [`/v1/models/${model}`, undefined, gemini],
        [`/v1beta/models/${model}`, undefined, gemini],
      ]
      for (const [path, body, as = chat] of sent) {
        const response = await send(relay, path, { headers: as.credential(mine.key), ...(body && { body }) })
        assert.equal(response.status, 404, `${path}: ${response.text}`)
        const { code = 'model_not_found', message } = as.refused(response.status, response.json)
        assert.equal(code, 'model_not_found', path)
        assert.match(message, /^The model no-such-model does not exist/, path)
      }
      const form = new FormData()
      form.set('model', model)
      form.set('file', new Blob(['x']), 'x.mp3')
      const heard = await send(relay, '/v1/audio/transcriptions', { key: mine.key, body: form })
      const { message: _, ...error } = heard.json.error
      assert.equal(heard.status, 404)
      assert.deepEqual(error, { type: 'invalid_request_error', param: 'model', code: 'model_not_found' })
    })

    test('what the gate finds out about a key is written down', async () => {
      const expired = await given({ expired_time: past })
      await call(chat, expired.mine.key)
      await eventually('expired', async () => (await tokenOf(expired.mine)).status === tokenStatus.expired)
      const exhausted = await given({ remain_quota: 0 })
      await call(chat, exhausted.mine.key)
      await eventually('exhausted', async () => (await tokenOf(exhausted.mine)).status === tokenStatus.exhausted)
    })

    test('an administrator’s pin goes to that channel alone, whatever group and list say', async () => {
      const { here, mine } = await given({ role: role.admin, model_limits: 'other' })
      const other = await relay.place().channel({ models: 'gpt-4o', key: `sk-pinned-${kind}` })
      const response = await call(chat, `${mine.key}-${other.id}`)
      assert.equal(response.status, 200, response.text)
      assert.equal(relay.mock.requests.last()?.key, `sk-pinned-${kind}`)
      assert.deepEqual(here.sent(), [])
    })

    test('a pinned channel that is switched off is refused, and a failing one not replaced', async () => {
      await relay.options({ RetryTimes: '3' })
      try {
        const { here, mine } = await given({ role: role.admin })
        const off = await here.channel({ status: channelStatus.disabled })
        const refused = await call(chat, `${mine.key}-${off.id}`)
        assert.deepEqual([refused.status, refused.json.error.code], [403, 'channel_disabled'])
        const failing = await here.channel({ priority: -1 })
        relay.mock.faults.add({ match: { key: failing.key }, times: 9, fault: { kind: 'status', status: 500 } })
        assert.equal((await call(chat, `${mine.key}-${failing.id}`)).status, 502)
        assert.deepEqual(
          here.sent().map(({ key }) => key),
          [failing.key],
        )
      } finally {
        relay.mock.faults.clear()
        await relay.options({ RetryTimes: '0' })
      }
    })

    test('addresses are compared as IPv4 and IPv6, alone and by range; a list that cannot be read lets nobody in', async () => {
      const lists: [list: string, address: string, isIn: boolean][] = [
        ['198.51.100.7', '198.51.100.7', true],
        ['198.51.100.7', '198.51.100.8', false],
        ['198.51.100.0/24', '198.51.100.255', true],
        ['198.51.100.0/24', '198.51.101.0', false],
        ['2001:db8::1', '2001:db8:0:0::1', true],
        ['2001:db8::1', '2001:db8::2', false],
        ['2001:db8::/32', '2001:db8:ffff::9', true],
        ['2001:db8::/32', '2001:db9::', false],
        ['10.0.0.1\n 198.51.100.7 ,2001:db8::1', '::ffff:198.51.100.7', true],
        ['::ffff:198.51.100.0/120', '198.51.100.9', true],
        ['not an address', '198.51.100.7', false],
        ['198.51.100.7\nnonsense', '198.51.100.7', false],
      ]
      const { here } = await given()
      for (const [allow_ips, address, isIn] of lists) {
        const { key } = await here.key({ allow_ips })
        const headers = { 'x-forwarded-for': address }
        const response = await send(relay, chat.path, { key, body: chat.body, headers })
        assert.equal(response.status, isIn ? 200 : 403, `${address} in ${allow_ips}: ${response.text}`)
        assert.equal((await send(relay, '/v1/models', { key, headers })).status, isIn ? 200 : 403, 'lists too')
      }
    })

    test('a key’s own group decides channels and ratio; without one it is its user’s', async () => {
      const { mine } = await given()
      const vip = await relay.channel({ group: 'vip', models: 'gpt-4o', key: `sk-vip-${kind}` })
      const { key } = await relay.key({ user_id: mine.user_id, group: 'vip' })
      assert.equal((await send(relay, chat.path, { key, body: chat.body })).status, 200)
      const rows = relay.deps.store
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', mine.user_id)
        .where('type', '=', 2)
      assert.deepEqual(
        (await rows.execute()).map(({ group, channel }) => [group, channel]),
        [['vip', vip]],
      )
      await relay.deps.store.deleteFrom('channels').where('id', '=', vip).execute()
      await relay.deps.reload()
    })

    test('the language of a refusal follows the client’s wish, and English is the rule', async () => {
      const zh = await send(relay, chat.path, { body: chat.body, headers: { 'accept-language': 'zh-CN,zh;q=0.9' } })
      assert.match(zh.json.error.message, /^未提供令牌/)
      const other = await send(relay, chat.path, { body: chat.body, headers: { 'accept-language': 'de' } })
      assert.match(other.json.error.message, /^No token provided/)
    })
  })
