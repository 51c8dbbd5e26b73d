import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { databaseKinds } from '../harness/databases.ts'
import { refusalOf, startLines, talk } from '../harness/realtime-harness.ts'
import { type GivenKey, useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'
import { chatBody, send } from './send.ts'
import { chatChunk, startSteeredUpstream } from './steered-upstream.ts'

for (const kind of databaseKinds)
  describe(`a price beyond what a balance can hold [${kind}]`, () => {
    const dear = { chat: 'gpt-dear', embeddings: 'embed-dear', speech: 'gpt-dear-tts', realtime: 'gpt-dear-realtime' }
    const ratios = Object.fromEntries(Object.values(dear).map((name) => [name, 1_000_000]))
    const relay = useRelay(kind, {}, async ({ options }) => {
      await options({
        ModelRatio: JSON.stringify(ratios),
        CompletionRatio: JSON.stringify(Object.fromEntries(Object.keys(ratios).map((name) => [name, 1_000_000]))),
        GroupRatio: JSON.stringify({ default: 1 }),
      })
    })

    test('is refused before the call, and nothing is held', async () => {
      const here = relay.place()
      await here.channel({ models: Object.values(dear).join() })
      const mine = await here.key()
      const { key } = mine
      const calls = [
        ['/v1/chat/completions', chatBody('hi', { model: dear.chat })],
        ['/v1/chat/completions', chatBody('hi', { model: dear.chat, max_tokens: 1_073_741_823, stream: true })],
        ['/v1/audio/speech', { model: dear.speech, input: 'hi '.repeat(2000), voice: 'alloy' }],
      ] as const
      for (const [address, body] of calls) {
        const { status, json } = await send(relay, address, { key, body })
        assert.deepEqual([status, json.error.code], [403, 'insufficient_user_quota'], address)
      }
      const { status, body } = await refusalOf(talk(relay.url, dear.realtime, { key }))
      assert.deepEqual([status, body.error.code], [403, 'insufficient_user_quota'])
      assert.deepEqual(here.sent(), [])
      assertFree(await booksOf(relay, mine))
    })

    /** A price at which the hold fits into the largest balance, and a believable usage does not. */
    async function givenRich(t: TestContext) {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      await relay.options({ GroupRatio: JSON.stringify({ default: 1, [here.group]: 10_000 }), CompletionRatio: '{}' })
      await here.channel({ models: Object.values(dear).join(), base_url: upstream.url })
      const quota = Number.MAX_SAFE_INTEGER
      return { upstream, mine: await here.key({ quota }), quota }
    }
    const usage = { prompt_tokens: 1_900_000, completion_tokens: 1, total_tokens: 1_900_001 }

    /** The call was charged what it held. */
    async function assertHoldCharged(mine: GivenKey, quota: number, held: number) {
      assert.ok(held > 0)
      const { rows } = await settledBooks(relay, mine)
      assert.deepEqual(
        rows.map((row) => row.quota),
        [held],
      )
      assert.deepEqual(await relay.balance(mine.user_id), {
        quota: quota - held,
        held: 0,
        used_quota: held,
        request_count: 1,
      })
    }

    const responses = {
      'a whole chat': {
        address: '/v1/chat/completions',
        body: chatBody('hi', { model: dear.chat }),
        type: 'application/json',
        response: JSON.stringify({
          id: 'a',
          object: 'chat.completion',
          created: 1,
          model: dear.chat,
          choices: [{ index: 0, message: { role: 'assistant', content: 'sun' }, finish_reason: 'stop' }],
          usage,
        }),
      },
      'a streamed chat': {
        address: '/v1/chat/completions',
        body: chatBody('hi', { model: dear.chat, stream: true }),
        type: 'text/event-stream',
        response: `${chatChunk({ content: 'sun' })}${chatChunk({}, 'stop', { usage })}data: [DONE]\n\n`,
      },
      'a single request': {
        address: '/v1/embeddings',
        body: { model: dear.embeddings, input: 'hi' },
        type: 'application/json',
        response: JSON.stringify({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [1] }], usage }),
      },
      'streamed speech': {
        address: '/v1/audio/speech',
        body: { model: dear.speech, input: 'hi', voice: 'alloy', stream_format: 'sse' },
        type: 'text/event-stream',
        response: [
          { type: 'speech.audio.delta', audio: 'AAAA' },
          { type: 'speech.audio.done', usage: { input_tokens: 1_900_000, output_tokens: 1, total_tokens: 1_900_001 } },
        ]
          .map((event) => `data: ${JSON.stringify(event)}\n\n`)
          .join(''),
      },
    }
    for (const [what, { address, body, type, response: result }] of Object.entries(responses))
      test(`costs the hold where only the response is beyond it, and leaves no hold behind: ${what}`, async (t) => {
        const { upstream, mine, quota } = await givenRich(t)
        const sent = send(relay, address, { key: mine.key, body })
        const { response } = await upstream.next()
        const { held } = await relay.balance(mine.user_id)
        response.writeHead(200, { 'content-type': type }).end(result)
        assert.equal((await sent).status, 200)
        await assertHoldCharged(mine, quota, held)
      })

    test('costs the hold where only the response is beyond it, and leaves no hold behind: a realtime session', async (t) => {
      const here = relay.place()
      await relay.options({ GroupRatio: JSON.stringify({ default: 1, [here.group]: 10_000 }), CompletionRatio: '{}' })
      const used = { input_tokens: 1_900_000, output_tokens: 1, total_tokens: 1_900_001 }
      const base_url = await startLines(t, (line) => {
        line.on('message', () =>
          line.send(JSON.stringify({ type: 'response.done', response: { status: 'completed', usage: used } })),
        )
      })
      await here.channel({ models: dear.realtime, base_url })
      const quota = Number.MAX_SAFE_INTEGER
      const mine = await here.key({ quota })
      const client = talk(relay.url, dear.realtime, { key: mine.key })
      await once(client.socket, 'open')
      const { held } = await relay.balance(mine.user_id)
      client.send({ type: 'response.create' })
      const refused = (await client.until('error')).at(-1)
      assert.equal(refused.error.code, 'insufficient_user_quota')
      assert.equal(await client.closed, 1008)
      await assertHoldCharged(mine, quota, held)
    })
  })
