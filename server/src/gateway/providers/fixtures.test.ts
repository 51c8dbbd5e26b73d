import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import type { JsonObject } from '../forms/chat.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { gemini } from './gemini/gemini.ts'
import { chunksOfStream, requestContext, required, responseContext, testTarget, typeOfFolder } from './testing.ts'

/** Chats of an OpenAI client with upstreams of other formats. */
const providers = { anthropic, gemini }

for (const [provider, operations] of Object.entries(providers)) {
  const chat = required(operations.chat)
  const type = required(typeOfFolder[provider])
  const folder = join(import.meta.dirname, provider, 'fixtures')
  for (const name of readdirSync(folder)) {
    const path = (file: string) => join(folder, name, file)
    const read = (file: string): JsonObject => JSON.parse(readFileSync(path(file), 'utf8'))

    if (existsSync(path('client.json')))
      test(`${provider}: ${name}: the request is translated`, () => {
        const client = read('client.json')
        const model = String(client.model)
        const request = chat.request(openaiDialect.request(client, model), testTarget({ type, model }))
        assert.deepEqual(request.body, read('upstream.json'))
      })

    if (existsSync(path('call.json')) && read('call.json').type !== undefined) continue

    if (existsSync(path('response.json')))
      test(`${provider}: ${name}: the response is translated`, () => {
        const response = chat.response(read('response.json'), responseContext)
        assert.deepEqual(openaiDialect.response(response, requestContext), read('expected.json'))
      })

    if (!existsSync(path('response.sse'))) continue
    const bytes = readFileSync(path('response.sse'))
    const chunksOf = (size?: number) => chunksOfStream(chat, bytes, responseContext, size)
    test(`${provider}: ${name}: the stream is translated`, () => {
      const encoder = openaiDialect.stream({ ...requestContext, body: { stream_options: { include_usage: true } } })
      const text = chunksOf()
        .map((chunk) => encoder.push(chunk))
        .join('')
      const frames = (text + encoder.end()).trimEnd().split('\n\n')
      assert.equal(frames.pop(), 'data: [DONE]')
      const bodies = frames.map((frame) => JSON.parse(frame.slice('data: '.length)))
      const { usage } = bodies.pop()
      const { deltas, finish_reason, usage: expected } = read('expected.json')
      assert.deepEqual(
        bodies.map(({ choices }) => choices[0].delta),
        deltas,
      )
      assert.equal(bodies.at(-1).choices[0].finish_reason, finish_reason)
      assert.deepEqual(usage, expected)
    })
    test(`${provider}: ${name}: a stream cut anywhere has the same chunks`, () => {
      for (const size of [1, 7]) assert.deepEqual(chunksOf(size), chunksOf())
    })
  }
}
