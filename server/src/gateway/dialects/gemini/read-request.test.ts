import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { geminiDialect } from './gemini-dialect.ts'

const hi = { role: 'user', parts: [{ text: 'hi' }] }
const request = (body: JsonObject, model = 'm') => geminiDialect.request({ contents: [hi], ...body }, model)
const isMistake = (body: JsonObject, param?: string) =>
  assert.throws(
    () => geminiDialect.request(body, 'm'),
    (error: unknown) => error instanceof BadRequest && (param === undefined || error.param === param),
    JSON.stringify(body),
  )

test('two calls of one name without ids find their results', () => {
  const body = {
    systemInstruction: { parts: [{ text: 'S' }] },
    contents: [
      { parts: [{ text: 'hi' }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'f', args: { a: 1 } } }, { functionCall: { name: 'f', args: { a: 2 } } }],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'f', response: { result: 'one' } } },
          { functionResponse: { name: 'f', response: { x: 2 } } },
        ],
      },
    ],
    generationConfig: {
      maxOutputTokens: 7,
      stopSequences: ['a', 'b', 'c', 'd', 'e'],
      thinkingConfig: { thinkingBudget: 0 },
    },
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    tools: [{ functionDeclarations: [{ name: 'f' }] }],
  }
  const call = (id: string, args: string) => ({ id, type: 'function', function: { name: 'f', arguments: args } })
  assert.deepEqual(geminiDialect.request(body, 'm'), {
    model: 'm',
    max_tokens: 7,
    stop: ['a', 'b', 'c', 'd'],
    reasoning_effort: 'none',
    tool_choice: 'required',
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    messages: [
      { role: 'system', content: 'S' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('call_1_0', '{"a":1}'), call('call_1_1', '{"a":2}')],
      },
      { role: 'tool', tool_call_id: 'call_1_0', content: 'one' },
      { role: 'tool', tool_call_id: 'call_1_1', content: '{"x":2}' },
    ],
  })
})

test('snake case means the same as camel case', () => {
  const camel = {
    systemInstruction: { parts: [{ text: 'S' }] },
    contents: [
      { parts: [{ inlineData: { mimeType: 'image/png', data: 'QUJD' } }] },
      { role: 'model', parts: [{ functionCall: { name: 'f' }, thoughtSignature: 'T' }] },
      { parts: [{ functionResponse: { name: 'f', response: {} } }] },
    ],
    generationConfig: {
      maxOutputTokens: 5,
      topP: 0,
      stopSequences: ['x'],
      responseMimeType: 'application/json',
      thinkingConfig: { thinkingLevel: 'LOW' },
    },
    toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    tools: [
      { functionDeclarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { aB: { anyOf: [] } } } }] },
    ],
  }
  const snake = JSON.parse(
    JSON.stringify(camel).replace(/"(\w+)":/g, (_, name: string) =>
      name === 'aB' ? '"aB":' : `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}":`,
    ),
  )
  assert.notDeepEqual(snake, camel)
  assert.deepEqual(geminiDialect.request(snake, 'm'), geminiDialect.request(camel, 'm'))
})

test('the system speaks first, its parts joined; a bare text will do', () => {
  const systemOf = (systemInstruction: unknown) => request({ systemInstruction }).messages[0]
  assert.deepEqual(systemOf({ parts: [{ text: 'a' }, { text: 'b' }] }), { role: 'system', content: 'a\nb' })
  assert.deepEqual(systemOf('a'), { role: 'system', content: 'a' })
  assert.deepEqual(systemOf({ parts: [] }), { role: 'user', content: 'hi' })
})

test('what has no place here stays behind, and a cache that is elsewhere is a mistake', () => {
  const { messages: _, ...rest } = request({ safetySettings: [{}], labels: { a: 'b' }, newField: 1 })
  assert.deepEqual(rest, { model: 'm' })
  isMistake({ contents: [hi], cachedContent: 'cachedContents/1' }, 'cachedContent')
})

test('mistakes are told with their place', () => {
  isMistake({}, 'contents')
  isMistake({ contents: [] }, 'contents')
  isMistake({ contents: 'hi' }, 'contents')
  isMistake({ contents: [null] }, 'contents[0]')
  isMistake({ contents: [{ role: 'pope', parts: [] }] }, 'contents[0].role')
  isMistake({ contents: [{ parts: 'x' }] }, 'contents[0].parts')
  isMistake({ contents: [{ parts: [null] }] }, 'contents[0].parts[0]')
  isMistake({ contents: [hi], systemInstruction: 7 }, 'systemInstruction')
  isMistake({ contents: [hi], systemInstruction: { parts: [{ functionCall: { name: 'f' } }] } }, 'systemInstruction')
  isMistake({ contents: [hi], generationConfig: 'x' }, 'generationConfig')
  isMistake({ contents: [hi], generationConfig: { temperature: 'x' } }, 'generationConfig.temperature')
  isMistake({ contents: [hi], generationConfig: { maxOutputTokens: -1 } }, 'generationConfig.maxOutputTokens')
  isMistake({ contents: [hi], generationConfig: { maxOutputTokens: 1e12 } }, 'generationConfig.maxOutputTokens')
  isMistake({ contents: [hi], generationConfig: { candidateCount: 1000 } }, 'generationConfig.candidateCount')
  isMistake({ contents: [hi], generationConfig: { stopSequences: 'x' } }, 'generationConfig.stopSequences')
  isMistake({ contents: [hi], generationConfig: { stopSequences: [1] } }, 'generationConfig.stopSequences')
  isMistake({ contents: [hi], tools: 'x' }, 'tools')
  isMistake({ contents: [hi], tools: [null] }, 'tools')
  isMistake({ contents: [hi], tools: [{ functionDeclarations: [{}] }] }, 'tools')
})
