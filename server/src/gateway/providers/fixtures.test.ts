import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import type { RequestContext } from '../dialects/dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import type { ChatChunk, ChatRequest, JsonObject } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { messageOf } from './aws/testing.ts'
import { shortCallId } from './mistral/messages.ts'
import type { Provider, ResponseContext, SingleKind, SingleOperation, Target } from './provider.ts'
import { loadedProvider, loadProviders } from './registry.ts'
import { chunksOfStream, testTarget } from './testing.ts'

// A case is a folder whose `call.json` describes the channel and the request; its `source` is the vendor's document,
// library or recording. `client.json` is the request of an OpenAI client and `upstream.json` what the vendor must get.
// `response.*` is the vendor's response, and `expected.json` is the result that a client must get. All are written from the
// source and never printed by this code.
const folders = globSync('*/fixtures/*/call.json', { cwd: import.meta.dirname })
  .map(dirname)
  .sort()
await loadProviders(channelTypeOrder)

type Call = Partial<Target> & {
  type: ChannelType
  /** The kind of request. The default is a chat. */
  kind?: 'chat' | 'completion' | 'balance' | SingleKind
  /** The status of a response that is an error. */
  status?: number
  request?: JsonObject
}
/** One message of a binary event stream. `chunk` is sent as the text in its member `bytes`. */
type Frame = { headers: Record<string, string>; payload?: JsonObject; chunk?: JsonObject }

/** Stands for a value that the gateway makes itself because the vendor sends none, such as an id or an estimate. */
const made = '<made>'

/** The expected value, with the gateway's own values in the places of `made`. */
function filled(expected: unknown, actual: unknown): unknown {
  if (expected === made && actual !== '') return actual ?? made
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return expected
  const fill = (name: string | number, value: unknown) => filled(value, Object(actual)[name])
  if (Array.isArray(expected)) return expected.map((value, index) => fill(index, value))
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, fill(name, value)]))
}

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
function assertResponse(actual: unknown, expected: unknown) {
  assert.deepEqual(plain(actual), filled(expected, actual))
}

/** The bytes of a stream: as the vendor sends them, or made from the messages of a binary event stream. */
function streamIn(folder: string): Buffer | undefined {
  const text = ['response.sse', 'response.ndjson'].map((file) => join(folder, file)).find(existsSync)
  if (text) return readFileSync(text)
  const recorded = join(folder, 'response.base64')
  if (existsSync(recorded)) return Buffer.from(readFileSync(recorded, 'utf8'), 'base64')
  if (!existsSync(join(folder, 'response.frames.json'))) return undefined
  const frames: Frame[] = JSON.parse(readFileSync(join(folder, 'response.frames.json'), 'utf8'))
  const bytes = (chunk: JsonObject) => ({ bytes: Buffer.from(JSON.stringify(chunk)).toString('base64') })
  return Buffer.concat(frames.map(({ headers, payload, chunk }) => messageOf(headers, chunk ? bytes(chunk) : payload)))
}

/** The stream as an OpenAI client reads it: deltas and finish reasons, then the usage. */
function seenOf(chunks: ChatChunk[], facts: RequestContext): unknown[] {
  const encoder = openaiDialect.stream(facts)
  const text = chunks.map((chunk) => encoder.push(chunk)).join('') + encoder.end()
  const frames = text.trimEnd().split('\n\n')
  assert.equal(frames.pop(), 'data: [DONE]')
  return frames.map((frame) => {
    const { choices, usage, object } = JSON.parse(frame.replace('data: ', ''))
    assert.equal(object, 'chat.completion.chunk')
    if (choices.length === 0) return { usage }
    const { index: _, logprobs: __, ...choice } = choices[0]
    return choice
  })
}

function failureOf(read: () => unknown): UpstreamFailure {
  try {
    read()
  } catch (error) {
    if (error instanceof UpstreamFailure) return error
    throw error
  }
  throw new Error('the failure was read as a response')
}

