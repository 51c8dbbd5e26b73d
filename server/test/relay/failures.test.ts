import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelStatus } from '@turnpike/contract/routing/channel'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { eventually } from '../harness/eventually.ts'
import { type GivenChannel, useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf } from './books.ts'
import { attemptsIn } from './repeated-requests.ts'
import { chatBody, send } from './send.ts'

const relay = useRelay('sqlite', {}, ({ options }) => options({ RetryTimes: '3' }))
const path = '/v1/chat/completions'

/** Channels in the order of their priorities, each with what is wrong with it; undefined is well. */
async function given(...faults: (Fault | undefined)[]) {
  return givenChannels(faults.map((fault) => ({ fault })))
}
async function givenChannels(channels: { fault?: Fault; channel?: GivenChannel }[]) {
  const here = relay.place()
  const made: { id: number; key: string }[] = []
  for (const [at, { fault, channel }] of channels.entries()) {
    const each = await here.channel({ priority: channels.length - at, ...channel })
    if (fault) relay.mock.faults.add({ match: { key: each.key }, fault })
    made.push(each)
  }
  const mine = await here.key()
  const call = (more: object = {}) => send(relay, path, { key: mine.key, body: chatBody('hello', more) })
  const tried = () => here.sent().map(({ key }) => made.findIndex((each) => each.key === key))
  return { here, channels: made, mine, call, tried }
}
const status = (code: number, body?: unknown): Fault => ({
  kind: 'status',
  status: code,
  ...(body !== undefined && { body }),
})

describe('another channel is tried', () => {
  const worthIt: Record<string, Fault> = {
    'a dead key': status(401),
    'an empty account': status(402),
    'a forbidden region': status(403),
    'a model it does not have': status(404),
    'a conflict': status(409),
    'too many requests': status(429),
    'a fault of its own': status(500),
    'a bad gateway': status(502),
    overload: status(503),
    'a status nobody knows': status(599),
    'a redirect': { kind: 'redirect' },
    'a connection that breaks': { kind: 'cut', at: 'before-headers' },
    'a connection that is reset': { kind: 'cut', at: 'before-headers', how: 'reset' },
    'an empty response': { kind: 'silent', how: 'empty' },
    'an error told as a success': { kind: 'error-in-200' },
  }
  for (const [name, fault] of Object.entries(worthIt))
    test(`after ${name}`, async () => {
      const { call, tried, mine, channels } = await given(fault, undefined)
      const { status, text } = await call()
      assert.equal(status, 200, text)
      assert.deepEqual(attemptsIn(tried(), fault), [0, 1])
      const { rows } = await booksOf(relay, mine)
      assert.deepEqual(
        rows[0]?.other.admin_info.use_channel,
        channels.map(({ id }) => String(id)),
      )
      assert.equal(rows[0]?.channel, channels[1]?.id, 'the channel that served the call is paid')
    })

  const streams: Record<string, Fault> = {
    'an error as the first thing a stream says': { kind: 'error-event', afterChunks: 0 },
    'a stream that ends before it begins': { kind: 'cut', at: 'after-chunks', afterChunks: 0, how: 'end' },
    'a stream that breaks before its first word': { kind: 'cut', at: 'after-chunks', afterChunks: 1 },
  }
  for (const [name, fault] of Object.entries(streams))
    test(`after ${name}`, async () => {
      const { call, tried } = await given(fault, undefined)
      const { status, text } = await call({ stream: true })
      assert.equal(status, 200, text)
      assert.match(text, /hel.*lo/s)
      assert.match(text, /\[DONE\]\s*$/)
      assert.deepEqual(tried(), [0, 1])
    })

  test('where nobody listens', async () => {
    const { call, tried } = await givenChannels([{ channel: { base_url: 'http://127.0.0.1:9' } }, {}])
    assert.equal((await call()).status, 200)
    assert.deepEqual(tried(), [1])
  })

  test('where the key cannot be opened', async () => {
    const { call, channels, tried } = await given(undefined, undefined)
    const change = { key_cipher: 'damaged' }
    await relay.deps.store
      .updateTable('channels')
      .set(change)
      .where('id', '=', channels[0]?.id ?? 0)
      .execute()
    await relay.deps.reload()
    assert.equal((await call()).status, 200)
    assert.deepEqual(tried(), [1])
  })

  test('where the channel’s type cannot do this yet', async () => {
    const { call, tried } = await givenChannels([{ channel: { type: 2 } }, {}])
    assert.equal((await call()).status, 200)
    assert.deepEqual(tried(), [1])
  })
})

