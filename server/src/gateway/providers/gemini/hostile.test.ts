import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UpstreamFailure } from '../../forms/failure.ts'
import { responseContext } from '../testing.ts'
import { readNativeResponse, readResponse } from './response/read-response.ts'
import { createDecoder } from './response/read-stream.ts'

const deep = (levels: number): unknown => {
  let value: unknown = {}
  for (let level = 0; level < levels; level++) value = { a: value }
  return value
}
const candidate = (part: unknown) => ({ candidates: [{ content: { parts: [part] }, finishReason: 'STOP' }] })

const bodies: unknown[] = [
  null,
  true,
  0,
  '',
  'text',
  [],
  [[]],
  [null],
  {},
  { candidates: null },
  { candidates: 'x' },
  { candidates: [null, 1, []] },
  { candidates: [{}] },
  { candidates: [{ content: 'x', finishReason: 7 }] },
  { candidates: [{ content: { parts: { text: 'a' } } }] },
  { candidates: [{ content: { parts: [null, [], 1, {}] } }] },
  { candidates: [{ index: -1 }, { index: 1e9 }, { index: 'x' }, { index: 0.5 }] },
  { candidates: [{ index: 127, content: { parts: [{ text: 'a' }] } }] },
  candidate({ text: 7 }),
  candidate({ text: null, functionCall: null }),
  candidate({ functionCall: {} }),
  candidate({ functionCall: { name: '', args: 'x' } }),
  candidate({ functionCall: { name: 'f', args: [1], id: 7 } }),
  candidate({ functionCall: { name: '__proto__', args: JSON.parse('{"__proto__":1}') } }),
  candidate({ functionCall: { name: 'f', args: deep(50_000) } }),
  candidate({ inlineData: { mimeType: 7, data: 7 } }),
  candidate({ inlineData: { mimeType: 'image/png"onerror', data: 'x' } }),
  candidate({ executableCode: { language: {}, code: [] } }),
  candidate({ codeExecutionResult: {} }),
  candidate({ text: 'a', thoughtSignature: {} }),
  { candidates: [{ groundingMetadata: 'x' }] },
  { candidates: [{ groundingMetadata: { groundingChunks: [null, { web: 'x' }], webSearchQueries: {} } }] },
  { promptFeedback: 'x' },
  { promptFeedback: { blockReason: 7 } },
  { usageMetadata: [] },
  { ...candidate({ text: 'a' }), usageMetadata: { promptTokenCount: -5, totalTokenCount: 1e300 } },
  { responseId: 7, modelVersion: {}, ...candidate({ text: 'a' }) },
  { error: null, ...candidate({ text: 'a' }) },
  { error: 'x' },
  { error: [] },
  { error: { code: 'x', details: [{}] } },
  deep(50_000),
]

function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    assert.ok(error instanceof UpstreamFailure, String(error))
    return false
  }
}

test('whatever an upstream sends is read or is a failure', () => {
  for (const body of bodies) {
    isRead(() => JSON.stringify(readResponse(body, responseContext)))
    isRead(() => JSON.stringify(readNativeResponse(body, responseContext)))
    for (const isNative of [true, false])
      isRead(() => {
        const decoder = createDecoder(responseContext, isNative)
        // A body too deep for JSON.stringify is written by hand; JSON.parse can read it.
        const data = body === bodies.at(-1) ? `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}` : safeText(body)
        decoder.push({ data })
        decoder.push({ data })
        decoder.end()
      })
  }
})

const safeText = (body: unknown): string => {
  try {
    return JSON.stringify(body)
  } catch {
    return '{}'
  }
}

test('data that is no JSON is a failure; an empty event and an end marker are nothing', () => {
  const decoder = createDecoder(responseContext)
  for (const data of ['{', 'nonsense', '{"a":1}{"b":2}'])
    assert.throws(
      () => decoder.push({ data }),
      (error: unknown) => error instanceof UpstreamFailure && error.kind === 'bad_response',
      data,
    )
  assert.deepEqual([...decoder.push({ data: '' }), ...decoder.push({ data: '[DONE]' })], [])
})

test('arguments too deep to be written again are a failure', () => {
  assert.equal(
    isRead(() => readResponse(candidate({ functionCall: { name: 'f', args: deep(50_000) } }), responseContext)),
    false,
  )
})