/** Compares only the fields that the case names; the gateway words the rest itself. */
function assertFailure(failure: UpstreamFailure, expected: JsonObject) {
  const { kind, status, type, code, message } = failure
  const told = Object.entries({ kind, status, type, code, message }).filter(([name]) => name in expected)
  assert.deepEqual(Object.fromEntries(told), expected)
}

function readSingle(operation: SingleOperation, body: unknown, request: JsonObject, target: Target): JsonObject {
  const next = operation.next?.(body, target)
  if (next) return { next: next.url }
  const usage = operation.usage?.(body)
  const counted = usage && { usage: { input: usage.input, output: usage.output } }
  const sound = operation.sound?.(body, request)
  if (sound) return { sound: { mime: sound.mime, text: Buffer.from(sound.bytes).toString('utf8') }, ...counted }
  return { body: operation.response ? operation.response(body, request, { now: 1_700_000_000 }) : body, ...counted }
}

function providerOf(target: Target): Provider {
  const provider = loadedProvider(target.type)
  return provider.variant?.(target) ?? provider
}

/** In a fixture, the id that Mistral gets for `call_abc`. */
const mistralId = 'REMAP'

describe('requests become what vendors document, and their responses what clients expect', () => {
  for (const folder of folders) {
    const at = (file: string) => join(import.meta.dirname, folder, file)
    const read = (file: string) =>
      JSON.parse(readFileSync(at(file), 'utf8').replaceAll(mistralId, shortCallId('call_abc')))
    const { kind = 'chat', status, request = {}, ...channel }: Call = read('call.json')
    const base_url = channelTypes[channel.type].defaultBaseUrl
    const target = testTarget({ ...(base_url && { base_url }), ...channel })
    const client: ChatRequest | undefined = existsSync(at('client.json')) ? read('client.json') : undefined
    const about: ResponseContext = {
      id: 'chatcmpl-1',
      now: 1_700_000_000,
      model: client?.model ?? target.model,
      setting: target.setting,
    }
    const facts: RequestContext = {
      body: client ?? { stream_options: { include_usage: true } },
      model: about.model,
      id: about.id,
      now: about.now,
      promptEstimate: 1,
    }
    const name = folder.replace('/fixtures/', ': ')

    if (client)
      test(`${name}: the request`, () => {
        const sent = providerOf(target).chat?.request(openaiDialect.request(client, client.model), target)
        const { body, url, headers = { authorization: 'Bearer k' } } = read('upstream.json')
        assert.deepEqual(plain(sent?.body), body)
        if (url) assert.deepEqual([sent?.url, sent?.headers], [url, headers])
      })

    if (!existsSync(at('expected.json'))) continue
    const expected = read('expected.json')
    const stream = streamIn(join(import.meta.dirname, folder))
    test(name, () => {
      const provider = providerOf(target)
      if (status !== undefined)
        return assertFailure(provider.failure(status, read('response.json'), {}), expected.failure)
      if (kind === 'balance')
        return assertResponse(provider.balance?.response([read('response.json')], target), expected)
      if (kind !== 'chat' && kind !== 'completion') {
        const operation = provider.single?.[kind]
        assert.ok(operation)
        return assertResponse(readSingle(operation, read('response.json'), request, target), expected)
      }
      const operation = provider[kind]
      assert.ok(operation)
      if (!stream) {
        const response = () => openaiDialect.response(operation.response(read('response.json'), about), facts)
        return expected.failure
          ? assertFailure(failureOf(response), expected.failure)
          : assertResponse(response(), expected)
      }
      const seen = (size: number) => seenOf(chunksOfStream(operation, stream, about, size), facts)
      if (expected.failure)
        return assertFailure(
          failureOf(() => seen(stream.length)),
          expected.failure,
        )
      assertResponse(seen(stream.length), expected)
      for (const size of [1, 7]) assert.deepEqual(seen(size), seen(stream.length))
    })
  }
})

test('there are cases', () => {
  assert.ok(folders.length >= 130)
})
