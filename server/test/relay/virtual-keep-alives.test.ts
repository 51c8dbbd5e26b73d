import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { modelHeader, virtualModelApi, virtualModelHeader } from '@turnpike/contract/routing/virtual-models'
import { logType } from '@turnpike/contract/usage/log'
import { dataOf } from '../harness/channel-admin.ts'
import { eventually } from '../harness/eventually.ts'
import type { Client } from '../harness/harness.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'
import { chatBody, eventsIn, open } from './send.ts'
import { chatChunk, openEvents, type SteeredUpstream, startSteeredUpstream, usageOf } from './steered-upstream.ts'

const path = '/v1/chat/completions'
const pings = /(?:: PING\n\n){2}/

const streamOf = (text: string) =>
  [chatChunk({ content: text }), chatChunk({}, 'stop', usageOf(9, 1)), 'data: [DONE]\n\n'].join('')

describe('a virtual model whose first model sends status 200 and no output', () => {
  let admin: Client
  let number = 0
  const relay = useRelay('sqlite', { STREAM_PING_SECONDS: '0.05', ERROR_LOG_ENABLED: 'true' }, async (each) => {
    await each.options({
      ModelPrice: JSON.stringify({ dear: 0.004, cheap: 0.002 }),
      RetryTimes: '0',
      AutomaticDisableChannelEnabled: 'false',
    })
    await each.given.user({ username: 'chief', role: role.admin })
    admin = each.client()
    await admin.signIn('chief')
  })

  /** A stream that has begun with keep-alives of the first model. */
  async function given(t: TestContext) {
    const here = relay.place()
    const [dear, cheap] = [await startSteeredUpstream(t), await startSteeredUpstream(t)]
    await here.channel({ models: 'dear', base_url: dear.url })
    await here.channel({ models: 'cheap', base_url: cheap.url })
    const mine = await here.key()
    const name = `patient-${++number}`
    const members = ['dear', 'cheap'].map((model) => ({ model, weight: 1 }))
    const more = {
      mode: 'order',
      description: '',
      groups: [],
      is_enabled: true,
      fallback_on: ['server_error'],
    } as const
    const body = { name, members, ...more, groups: [], fallback_on: [...more.fallback_on] }
    dataOf(await admin.call(virtualModelApi.create, { body }))
    const opening = open(relay, path, { key: mine.key, body: chatBody('hi', { model: name, stream: true }) })
    const first = await silent(dear)
    const response = await opening
    assert.equal(response.status, 200)
    const reader = response.body?.getReader()
    assert.ok(reader)
    /** Reads until the text so far matches, or to the end. */
    const read = async (pattern?: RegExp) => {
      let text = ''
      while (!pattern?.test(text)) {
        const { done, value } = await reader.read()
        if (done) break
        text += Buffer.from(value).toString()
      }
      return text
    }
    await read(pings)
    return { first, cheap, mine, name, read, headers: response.headers }
  }
  async function silent(upstream: SteeredUpstream) {
    const { response } = await upstream.next()
    openEvents(response)
    return response
  }

  test('is served by the next model when that fails, with keep-alives meanwhile', async (t) => {
    const { first, cheap, mine, name, read, headers } = await given(t)
    first.destroy()
    const second = await silent(cheap)
    assert.match(await read(pings), pings)
    second.end(streamOf('sun'))
    assert.match(await read(), /sun.*\[DONE\]/s)
    assert.equal(headers.get(virtualModelHeader), name)
    assert.equal(headers.get(modelHeader), null, 'a head that is sent before any output names no model')
    const { rows, charges } = await settledBooks(relay, mine)
    assert.deepEqual([rows.length, charges.length], [1, 1])
    assert.equal(rows[0]?.model_name, 'cheap')
    assert.deepEqual(rows[0]?.other.virtual_failed, ['dear'])
  })

  test('ends with one error event, free of charge, when all models fail', async (t) => {
    const { first, cheap, mine, read } = await given(t)
    first.destroy()
    const second = await silent(cheap)
    second.destroy()
    const events = eventsIn(await read())
    assert.equal(events.length, 1, JSON.stringify(events))
    assert.ok(events[0].error.message)
    assertFree(await booksOf(relay, mine))
    const failed = () =>
      relay.deps.logStore
        .selectFrom('logs')
        .select(['model_name'])
        .where('user_id', '=', mine.user_id)
        .where('type', '=', logType.failure)
        .execute()
    await eventually('the failure is logged', async () => (await failed()).length > 0)
    assert.deepEqual(await failed(), [{ model_name: 'cheap' }])
  })

  test('is not served by another model once there is output', async (t) => {
    const { first, cheap, mine, read } = await given(t)
    first.write(chatChunk({ content: 'sun' }))
    await read(/sun/)
    first.destroy()
    assert.ok(eventsIn(await read()).at(-1).error.message)
    assert.equal(cheap.received(), 0)
    assert.equal((await settledBooks(relay, mine)).rows[0]?.model_name, 'dear')
  })
})
