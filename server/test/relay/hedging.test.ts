import assert from 'node:assert/strict'
import { once } from 'node:events'
import { before, describe, type TestContext, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { adminRow } from '../../src/domain/usage/logs/log-row.ts'
import { dataOf } from '../harness/channel-admin.ts'
import { useHealthServers } from '../harness/channel-health.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { chatBody, open, send } from './send.ts'
import { chatChunk, openEvents, type SteeredRequest, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'
const geminiType = 24
const setting = { limits: { calls_at_once: 3 } }

function result({ response }: SteeredRequest, text: string): void {
  if (!response.headersSent) openEvents(response)
  response.write(chatChunk({ role: 'assistant', content: text }))
  response.write(chatChunk({}, 'stop'))
  response.write(`data: ${JSON.stringify({ choices: [], ...usageOf(10, 20) })}\n\n`)
  response.end('data: [DONE]\n\n')
}

describe('two channels that have sent status 200 and no output yet', () => {
  const relay = useRelay('sqlite', { STREAM_PING_SECONDS: '0.2' }, (each) =>
    each.options({ HedgeAfterMs: '5', RetryTimes: '0' }),
  )

  for (const failing of [0, 1])
    test(`keep-alives go on when the ${failing === 0 ? 'first' : 'second'} of them breaks off`, async (t) => {
      const here = relay.place()
      const [first, second] = [await startSteeredUpstream(t), await startSteeredUpstream(t)]
      await here.channel({ priority: 2, base_url: first.url })
      await here.channel({ priority: 1, base_url: second.url })
      const mine = await here.key()
      const opening = open(relay, path, { key: mine.key, body: chatBody('hi', { stream: true }) })
      const requests = [await first.next(), await second.next()]
      for (const { response } of requests) openEvents(response)
      requests[failing]?.response.destroy()
      const sent = await opening // by a keep-alive: the other one says nothing until then
      assert.equal(sent.status, 200)
      result(requests[1 - failing] as SteeredRequest, 'at last')
      assert.match(await sent.text(), /PING.*at last/s)
    })
})

for (const kind of databaseKindsOfRun)
  describe(`a second channel beside a slow one [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {} })
    before(() => servers.one.options({ HedgeAfterMs: '5', RetryTimes: '0' }))

    /** Two channels, of which the first is preferred, and someone who calls them. */
    async function given(t: TestContext, more: object = {}) {
      const { one } = servers
      const here = one.place()
      const upstreams = [await startSteeredUpstream(t), await startSteeredUpstream(t)] as const
      const [slow, other] = upstreams
      const first = await here.channel({ priority: 2, base_url: slow.url, setting: { ...setting, ...more } })
      const second = await here.channel({ priority: 1, base_url: other.url, setting })
      const mine = await here.key({ role: role.admin })
      const call = (more: object = { stream: true }, key = mine.key) =>
        send(one, path, { key, body: chatBody('hi', more) })
      const used = async ({ id }: { id: number }) =>
        dataOf(await one.admin.call(limitsApi.ofChannel, { params: { id: String(id) } }))[0]?.used
      const row = async () => {
        const rows = await one.deps.logStore
          .selectFrom('logs')
          .selectAll()
          .where('user_id', '=', mine.user_id)
          .where('type', '=', 2)
          .execute()
        assert.equal(rows.length, 1, 'charged once')
        return adminRow(rows[0] as never)
      }
      return { slow, other, first, second, mine, call, used, row }
    }

    test('the attempt that begins first serves the call, the other is cancelled, and the user pays once', async (t) => {
      const { slow, other, first, second, call: request, used, row } = await given(t)
      const call = request()
      const silent = await slow.next()
      const hedge = await other.next()
      assert.deepEqual([await used(first), await used(second)], [1, 1], 'both have a place')
      const cancelled = once(silent.response, 'close')
      result(hedge, 'from the second')
      const sent = await call
      await cancelled
      assert.equal(sent.status, 200)
      assert.match(sent.text, /from the second/)
      const { channel, other: facts } = await row()
      assert.equal(channel, second.id)
      assert.equal(JSON.parse(facts).hedged, true)
      assert.deepEqual([await used(first), await used(second)], [0, 0])
    })

    test('the first one may still win', async (t) => {
      const { slow, other, first, call: request, used, second, row } = await given(t)
      const call = request()
      const late = await slow.next()
      const hedge = await other.next()
      const cancelled = once(hedge.response, 'close')
      result(late, 'from the first')
      assert.match((await call).text, /from the first/)
      await cancelled
      assert.equal((await row()).channel, first.id)
      assert.deepEqual([await used(first), await used(second)], [0, 0])
    })

    test('when one fails the other goes on, without a retry', async (t) => {
      for (const failing of [0, 1]) {
        const { slow, other, first, second, call: request, row } = await given(t)
        const call = request()
        const requests = [await slow.next(), await other.next()] as const
        requests[failing]?.response.writeHead(500).end('{}')
        await once(requests[failing]?.response as never, 'close')
        const alive = requests[1 - failing] as SteeredRequest
        result(alive, 'alive')
        const sent = await call
        assert.equal(sent.status, 200, sent.text)
        const { channel, other: facts } = await row()
        const ids = [first.id, second.id]
        assert.equal(channel, ids[1 - failing])
        assert.deepEqual(JSON.parse(facts).admin_info.use_channel, [ids[failing], ids[1 - failing]].map(String))
      }
    })

    test('when both fail, the call fails once', async (t) => {
      const { slow, other, mine, call: request } = await given(t)
      const call = request()
      const requests = [await slow.next(), await other.next()]
      for (const { response } of requests) response.writeHead(500).end('{}')
      assert.equal((await call).status, 502)
      assert.deepEqual((await servers.one.balance(mine.user_id)).held, 0)
    })

    test('when the second channel gives no slot because the database fails, the first goes on alone', async (t) => {
      for (const isThrown of [false, true]) {
        const { slow, other, first, second, call: request, used, row } = await given(t, { limits: undefined })
        const { ledger } = servers.one.deps
        const refused = Promise.withResolvers<void>()
        const occupy = t.mock.method(ledger, 'occupy', async () => {
          refused.resolve()
          if (isThrown) throw new Error('the database is away')
          return { ok: false, code: 'database_error' } as const
        })
        const call = request()
        const late = await slow.next()
        await refused.promise
        occupy.mock.restore()
        result(late, 'from the first')
        const sent = await call
        assert.equal(sent.status, 200, sent.text)
        assert.match(sent.text, /from the first/)
        const { channel, other: facts } = await row()
        assert.equal(channel, first.id)
        assert.equal(JSON.parse(facts).hedged, undefined)
        assert.equal(await used(second), 0)
        assert.equal(other.received(), 0)
      }
    })

    test('an error of the second attempt that no upstream caused is logged and listed', async (t) => {
      const { one } = servers
      const here = one.place()
      const slow = await startSteeredUpstream(t)
      const first = await here.channel({ priority: 2, base_url: slow.url })
      const second = await here.channel({ priority: 1, type: geminiType })
      const mine = await here.key({ role: role.admin })
      // Only the translation for the second channel reads the sound.
      const content = [{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }]
      const body = { ...chatBody('hi', { stream: true }), messages: [{ role: 'user', content }] }
      const call = send(one, path, { key: mine.key, body })
      const late = await slow.next()
      const logged = () =>
        one.lines.map((line) => JSON.parse(line)).filter(({ channel_id }) => channel_id === second.id)
      await eventually('the second attempt failed', () => logged().length > 0)
      result(late, 'from the first')
      assert.match((await call).text, /from the first/)
      assert.match(logged()[0].error.message ?? logged()[0].error, /invalid_request/)
      const [stored] = await one.deps.logStore
        .selectFrom('logs')
        .selectAll()
        .where('user_id', '=', mine.user_id)
        .where('type', '=', 2)
        .execute()
      assert.deepEqual(
        adminRow(stored as never).detail?.attempts.map(({ channel, kind: failed }) => [channel, failed !== null]),
        [
          [second.id, true],
          [first.id, false],
        ],
      )
    })

    test('calls without a stream, pinned channels and channels that are set to never have no second attempt', async (t) => {
      const [whole, pinned, hedged] = [await given(t), await given(t), await given(t)]
      const never = await given(t, { hedge_after_ms: 0 })
      const calls = [
        whole.call({}),
        pinned.call({ stream: true }, `${pinned.mine.key}-${pinned.first.id}`),
        never.call(),
      ]
      const waiting = [await whole.slow.next(), await pinned.slow.next(), await never.slow.next()] as const
      const last = hedged.call()
      await hedged.slow.next()
      result(await hedged.other.next(), 'hedged') // which began later than the others
      assert.equal((await last).status, 200)
      const message = { role: 'assistant', content: 'ok' }
      const response = { id: 'x', object: 'chat.completion', created: 1, model: 'gpt-4o', ...usageOf(1, 1) }
      waiting[0].response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...response, choices: [{ index: 0, message, finish_reason: 'stop' }] }))
      result(waiting[1], 'pinned')
      result(waiting[2], 'never')
      for (const call of calls) assert.equal((await call).status, 200)
      for (const { second } of [whole, pinned, never])
        assert.equal(await eventually('no place was taken', async () => (await whole.used(second)) === 0), true)
      for (const { row } of [whole, pinned, never]) assert.equal(JSON.parse((await row()).other).hedged, undefined)
    })
  })