describe('nobody else is tried', () => {
  const notWorthIt: Record<string, [fault: Fault, shown: number]> = {
    'a request that makes no sense': [status(400), 400],
    'a request that is refused for what it says': [
      status(400, { error: { message: 'no', type: 'invalid_request_error', code: 'content_filter' } }),
      400,
    ],
    'a request that is too long': [
      status(400, { error: { message: 'too long', type: 'invalid_request_error', code: 'context_length_exceeded' } }),
      400,
    ],
    'a time-out of the request': [status(408), 504],
    'a time-out behind it': [status(504), 504],
    'a time-out of its proxy': [status(524), 504],
    'a response that cannot be read': [{ kind: 'invalid-json' }, 502],
  }
  for (const [name, [fault, shown]] of Object.entries(notWorthIt))
    test(`after ${name}`, async () => {
      const { call, tried, mine } = await given(fault, undefined)
      assert.equal((await call()).status, shown)
      assert.deepEqual(tried(), [0])
      assertFree(await booksOf(relay, mine))
    })

  test('after a stream that cannot be read', async () => {
    const { call, tried, mine } = await given({ kind: 'invalid-json' }, undefined)
    assert.equal((await call({ stream: true })).status, 502)
    assert.deepEqual(tried(), [0])
    assertFree(await booksOf(relay, mine))
  })

  test('after the first chunk of a response has gone out', async () => {
    for (const fault of [
      { kind: 'cut', at: 'after-chunks', afterChunks: 2 },
      { kind: 'error-event', afterChunks: 2 },
    ] as const) {
      const { call, tried } = await given(fault, undefined)
      const { status, text } = await call({ stream: true })
      assert.equal(status, 200)
      assert.match(text, /"error":/)
      assert.doesNotMatch(text, /\[DONE\]/)
      assert.deepEqual(tried(), [0])
    }
  })
})

describe('the order of attempts', () => {
  const broken = status(500)

  test('goes down the priorities, one channel each, and never to the same one twice', async () => {
    const { call, tried } = await given(broken, broken, broken, undefined)
    assert.equal((await call()).status, 200)
    assert.deepEqual(tried(), [0, 1, 2, 3])
    const few = await given(broken, broken)
    assert.equal((await few.call()).status, 502)
    assert.deepEqual(few.tried(), [0, 1], 'there were tries left, but no channel')
  })

  test('stays in the lowest tier with whoever has not been tried', async () => {
    const { call, tried } = await givenChannels([
      { fault: broken },
      { fault: broken, channel: { priority: 0 } },
      { fault: broken, channel: { priority: 0 } },
      { fault: broken, channel: { priority: 0 } },
    ])
    assert.equal((await call()).status, 502)
    const order = tried()
    assert.equal(order[0], 0)
    assert.deepEqual([...order].sort(), [0, 1, 2, 3])
  })

  test('ends when the administrator’s number of tries is used up', async () => {
    for (const times of [0, 1]) {
      await relay.options({ RetryTimes: String(times) })
      const { call, tried } = await given(broken, broken, undefined)
      assert.equal((await call()).status, 502)
      assert.equal(tried().length, times + 1)
    }
    await relay.options({ RetryTimes: '3' })
  })

  test('leaves out channels that are too small for the prompt', async () => {
    const { call, tried } = await givenChannels([{ channel: { max_input_tokens: 1 } }, {}])
    assert.equal((await call()).status, 200)
    assert.deepEqual(tried(), [1])
  })

  test('divides calls by weight, and a weight of nothing is a little', async () => {
    const { here, mine } = await givenChannels([
      { channel: { priority: 0, weight: 0 } },
      { channel: { priority: 0, weight: 90 } },
    ])
    for (let call = 0; call < 60; call++) await send(relay, path, { key: mine.key, body: chatBody() })
    const [light, heavy] = Object.values(Object.groupBy(here.sent(), ({ key }) => key)).map((list) => list?.length ?? 0)
    // 10 against 100: of sixty calls, none or thirty for the light one would be a wonder.
    const less = Math.min(light ?? 0, heavy ?? 0)
    assert.ok(less < 25, `${light} and ${heavy}`)
  })
})

