import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { geminiDialect } from './gemini-dialect.ts'

const hi = { role: 'user', parts: [{ text: 'hi' }] }
const call = (body: JsonObject, model = 'm') => geminiDialect.request({ contents: [hi], ...body }, model)

test('functions keep their schemas, types in small letters', () => {
  const parameters = {
    type: 'OBJECT',
    properties: {
      type: { type: 'STRING', enum: ['A'] },
      list: { type: 'ARRAY', items: { type: 'INTEGER' }, minItems: '1' },
      either: { anyOf: [{ type: 'NUMBER' }], nullable: true },
    },
    propertyOrdering: ['type'],
    required: ['type'],
  }
  const tools = [
    { functionDeclarations: [{ name: 'f', description: 'd', parameters }] },
    { functionDeclarations: [{ name: 'g', parameters, parametersJsonSchema: { type: 'object', $defs: {} } }] },
  ]
  assert.deepEqual(call({ tools }).tools, [
    {
      type: 'function',
      function: {
        name: 'f',
        description: 'd',
        parameters: {
          type: 'object',
          properties: {
            type: { type: 'string', enum: ['A'] },
            list: { type: 'array', items: { type: 'integer' }, minItems: 1 },
            either: { anyOf: [{ type: 'number' }, { type: 'null' }] },
          },
          required: ['type'],
        },
      },
    },
    { type: 'function', function: { name: 'g', parameters: { type: 'object', $defs: {}, properties: {} } } },
  ])
})

test('searching is for models that search; other tools of Google have nobody to run them', () => {
  const tools = [{ googleSearch: {} }, { codeExecution: {} }, { urlContext: {} }]
  assert.deepEqual(call({ tools }, 'claude-opus-5').web_search_options, {})
  assert.deepEqual(Object.keys(call({ tools }, 'gpt-4o')), ['model', 'messages'])
})

const declared = [{ functionDeclarations: [{ name: 'f' }, { name: 'g' }, { name: 'h' }] }]
const choices: [mode: string, names: string[] | undefined, choice: unknown, left: number][] = [
  ['AUTO', undefined, 'auto', 3],
  ['NONE', undefined, 'none', 3],
  ['ANY', undefined, 'required', 3],
  ['ANY', ['f'], { type: 'function', function: { name: 'f' } }, 3],
  ['ANY', ['f', 'g'], 'required', 2],
  ['VALIDATED', undefined, 'auto', 3],
  ['MODE_UNSPECIFIED', undefined, undefined, 3],
]
for (const [mode, allowedFunctionNames, choice, left] of choices)
  test(`calling mode ${mode} ${allowedFunctionNames ?? ''}`, () => {
    const request = call({ tools: declared, toolConfig: { functionCallingConfig: { mode, allowedFunctionNames } } })
    assert.deepEqual([request.tool_choice, request.tools?.length], [choice, left])
  })

test('without functions there is nothing to choose', () => {
  assert.equal(call({ toolConfig: { functionCallingConfig: { mode: 'ANY' } } }).tool_choice, undefined)
})
