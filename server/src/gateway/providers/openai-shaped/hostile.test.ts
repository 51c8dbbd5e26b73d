import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isCount } from '../../../domain/money/pricing/usage.ts'
import type { Dialect, RequestContext } from '../../dialects/dialect.ts'
import { openaiDialect } from '../../dialects/openai/openai-dialect.ts'
import { responsesDialect } from '../../dialects/responses/responses-dialect.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatChunk, ChatResponse, JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { createEventReader, type ServerEvent } from '../../forms/sse.ts'
import { azure } from '../azure/azure.ts'
import { custom } from '../custom/custom.ts'
import { deepseek } from '../deepseek/deepseek.ts'
import { mistral } from '../mistral/mistral.ts'
import { moonshot } from '../moonshot/moonshot.ts'
import { ollama } from '../ollama/ollama.ts'
import { openai } from '../openai/openai.ts'
import type { Provider, ResponseContext } from '../provider.ts'
import { testTarget } from '../testing.ts'

const providers: Record<string, Provider> = { openai, azure, ollama, custom, moonshot, mistral, deepseek }
const target = testTarget({ type: 1, base_url: 'https://h.example', model: 'gpt-5.6' })
const responseContext: ResponseContext = { id: 'chatcmpl-1', now: 1, model: 'm' }
const facts = (body: JsonObject): RequestContext => ({ body, model: 'm', id: 'chatcmpl-1', now: 1, promptEstimate: 1 })

const hostile: unknown[] = [
  null,
  true,
  -1,
  0,
  1e308,
  3.7,
  '',
  'x',
  '\ud800',
  [],
  {},
  [[]],
  [null],
  [{}],
  { constructor: 1 },
  JSON.parse('{"__proto__":{"type":"text"}}'),
]

/** Every variant of a value in which one node is replaced or missing. */
function* damaged(value: unknown): Generator<unknown> {
  yield* hostile
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) for (const other of damaged(item)) yield value.with(index, other)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      const { [name as keyof typeof value]: _, ...without } = value
      yield without
      for (const other of damaged(item)) yield { ...without, [name]: other }
    }
}

function fixtures(file: string): [folder: string, path: string][] {
  return Object.keys(providers).flatMap((folder) => {
    const root = join(import.meta.dirname, '..', folder, 'fixtures')
    const paths = readdirSync(root).map((name) => join(root, name, file))
    return paths.filter((path) => existsSync(path)).map((path): [string, string] => [folder, path])
  })
}
const parse = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const isDenial = (error: unknown) => error instanceof UpstreamFailure || error instanceof BadRequest

/** Any other error than a failure or a refusal is a bug, and is reported with its cause. */
function survive<Result>(run: () => Result, cause: unknown): Result | undefined {
  try {
    return run()
  } catch (error) {
    if (isDenial(error)) return undefined
    throw new Error(`${String(error)} caused by ${JSON.stringify(cause)}`, { cause: error })
  }
}
const clients: [Dialect, JsonObject][] = [
  [openaiDialect, { stream_options: { include_usage: true } }],
  [openaiDialect, { functions: [{ name: 'f' }] }],
  [openaiDialect, { tools: [{ type: 'custom', custom: { name: 'f' } }] }],
  [responsesDialect, { tools: [{ type: 'custom', name: 'f' }] }],
]

function checkUsage({ usage }: ChatResponse | ChatChunk, cause: unknown) {
  const { tool_calls: _, ...counts } = usage ?? {}
  for (const count of Object.values(counts)) assert.ok(isCount(count), JSON.stringify(cause))
}

test('any response of an upstream is read, or refused as its failure', () => {
  let read = 0
  for (const [folder, path] of fixtures('response.json'))
    for (const body of damaged(parse(path))) {
      const response = survive(() => providers[folder]?.chat?.response(body, responseContext), body)
      if (!response) continue
      read++
      checkUsage(response, body)
      for (const [dialect, sent] of clients)
        survive(() => JSON.stringify(dialect.response(response, facts(sent))), body)
    }
  assert.ok(read > 100)
})

function eventsOf(path: string): ServerEvent[] {
  if (path.endsWith('.sse')) return createEventReader().push(readFileSync(path))
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((data) => ({ data }))
}

test('whatever an upstream streams is read, or refused as its failure', () => {
  let read = 0
  for (const [folder, path] of [...fixtures('response.sse'), ...fixtures('response.ndjson')]) {
    const events = eventsOf(path)
    for (const [index, { data, event }] of events.entries()) {
      if (data === '[DONE]') continue
      for (const body of damaged(JSON.parse(data))) {
        const sent = events.with(index, { event, data: JSON.stringify(body) })
        const chunks = survive(() => {
          const decoder = providers[folder]?.chat?.stream(responseContext)
          return [...sent.flatMap((one) => decoder?.push(one) ?? []), ...(decoder?.end() ?? [])]
        }, body)
        if (!chunks) continue
        read++
        for (const chunk of chunks) checkUsage(chunk, body)
        for (const [dialect, requests] of clients)
          survive(() => {
            const encoder = dialect.stream(facts(requests))
            for (const chunk of chunks) encoder.push(chunk)
            encoder.end()
          }, body)
      }
    }
  }
  assert.ok(read > 100)
})

test('what is no JSON at all is refused as a failure', () => {
  for (const provider of Object.values(providers))
    for (const data of ['<html>', '{', 'undefined', '{"a":'])
      assert.throws(() => provider.chat?.stream(responseContext).push({ data }), { kind: 'bad_response' })
})

test('any request of a client is sent, or refused as its mistake', () => {
  const calls: [Dialect, JsonObject][] = [
    ...fixtures('client.json').map(([, path]): [Dialect, JsonObject] => [openaiDialect, parse(path)]),
    [
      responsesDialect,
      parse(join(import.meta.dirname, '..', 'openai', 'fixtures', 'chat-through-responses', 'upstream.json')).body,
    ],
  ]
  let sent = 0
  for (const [dialect, client] of calls)
    for (const body of damaged(client)) {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) continue
      const call = survive(() => dialect.request(body as JsonObject, 'gpt-5.6'), body)
      if (!call) continue
      for (const provider of Object.values(providers)) {
        const request = survive(() => provider.chat?.request(call, target), body)
        survive(() => provider.prefersResponses?.(call, target), body)
        if (request) sent++
        if (request) JSON.stringify(request.body)
      }
    }
  assert.ok(sent > 1000)
})