describe('a channel’s own mapping of statuses', () => {
  test('decides what is shown and what is worth another try', async () => {
    const shown = await givenChannels([{ fault: status(400), channel: { status_code_mapping: { 400: '503' } } }])
    assert.equal((await shown.call()).status, 503)
    const retried = await givenChannels([{ fault: status(400), channel: { status_code_mapping: { 400: '500' } } }, {}])
    assert.equal((await retried.call()).status, 200)
    const kept = await givenChannels([{ fault: status(500), channel: { status_code_mapping: { 500: '400' } } }, {}])
    assert.equal((await kept.call()).status, 400)
    assert.deepEqual(kept.tried(), [0])
  })

  test('never turns a failure into a success', async () => {
    for (const target of ['200', '204', '302', 'x', 99]) {
      const { call, mine } = await givenChannels([
        { fault: status(400), channel: { status_code_mapping: { 400: target } } },
      ])
      assert.equal((await call()).status, 400)
      assertFree(await booksOf(relay, mine))
    }
  })
})

describe('the last word', () => {
  test('on a busy upstream is that the group is saturated, with the time to wait', async () => {
    const limited: Fault = { kind: 'status', status: 429, headers: { 'retry-after': '7' } }
    const { call } = await given(limited, limited)
    const { status, json, headers } = await call()
    assert.deepEqual([status, json.error.code], [429, 'channel_saturated'])
    assert.match(json.error.message, /^Current group upstream load is saturated, please try again later \(request id: /)
    assert.equal(headers.get('retry-after'), '7')
  })

  test('keeps the upstream’s words where they are about the request', async () => {
    const error = {
      message: 'temperature must be between 0 and 2',
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'bad_value',
    }
    const { call } = await given(status(400, { error }))
    const { status: seen, json } = await call()
    assert.equal(seen, 400)
    assert.match(json.error.message, /^temperature must be between 0 and 2 \(request id: /)
    assert.deepEqual([json.error.type, json.error.param, json.error.code], [error.type, error.param, error.code])
  })

  test('hides them where they are about the channel', async () => {
    const { call } = await given(
      status(401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }),
    )
    const { status: seen, json } = await call()
    assert.equal(seen, 502)
    assert.match(json.error.message, /^The provider refused the channel of this gateway/)
  })
})

describe('a channel is taken out of service', () => {
  const rowOf = (id: number) =>
    relay.deps.store
      .selectFrom('channels')
      .select(['status', 'other_info'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const deadKey = status(401, {
    error: { message: 'Incorrect API key provided: sk-upstream-1', code: 'invalid_api_key' },
  })
  const empty = status(429, { error: { message: 'You exceeded your current quota', type: 'insufficient_quota' } })

  async function withAutomation(work: () => Promise<void>) {
    await relay.options({ AutomaticDisableChannelEnabled: 'true' })
    try {
      await work()
    } finally {
      await relay.options({ AutomaticDisableChannelEnabled: 'false' })
    }
  }

  test('with reason and time, when its key is dead or its account empty, and is used no more', () =>
    withAutomation(async () => {
      for (const [fault, reason] of [
        [deadKey, /Incorrect API key provided/],
        [empty, /current quota/],
      ] as const) {
        const { call, channels, tried } = await given(fault)
        const [channel] = channels
        assert.ok(channel)
        await call()
        const row = await eventually('switched off', async () => {
          const each = await rowOf(channel.id)
          return each.status === channelStatus.autoDisabled && each
        })
        const info = JSON.parse(row.other_info)
        assert.match(info.status_reason, reason)
        assert.doesNotMatch(info.status_reason, /sk-upstream/)
        assert.ok(Math.abs(info.status_time - relay.deps.clock()) < 10)
        await eventually('no longer used', async () => (await call()).status === 503)
        const before = tried().length
        assert.equal((await call()).json.error.code, 'no_available_channel')
        assert.equal(tried().length, before)
      }
    }))

  test('not for what passes, not if it may not be, and not if the administrator does not want it', async () => {
    const kept: [fault: Fault, channel: GivenChannel][] = [
      [status(500), {}],
      [status(429), {}],
      [status(403), {}],
      [status(404), {}],
      [status(400), {}],
      [{ kind: 'cut', at: 'before-headers' }, {}],
      [deadKey, { auto_ban: 0 }],
    ]
    await withAutomation(async () => {
      for (const [fault, channel] of kept) {
        const { call, channels } = await givenChannels([{ fault, channel }])
        await call()
        await call()
        assert.equal((await rowOf(channels[0]?.id ?? 0)).status, channelStatus.enabled, JSON.stringify(fault))
      }
    })
    const { call, channels } = await given(deadKey)
    await call()
    await call()
    assert.equal((await rowOf(channels[0]?.id ?? 0)).status, channelStatus.enabled)
  })
})
