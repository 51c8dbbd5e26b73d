import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatChunk, JsonObject } from '../../forms/chat.ts'
import { createEventReader } from '../../forms/sse.ts'
import { gemini } from '../../providers/gemini/gemini.ts'
import type { ResponseContext } from '../../providers/provider.ts'
import { testTarget } from '../../providers/testing.ts'
import { anthropicDialect } from '../anthropic/anthropic-dialect.ts'
import type { RequestContext } from '../dialect.ts'
import { openaiDialect } from '../openai/openai-dialect.ts'
import { geminiDialect } from './gemini-dialect.ts'

const responseContext: ResponseContext = { id: 'req_1', now: 0, model: 'gemini-3.8-flash' }
const facts: RequestContext = { body: {}, model: 'm', id: 'req_1', now: 0, promptEstimate: 0, sse: true }
const target = testTarget({ type: 24, base_url: 'https://g.example', model: 'gemini-3.8-flash' })
const { chat } = gemini
assert.ok(chat)

const conversation: JsonObject = {
  systemInstruction: { parts: [{ text: 'S' }] },
  contents: [
    { role: 'user', parts: [{ text: 'see' }, { inlineData: { mimeType: 'image/png', data: 'QUJD' } }] },
    {
      role: 'model',
      parts: [
        { text: 'Calling.' },
        { functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 'SIG' },
        { functionCall: { id: 'b', name: 'g', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'f', response: { ok: true } } },
        { functionResponse: { id: 'b', name: 'g', response: { content: 'sunny' } } },
        { text: 'and?' },
      ],
    },
  ],
  tools: [
    {
      functionDeclarations: [
        {
          name: 'f',
          description: 'd',
          parameters: { type: 'object', properties: { x: { type: 'integer', nullable: true } } },
        },
        { name: 'g' },
      ],
    },
  ],
  toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  generationConfig: {
    maxOutputTokens: 7,
    stopSequences: ['a'],
    seed: 0,
    responseMimeType: 'application/json',
    responseJsonSchema: { type: 'object' },
    thinkingConfig: { thinkingLevel: 'low', includeThoughts: true },
  },
}

test('a Gemini request through our own form is the same request', () => {
  assert.deepEqual(chat.request(geminiDialect.request(conversation, 'm'), target).body, conversation)
})

const response: JsonObject = {
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [
          { text: 't', thought: true },
          { text: 'a ' },
          { inlineData: { mimeType: 'image/png', data: 'QUJD' } },
          { functionCall: { id: 'x', name: 'f', args: { a: 1 } }, thoughtSignature: 'S' },
        ],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: {
    promptTokenCount: 20,
    candidatesTokenCount: 1300,
    totalTokenCount: 1326,
    cachedContentTokenCount: 8,
    thoughtsTokenCount: 6,
    candidatesTokensDetails: [
      { modality: 'TEXT', tokenCount: 10 },
      { modality: 'IMAGE', tokenCount: 1290 },
    ],
  },
  modelVersion: 'gemini-3.8-flash',
  responseId: 'r1',
}

test('a Gemini response through the gateway’s form stays the same', () => {
  assert.deepEqual(geminiDialect.response(chat.response(response, responseContext), facts), response)
})

function chunksOf(frames: JsonObject[]): ChatChunk[] {
  const decoder = chat?.stream(responseContext)
  assert.ok(decoder)
  const chunks = frames.flatMap((frame) => decoder.push({ data: JSON.stringify(frame) }))
  return [...chunks, ...decoder.end()]
}

test('a Gemini stream through our own form says the same', () => {
  const { candidates: _, ...head } = response
  const [whole] = response.candidates as [{ content: { parts: JsonObject[] } }]
  const frames = whole.content.parts.map((part, ordinal, { length }) => ({
    candidates: [
      { index: 0, content: { role: 'model', parts: [part] }, ...(ordinal === length - 1 && { finishReason: 'STOP' }) },
    ],
    ...head,
  }))
  const encoder = geminiDialect.stream(facts)
  const text =
    chunksOf(frames)
      .map((chunk) => encoder.push(chunk))
      .join('') + encoder.end()
  const written = createEventReader()
    .push(Buffer.from(text))
    .map(({ data }) => JSON.parse(data))
  const last = written.pop()
  assert.deepEqual(
    written.flatMap(({ candidates }) => candidates[0].content.parts),
    whole.content.parts,
  )
  assert.equal(last.candidates[0].finishReason, 'STOP')
  assert.deepEqual(last.usageMetadata, response.usageMetadata)
})

test('a signature comes back from an OpenAI client that keeps its calls as they came', () => {
  const { choices } = openaiDialect.response(chat.response(response, responseContext), facts) as {
    choices: { message: JsonObject }[]
  }
  const messages = [
    { role: 'user', content: 'hi' },
    choices[0]?.message,
    { role: 'tool', tool_call_id: 'x', content: 'ok' },
  ]
  const body = chat.request(openaiDialect.request({ messages }, 'm'), target).body as {
    contents: { parts: JsonObject[] }[]
  }
  assert.deepEqual(body.contents[1]?.parts.at(-1), {
    functionCall: { id: 'x', name: 'f', args: { a: 1 } },
    thoughtSignature: 'S',
  })
})

test('a signature comes back from an Anthropic client that keeps its thoughts as they came', () => {
  const { content } = anthropicDialect.response(chat.response(response, responseContext), facts)
  const messages = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'ok' }] },
  ]
  const request = anthropicDialect.request({ model: 'm', max_tokens: 5, messages }, 'm')
  const body = chat.request(request, target).body as { contents: { parts: JsonObject[] }[] }
  assert.equal(body.contents[1]?.parts.at(-1)?.thoughtSignature, 'S')
})
