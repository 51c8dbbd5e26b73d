import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { channelTypes } from '@turnpike/contract/channel-types'
import type { RequestContext } from '../../dialects/dialect.ts'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import { azure } from '../azure/azure.ts'
import { custom } from '../custom/custom.ts'
import { deepseek } from '../deepseek/deepseek.ts'
import { shortCallId } from '../mistral/messages.ts'
import { mistral } from '../mistral/mistral.ts'
import { moonshot } from '../moonshot/moonshot.ts'
import { ollama } from '../ollama/ollama.ts'
import { openai } from '../openai/openai.ts'
import type { Provider, ResponseContext } from '../provider.ts'
import { chunksOfStream, required, testTarget, typeOfFolder } from '../testing.ts'

const providers: Record<string, Provider> = { openai, azure, ollama, custom, moonshot, mistral, deepseek }

const root = join(import.meta.dirname, '..')
const parse = (file: string) => JSON.parse(readFileSync(file, 'utf8').replaceAll('REMAP', shortCallId('call_abc')))
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

/** Frames of an OpenAI stream, reduced to the fields that a case checks. */
function framesOf(text: string): unknown[] {
  return createEventReader()
    .push(Buffer.from(text))
    .map(({ data }) => {
      if (data === '[DONE]') return data
      const { choices, usage, object } = JSON.parse(data)
      assert.equal(object, 'chat.completion.chunk')
      if (choices.length === 0) return { usage }
      const { index: _, logprobs: __, ...choice } = choices[0]
      return choice
    })
}

for (const [folder, provider] of Object.entries(providers))
  for (const name of readdirSync(join(root, folder, 'fixtures'))) {
    const type = required(typeOfFolder[folder])
    const at = (file: string) => join(root, folder, 'fixtures', name, file)
    const has = (file: string) => existsSync(at(file))
    const client: JsonObject = has('client.json') ? parse(at('client.json')) : { model: 'm' }
    const target = testTarget({
      type,
      base_url: channelTypes[type].defaultBaseUrl,
      model: String(client.model),
      ...(has('call.json') && parse(at('call.json'))),
    })
    const responseContext: ResponseContext = {
      id: 'chatcmpl-1',
      now: 1_700_000_000,
      model: String(client.model),
      setting: target.setting,
    }
    const facts: RequestContext = {
      body: client,
      model: responseContext.model,
      id: responseContext.id,
      now: responseContext.now,
      promptEstimate: 1,
    }
    const { chat } = provider
    assert.ok(chat)

    if (has('upstream.json'))
      test(`${folder}: ${name}: what is sent`, () => {
        const request = chat.request(openaiDialect.request(client, String(client.model)), target)
        const { url, body, headers = { authorization: 'Bearer k' } } = parse(at('upstream.json'))
        assert.equal(request.url, url)
        assert.deepEqual(request.headers, headers)
        assert.deepEqual(plain(request.body), body)
      })

    if (has('call.json') && parse(at('call.json')).type !== undefined) continue

    if (has('response.json'))
      test(`${folder}: ${name}: what comes back`, () => {
        const response = chat.response(parse(at('response.json')), responseContext)
        assert.deepEqual(plain(openaiDialect.response(response, facts)), parse(at('expected.json')))
      })

    const streamed = ['response.sse', 'response.ndjson'].find(has)
    if (streamed)
      test(`${folder}: ${name}: what is streamed back, however it is cut`, () => {
        const response = readFileSync(at(streamed))
        const read = (size: number) => chunksOfStream(chat, response, responseContext, size)
        const chunks = read(response.length)
        for (const size of [1, 2, 3, 7]) assert.deepEqual(read(size), chunks)
        const encoder = openaiDialect.stream(facts)
        const text = chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end()
        assert.deepEqual(framesOf(text), parse(at('expected.json')))
      })
  }
