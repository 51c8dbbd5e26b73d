import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tokenStatus } from '@turnpike/contract/identity/token'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { type RouteExplanation, type RoutePath, routeExplainApi } from '@turnpike/contract/routing/route-explain'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { dataOf } from '../../../test/harness/channel-admin.ts'
import { useHealthServers } from '../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../test/harness/databases.ts'
import type { GivenKey, Place } from '../../../test/harness/relay-harness.ts'
import { holdsOfCalls } from '../../../test/ledger/held-for-calls.ts'
import { chatBody, send } from '../../../test/relay/send.ts'
import { writeAttempts } from '../../domain/routing/channels/attempts/attempt-text.ts'

const chatPath = '/v1/chat/completions'
const anthropic = 14
const palm = 11

for (const kind of databaseKindsOfRun)
  describe(`explained routes [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    type Body = Parameters<typeof servers.one.admin.call<typeof routeExplainApi.explain>>[1]['body']
    const explain = async (body: Body, client = servers.one.admin): Promise<RouteExplanation> =>
      dataOf(await client.call(routeExplainApi.explain, { body }))
    const refusalCode = async (body: object, client = servers.one.admin) => {
      const { status, response } = await client.call(routeExplainApi.explain, { body: body as Body })
      return [status, 'code' in response ? response.code : '']
    }

    /** What a client is told by a call of the same kind. */
    async function called({ key }: Pick<GivenKey, 'key'>, path: RoutePath, body: object) {
      const { status, json } = await send(servers.one, path, { key, body })
      return status === 200
        ? undefined
        : [status, json.error.code, json.error.message.replace(/ \(request id: .*$/, '').replace(/\S*\*\S*/, 'KEY')]
    }
    type Case = {
      name: string
      step: string
      model?: string
      path?: RoutePath
      pin?: boolean
      channel?: Parameters<Place['channel']>[0]
      token?: Parameters<Place['key']>[0]
      prepare?(mine: GivenKey, here: Place): Promise<unknown>
    }
    const store = () => servers.one.deps.store
    const cases: Case[] = [
      { name: 'a disabled token', step: 'caller', token: { status: tokenStatus.disabled } },
      { name: 'a token that has expired', step: 'caller', token: { expired_time: 1 } },
      { name: 'a token that is used up', step: 'caller', token: { remain_quota: 0 } },
      {
        name: 'a banned user',
        step: 'caller',
        prepare: ({ user_id }) =>
          store().updateTable('users').set({ status: userStatus.banned }).where('id', '=', user_id).execute(),
      },
      { name: 'a group that may not be used', step: 'group', token: { group: 'secret' } },
      { name: 'a pinned channel without the right', step: 'group', pin: true },
      { name: 'a model that the token may not use', step: 'model', token: { model_limits: 'gpt-4o-mini' } },
      { name: 'a model without a channel', step: 'route', model: 'gpt-4.1' },
      { name: 'a retired model', step: 'route', channel: { type: palm, base_url: '' } },
      {
        name: 'a path that no channel can serve',
        step: 'route',
        path: '/v1/embeddings',
        model: 'text-embedding-3-small',
        channel: { type: anthropic, models: 'text-embedding-3-small' },
      },
      { name: 'a model without a price', step: 'price', model: 'nameless', channel: { models: 'nameless' } },
      { name: 'a balance that is too small', step: 'balance', token: { quota: 1 } },
      { name: 'a token with too little left', step: 'balance', token: { remain_quota: 1 } },
      {
        name: 'a limit that is reached',
        step: 'balance',
        async prepare({ user_id, key }) {
          const params = { id: String(user_id) }
          await servers.one.admin.call(limitsApi.setOfUser, { params, body: { requests_per_minute: 1 } })
          assert.equal((await send(servers.one, chatPath, { key, body: chatBody() })).status, 200)
        },
      },
      { name: 'a prompt that is too large for every channel', step: 'channel', channel: { max_input_tokens: 1 } },
    ]
    for (const { name, step, model = 'gpt-4o', path = chatPath, channel, token, pin = false, prepare } of cases)
      test(`${name} is refused with the words of the relay`, async () => {
        const here = servers.one.place()
        const { id } = await here.channel(channel)
        const mine = await here.key(token)
        await prepare?.(mine, here)
        const key = pin ? `${mine.key}-${id}` : mine.key
        const body = path === chatPath ? chatBody('hello', { model }) : { model, input: 'sea' }
        const explained = await explain({
          ...{ token_id: mine.token_id, model, path, prompt_tokens: 5 },
          ...(pin && { channel_id: id }),
        })
        const { refusal } = explained
        assert.ok(refusal, 'refused')
        const told = [refusal.status, refusal.code, refusal.en.replace(/token of \S+/, 'KEY')]
        assert.deepEqual(told, await called({ key }, path, body))
        assert.equal(refusal.step, step)
        const holds = await holdsOfCalls(store()).where('user_id', '=', mine.user_id).execute()
        assert.deepEqual(holds, [])
      })

    test('the status is the one that clients of the path get', async () => {
      const here = servers.one.place()
      await here.channel({ status: channelStatus.autoDisabled })
      const mine = await here.key()
      const statuses: number[] = []
      for (const path of [chatPath, '/v1/messages', '/v1beta/models/{model}:generateContent'] as const)
        for (const model of ['gpt-4o', 'gpt-4.1']) {
          const isGemini = path.includes('{model}')
          const body = isGemini ? { contents: [{ parts: [{ text: 'x' }] }] } : chatBody('x', { model, max_tokens: 5 })
          const told = await send(servers.one, path.replace('{model}', model), { key: mine.key, body })
          const { refusal } = await explain({ token_id: mine.token_id, model, path })
          assert.equal(refusal?.status, told.status, `${path} ${model}`)
          statuses.push(told.status)
        }
      assert.deepEqual(statuses, [503, 404, 529, 404, 503, 404])
    })

    test('where every channel costs more than the caller pays, the guard refuses', async () => {
      const here = servers.one.place()
      await here.channel({ setting: { cost: { kind: 'multiple', multiple: 3 } } })
      const cheap = await here.channel({
        models: 'gpt-4o-mini',
        setting: { cost: { kind: 'multiple', multiple: 0.5 } },
      })
      const mine = await here.key()
      await servers.one.options({ BelowCostGuard: 'refuse' })
      try {
        const { refusal, channels } = await explain({ token_id: mine.token_id, model: 'gpt-4o' })
        const dear = channels?.find(({ groups }) => groups.includes(here.group))
        assert.deepEqual([refusal?.step, refusal?.code], ['cost', 'no_channel_at_price'])
        assert.deepEqual(
          dear?.reasons.map(({ code }) => code),
          ['below_cost'],
        )
        const other = await explain({ token_id: mine.token_id, model: 'gpt-4o-mini' })
        assert.equal(other.refusal, null)
        const served = other.channels?.find(({ id }) => id === cheap.id)
        assert.equal(served?.cost, Math.round((other.price?.hold ?? 0) / 2))
      } finally {
        await servers.one.options({ BelowCostGuard: 'off' })
      }
    })

    test('administrators see tiers, chances, reasons and keys; no key is in the response', async () => {
      const { one } = servers
      const here = one.place()
      const heavy = await here.channel({ weight: 20, priority: 5 })
      const light = await here.channel({ weight: 0, priority: 5 })
      const lower = await here.channel({ priority: 1, model_mapping: { 'gpt-4o': 'gpt-4o-2024' } })
      const dead = await here.channel({ status: 3 })
      const other = await here.channel({ group: 'somewhere' })
      const keyed = await here.channel({ priority: 5, weight: 0 })
      const added = ['sk-second-key-of-a-channel', 'sk-third-key-of-a-channel'].join('\n')
      await one.admin.call(channelKeyApi.add, { body: { channel: keyed.id, key: added, multi_key_mode: 'random' } })
      const keys = dataOf(await one.admin.call(channelKeyApi.list, { params: { id: String(keyed.id) } })).keys
      const disabled = keys[2]?.id ?? 0
      await one.admin.call(channelKeyApi.change, { body: { channel: keyed.id, id: disabled, status: 2 } })
      const other_info = JSON.stringify({ status_reason: 'dead key', status_time: 1 })
      await store().updateTable('channels').set({ other_info }).where('id', '=', dead.id).execute()
      const pause = {
        channel_id: light.id,
        key_id: 0,
        until: one.deps.clock() + 600,
        pauses: 1,
        reason: 'quota',
        at: 1,
      }
      await store().insertInto('cooling').values(pause).execute()
      await one.options({ RetryTimes: '1' })

      const { response } = await one.admin.call(routeExplainApi.explain, {
        body: { group: here.group, model: 'gpt-4o' },
      })
      assert.ok(response.success)
      const { refusal, channels, able, tries, price, balance } = response.data
      assert.deepEqual([refusal, able, tries, balance], [null, 4, 2, null])
      const ours =
        channels?.filter(({ groups }) => groups.some((name) => [here.group, 'somewhere'].includes(name))) ?? []
      const told = ours.map(({ id, state, tier, chance, from_try, reasons }) => [
        ...[id, state, tier, chance, from_try],
        ...reasons.map(({ code, text }) => `${code} ${text}`.trim()),
      ])
      assert.deepEqual(told, [
        [heavy.id, 'first', 1, 75, 1],
        [keyed.id, 'first', 1, 25, 1],
        [light.id, 'later', 1, 0, 0, 'paused quota'],
        [lower.id, 'later', 2, 0, 2, 'lower_priority'],
        [dead.id, 'never', 0, 0, 0, 'auto_disabled dead key'],
        [other.id, 'never', 0, 0, 0, 'other_group'],
      ])
      assert.equal(ours.find(({ id }) => id === lower.id)?.upstream_model, 'gpt-4o-2024')
      assert.deepEqual(
        ours.find(({ id }) => id === keyed.id)?.keys.map(({ state, chance }) => [state, chance]),
        [
          ['open', 50],
          ['open', 50],
          ['disabled', 0],
        ],
      )
      // gpt-4o: 2.5 dollars for a million tokens of input, 10 for output, at 500,000 to the dollar.
      assert.deepEqual([price?.input, price?.output], [1_250_000, 5_000_000])
      for (const secret of [heavy.key, keyed.key, ...added.split('\n')])
        assert.ok(!JSON.stringify(response).includes(secret), 'no key')
      await one.options({ RetryTimes: '0' })
    })

    test('the price is that of a prompt of this length', async () => {
      const { one } = servers
      const here = one.place()
      await here.channel({ models: 'gpt-4o' })
      await one.options({
        ModelTiers: JSON.stringify({ 'gpt-4o': { lengths: [{ above: 1_000, ratio: 2, completion_ratio: 3 }] } }),
      })
      const priceOf = async (prompt_tokens: number) => {
        const { price } = await explain({ group: here.group, model: 'gpt-4o', path: chatPath, prompt_tokens })
        return [price?.input, price?.output]
      }
      assert.deepEqual(await priceOf(1_000), [1_250_000, 5_000_000])
      assert.deepEqual(await priceOf(1_001), [2_500_000, 7_500_000])
      await one.options({ ModelTiers: '{}' })
    })

    test('users learn the refusal, the price and a number, for what is theirs alone', async () => {
      const { one } = servers
      const here = one.place()
      await here.channel()
      await here.channel({ status: 2 })
      const mine = await here.key()
      const stranger = await here.key()
      const client = one.client()
      await client.signIn(mine.username)
      const own = await explain({ token_id: mine.token_id, model: 'gpt-4o' }, client)
      assert.deepEqual([own.refusal, own.able, own.channels, own.left_out], [null, 1, null, 0])
      assert.ok((own.price?.hold ?? 0) > 0 && own.balance?.user === 100_000_000)
      assert.equal((await explain({ model: 'gpt-4o' }, client)).group, here.group, 'as in the playground')
      const secret = one.place()
      await secret.channel()
      const foreign = await explain({ model: 'gpt-4o', group: secret.group }, client)
      assert.deepEqual([foreign.refusal?.code, foreign.price, foreign.able], ['group_forbidden', null, 0])
      const unoffered = await explain({ model: 'gpt-4.1' }, client)
      assert.deepEqual([unoffered.refusal?.code, unoffered.price], ['model_not_found', null])
      const pinned = await explain({ model: 'gpt-4o', channel_id: 1 }, client)
      assert.equal(pinned.refusal?.code, 'channel_pin_forbidden')
      assert.deepEqual(await refusalCode({ token_id: stranger.token_id, model: 'gpt-4o' }, client), [200, 'not_found'])
      assert.deepEqual(await refusalCode({ user_id: stranger.user_id, model: 'gpt-4o' }, client), [
        200,
        'user_read_forbidden',
      ])
    })

    test('administrators explain calls of users below them, and malformed requests are refused', async () => {
      const here = servers.one.place()
      const mine = await here.key()
      const above = await here.key({ role: role.root })
      assert.equal((await explain({ user_id: mine.user_id, model: 'gpt-4o' })).refusal?.code, 'model_not_found')
      const model = 'gpt-4o'
      for (const [body, code] of [
        [{ token_id: above.token_id, model }, 'user_read_forbidden'],
        [{ user_id: above.user_id, model }, 'user_read_forbidden'],
        [{ user_id: 9_999_999, model }, 'user_missing'],
        [{ token_id: 9_999_999, model }, 'not_found'],
        [{ token_id: mine.token_id, user_id: mine.user_id, model }, 'invalid_parameter'],
        [{ token_id: -1, model }, 'invalid_id'],
        [{ model: ' ' }, 'invalid_field'],
        [{ model, path: '/v1/nothing' }, 'invalid_field'],
        [{ model, prompt_tokens: -1 }, 'invalid_field'],
      ] as const)
        assert.deepEqual(await refusalCode(body), [200, code], JSON.stringify(body))
    })

    test('a virtual model is explained by the first of its models that suits', async () => {
      const here = servers.one.place()
      await here.channel({ models: 'gpt-4o-mini,gpt-4o' })
      const mine = await here.key()
      const name = `best of ${here.group}`
      const body = {
        name,
        ...{ mode: 'order' as const, groups: [], is_enabled: true, fallback_on: [] },
        members: [
          { model: 'gpt-4o-mini', weight: 1, when: { prompt_tokens_max: 500 } },
          { model: 'gpt-4.1', weight: 1 }, // without a channel
          { model: 'gpt-4o', weight: 1 },
        ],
      }
      const { response } = await servers.one.admin.call(virtualModelApi.create, { body })
      assert.ok(response.success, response.message)
      const sent = { token_id: mine.token_id, model: name }
      const short = await explain({ ...sent, prompt_tokens: 100 })
      assert.deepEqual([short.refusal, short.served_by], [null, ['gpt-4o-mini', 'gpt-4o']])
      const long = await explain({ ...sent, prompt_tokens: 1000 })
      assert.deepEqual([long.refusal, long.served_by, long.able], [null, ['gpt-4o'], 1])
      assert.deepEqual(long.price, (await explain({ ...sent, model: 'gpt-4o' })).price)
      const other = await explain({ model: name, group: 'default' })
      assert.deepEqual([other.refusal?.code, other.served_by], ['model_not_found', []])
    })

    test('the newest requests of the model on the channels of the first attempt are counted', async () => {
      const { one } = servers
      const here = one.place()
      const first = await here.channel({ models: 'gpt-4o-mini,gpt-4o', priority: 5 })
      const backup = await here.channel({ models: 'gpt-4o-mini,gpt-4o', priority: 1 })
      const mine = await here.key()
      const now = one.deps.clock()
      const attempt = { ms: 5, status: 404, model: 'gpt-4o-mini', isRetry: false }
      const wrote = (channel_id: number, ends: ('ok' | 'no_model')[], model = 'gpt-4o-mini') =>
        store()
          .insertInto('channel_attempts')
          .values({
            ...{ channel_id, process: model, newest: now, recent_failures: 0 },
            attempts: writeAttempts(ends.map((outcome) => ({ ...attempt, model, at: now - 1, outcome }))),
          })
          .execute()
      await wrote(first.id, ['no_model', 'no_model', 'no_model'])
      await wrote(first.id, ['ok'], 'gpt-4o')
      await wrote(backup.id, ['ok'])
      const model = 'gpt-4o-mini'
      const { recent, channels, refusal } = await explain({ token_id: mine.token_id, model })
      assert.equal(refusal, null)
      const last = { at: now - 1, outcome: 'no_model', status: 404 }
      assert.deepEqual(recent, { total: 3, failed: 3, last })
      const recentOf = (id: number) => channels?.find((channel) => channel.id === id)?.recent
      assert.deepEqual(
        [recentOf(first.id), recentOf(backup.id)],
        [
          { total: 3, failed: 3, last },
          { total: 1, failed: 0, last: null },
        ],
      )
      const owner = one.client()
      await owner.signIn(mine.username)
      const told = await explain({ token_id: mine.token_id, model }, owner)
      assert.deepEqual([told.recent, told.channels], [{ total: 3, failed: 3, last: null }, null])
    })

    test('a channel whose limit is used up says so', async () => {
      const here = servers.one.place()
      const setting = { limits: { requests_per_minute: 1 } }
      const limited = await here.channel({ models: 'gpt-4o-mini', priority: 2, setting })
      await here.channel({ models: 'gpt-4o-mini', priority: 1 })
      const mine = await here.key()
      const codesOf = async () => {
        const { channels } = await explain({ token_id: mine.token_id, model: 'gpt-4o-mini' })
        return channels?.find(({ id }) => id === limited.id)?.reasons.map(({ code }) => code)
      }
      assert.deepEqual(await codesOf(), [])
      assert.equal(
        (await send(servers.one, chatPath, { key: mine.key, body: { ...chatBody(), model: 'gpt-4o-mini' } })).status,
        200,
      )
      assert.deepEqual(await codesOf(), ['at_limit'])
    })
  })
