import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { isCount } from '../../../src/domain/money/pricing/usage.ts'
import { BadRequest } from '../../../src/gateway/forms/bad-request.ts'
import type { ChatChunk, ChatResponse } from '../../../src/gateway/forms/chat.ts'
import { UpstreamFailure } from '../../../src/gateway/forms/failure.ts'
import type { ServerEvent } from '../../../src/gateway/forms/sse.ts'
import type {
  ChatOperation,
  NativeOperation,
  Provider,
  SingleOperation,
  Target,
} from '../../../src/gateway/providers/provider.ts'
import { loadedProvider } from '../../../src/gateway/providers/registry.ts'
import { providerOfRow, rowsOf } from './driven-providers.ts'

const nothings: unknown[] = [null, true, 0, -1, 1e308, '', 'x', [], {}, [null], [[]], [{}], { constructor: 1 }]

/** Members under which the upstreams of all formats put their output. */
const members = [
  ...[
    'id',
    'choices',
    'content',
    'candidates',
    'output',
    'outputs',
    'data',
    'message',
    'delta',
    'text',
    'finish_reason',
  ],
  ...[
    'result',
    'results',
    'Response',
    'Choices',
    'error',
    'error_code',
    'code',
    'base_resp',
    'event',
    'type',
    'status',
  ],
  ...[
    'usage',
    'Usage',
    'meta',
    'usageMetadata',
    'metadata',
    'header',
    'payload',
    'tool_calls',
    'images',
    'predictions',
  ],
]

/** Bodies that say something else under every member, and under all of them at once. */
const wrongBodies: unknown[] = nothings.flatMap((wrong) => [
  wrong,
  Object.fromEntries(members.map((member) => [member, wrong])),
  ...members.map((member) => ({ [member]: wrong })),
])
const target: Target = {
  type: 1,
  key: 'key',
  base_url: 'https://upstream.example',
  other: '',
  openai_organization: '',
  model: 'm',
  setting: {},
}
const noJson = ['<html>', '{', 'undefined', '{"a":', '']

/** These events are written by the reader that cuts the bytes, and not by the upstream. */
const chatglmFrames = loadedProvider(16).variant?.({ ...target, model: 'chatglm_turbo' })?.chat?.frames
assert.ok(chatglmFrames)

const about = { id: 'chatcmpl-1', now: 1, model: 'm' }

/** A response is read, or refused as the upstream's failure. Any other error is a bug, which clients see as ours. */
function survive<Result>(cause: unknown, read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UpstreamFailure || error instanceof BadRequest) return undefined
    throw new Error(`${String(error)} caused by ${JSON.stringify(cause)}`, { cause: error })
  }
}

function assertCounts(parts: (ChatResponse | ChatChunk)[], cause: unknown) {
  for (const { usage } of parts) {
    const { tool_calls: _, ...counts } = usage ?? {}
    for (const count of Object.values(counts)) assert.ok(isCount(count), JSON.stringify(cause))
  }
}

function readChats({ response, stream, frames }: ChatOperation | NativeOperation) {
  for (const body of wrongBodies) {
    const result = survive(body, () => response(body, about))
    if (result) assertCounts([result], body)
    readStream({ stream, frames }, JSON.stringify(body))
  }
  for (const data of noJson) readStream({ stream, frames }, data)
}

/** As an event; and as bytes, where the provider cuts them into events itself. */
function readStream({ stream, frames }: Pick<ChatOperation, 'stream' | 'frames'>, data: string) {
  const read = (events: () => ServerEvent[]) => {
    const chunks = survive(data, () => {
      const decoder = stream(about)
      return [...events().flatMap((event) => decoder.push(event)), ...decoder.end()]
    })
    assertCounts(chunks ?? [], data)
  }
  if (frames !== chatglmFrames) read(() => [{ data }])
  if (!frames) return
  for (const text of [`${data}\n`, `event:add\ndata:${data}\n\nevent:finish\nmeta:${data}\n\n`])
    read(() => {
      const reader = frames(1024 * 1024)
      const cut = [...reader.push(Buffer.from(text)), ...reader.end()]
      return cut.flatMap(({ event }) => event ?? [])
    })
}

function readSingles({ response, usage, seconds, sound, next }: SingleOperation, target: Target) {
  for (const body of wrongBodies) {
    survive(body, () => usage?.(body))
    survive(body, () => seconds?.(body))
    survive(body, () => sound?.(body, {}))
    survive(body, () => response?.(body, {}, { now: 1 }))
    survive(body, () => next?.(body, target))
  }
}

function readAll({ chat, completion, native = {}, single = {}, failure }: Provider) {
  for (const body of [...wrongBodies, ...noJson])
    for (const status of [200, 400, 401, 429, 503, 799]) assert.ok(failure(status, body, {}) instanceof UpstreamFailure)
  for (const operation of [chat, completion, ...Object.values(native)]) if (operation) readChats(operation)
  for (const operation of Object.values(single)) if (operation) readSingles(operation, target)
}

describe('whatever an upstream responds is read, or is its failure', () => {
  for (const type of channelTypeOrder)
    for (const row of rowsOf(type))
      test([channelTypes[type].label, row.variant].filter(Boolean).join(' '), () => readAll(providerOfRow(type, row)))
})
