import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import { anthropic } from './anthropic.ts'
import { requestContext, required, responseContext, targetOf } from './testing.ts'

const folder = join(import.meta.dirname, 'fixtures')
const { request, response, stream } = required(anthropic.chat)

for (const name of readdirSync(folder)) {
  const path = (file: string) => join(folder, name, file)
  const read = (file: string): JsonObject => JSON.parse(readFileSync(path(file), 'utf8'))

  if (existsSync(path('client.json')))
    test(`${name}: an OpenAI client's request becomes Anthropic's`, () => {
      const client = read('client.json')
      const model = String(client.model)
      assert.deepEqual(request(openaiDialect.request(client, model), targetOf(model)).body, read('upstream.json'))
    })

  if (existsSync(path('response.json')))
    test(`${name}: Anthropic's message becomes an OpenAI client's answer`, () => {
      assert.deepEqual(
        openaiDialect.response(response(read('response.json'), responseContext), requestContext),
        read('expected.json'),
      )
    })

  if (existsSync(path('response.sse'))) {
    const bytes = readFileSync(path('response.sse'))
    const chunksOf = (step: number) => {
      const reader = createEventReader()
      const decoder = stream(responseContext)
      const chunks = []
      for (let at = 0; at < bytes.length; at += step)
        for (const event of reader.push(bytes.subarray(at, at + step))) chunks.push(...decoder.push(event))
      for (const event of reader.end()) chunks.push(...decoder.push(event))
      return [...chunks, ...decoder.end()]
    }
    test(`${name}: Anthropic's stream becomes an OpenAI client's`, () => {
      const facts = { ...requestContext, body: { stream_options: { include_usage: true } } }
      const encoder = openaiDialect.stream(facts)
      const text = chunksOf(bytes.length)
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
    test(`${name}: a stream cut anywhere says the same`, () => {
      assert.deepEqual(chunksOf(1), chunksOf(bytes.length))
      assert.deepEqual(chunksOf(7), chunksOf(bytes.length))
    })
  }
}
