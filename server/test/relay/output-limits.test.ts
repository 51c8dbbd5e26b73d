import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertCharged, settledBooks } from './books.ts'
import { charge } from './charge.ts'
import { chatFormats } from './providers/chat-formats.ts'
import { soon } from './providers/client-call.ts'
import { chatBody, eventsIn, send } from './send.ts'
import { startSteeredUpstream, usageOf } from './steered-upstream.ts'
import { startTalker } from './talker.ts'

const model = 'gpt-4o'
const limit = 100
/** A tenth and 64 tokens more are accepted; the response is counted again each time it has grown by a quarter. */
const stopsBefore = (limit * 1.1 + 64) * 1.25 + 10

for (const kind of databaseKindsOfRun)
  describe(`an upstream that ignores the limit of output tokens [${kind}]`, () => {
    const relay = useRelay(kind)

    for (const [name, format] of Object.entries(chatFormats)) {
      const bodyOf = (isStream: boolean) => ({ ...format.body(model, 'hi', isStream), ...format.limit(limit) })

      test(`is stopped in a stream, which is charged as far as it came: ${name}`, async (t) => {
        const talker = await startTalker(t, { content: 'sea sea ' })
        const here = relay.place()
        await here.channel({ type: 25, models: model, base_url: talker.url })
        const mine = await here.key()
        const sending = { headers: format.headers(mine.key), body: bodyOf(true) }
        const { text } = await soon('the end of the stream', send(relay, format.path(model, true), sending))
        const events = eventsIn(text)
        assert.match(JSON.stringify(format.errorIn(events)), /exceeded the limit of output tokens/)
        assert.equal(format.isComplete(text), false)
        await eventually('the upstream is let go', () => talker.talking === 0)
        const delivered = countTokens(format.streamedText(events))
        assert.ok(delivered > limit && delivered < stopsBefore, `${delivered} tokens`)
        const books = await settledBooks(relay, mine)
        const { prompt_tokens: prompt, completion_tokens, other } = books.rows[0] ?? assert.fail('no row')
        assert.equal(completion_tokens, delivered)
        assert.deepEqual([other.over_limit, other.stream_status.end_reason], [true, 'over_limit'])
        assertCharged(books, chatCost(prompt, delivered))
      })

      test(`is charged by our count for a whole response, and its row is marked: ${name}`, async (t) => {
        const upstream = await startSteeredUpstream(t)
        const here = relay.place()
        await here.channel({ type: 25, models: model, base_url: upstream.url })
        const mine = await here.key()
        const sent = send(relay, format.path(model, false), { headers: format.headers(mine.key), body: bodyOf(false) })
        const { response } = await upstream.next()
        const content = 'sea '.repeat(1000)
        const message = { role: 'assistant', content }
        const result = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, ...usageOf(9, 1000) }
        const choices = [{ index: 0, message, finish_reason: 'stop' }]
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...result, choices }))
        const { status, json } = await sent
        assert.equal(status, 200)
        assert.equal(format.wholeText(json), content)
        const books = await settledBooks(relay, mine)
        const { prompt_tokens: prompt, other } = books.rows[0] ?? assert.fail('no row')
        assert.equal(other.over_limit, true)
        assertCharged(books, chatCost(prompt, countTokens(content)))
      })
    }

    test('is not suspected where the response is within the limit', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      await here.channel({ models: model, base_url: upstream.url })
      const mine = await here.key()
      const sent = send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { max_tokens: limit }) })
      const { response } = await upstream.next()
      const message = { role: 'assistant', content: 'sea '.repeat(limit) }
      const choices = [{ index: 0, message, finish_reason: 'length' }]
      const result = { id: 'a', object: 'chat.completion', created: 1, model, choices }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result))
      assert.equal((await sent).status, 200)
      assert.equal((await settledBooks(relay, mine)).rows[0]?.other.over_limit, undefined)
    })

    test('is stopped while it speaks', async (t) => {
      const spoken = 'gpt-4o-audio-preview'
      const talker = await startTalker(t, { audio: { id: 'a', data: Buffer.alloc(48_000).toString('base64') } })
      const here = relay.place()
      await here.channel({ models: spoken, base_url: talker.url })
      const mine = await here.key()
      const audio = { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'pcm16' } }
      const body = chatBody('hi', { model: spoken, stream: true, max_tokens: limit, ...audio })
      const sent = send(relay, '/v1/chat/completions', { key: mine.key, body })
      const { text } = await soon('the end of the stream', sent)
      assert.equal(eventsIn(text).at(-1).error?.code, 'output_limit_exceeded', text.slice(-300))
      const { rows } = await settledBooks(relay, mine)
      assert.ok((rows[0]?.completion_tokens ?? 0) < stopsBefore, `${rows[0]?.completion_tokens} tokens`)
      assert.equal(rows[0]?.other.over_limit, true)
    })
  })

const chatCost = (prompt: number, output: number) =>
  charge(
    [
      [prompt, '1'],
      [output, '4'],
    ],
    '1.25',
  )
