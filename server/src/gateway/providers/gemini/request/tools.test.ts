import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../forms/chat.ts'
import { UpstreamFailure } from '../../../forms/failure.ts'
import { bodyOf } from '../testing.ts'
import { nameReader, safeName } from './function-names.ts'

const fn = (name: string, parameters?: JsonObject) => ({ type: 'function', function: { name, parameters } })
const parameters = { type: 'object', properties: { a: { type: 'string' } } }

test('all functions are declared in one entry, and an object without properties is left out', () => {
  assert.deepEqual(bodyOf({ tools: [fn('f', parameters), fn('g', { type: 'object' }), fn('h')] }).tools, [
    { functionDeclarations: [{ name: 'f', parameters }, { name: 'g' }, { name: 'h' }] },
  ])
})

test('an object of any members inside parameters is given as JSON schema, where a model takes one', () => {
  const open = {
    type: 'object',
    properties: { labels: { type: 'object', additionalProperties: { type: 'string' } }, a: { type: 'string' } },
    additionalProperties: false,
  }
  const declared = (schema: JsonObject, model?: string) => {
    const [entry] = bodyOf({ tools: [fn('f', schema)] }, model).tools as { functionDeclarations: JsonObject[] }[]
    return entry?.functionDeclarations[0]
  }
  assert.deepEqual(declared(open), { name: 'f', parametersJsonSchema: open })
  const listed = { type: 'object', properties: { all: { type: 'array', items: { type: 'object' } } } }
  assert.deepEqual(declared(listed), { name: 'f', parametersJsonSchema: listed })
  assert.deepEqual(Object.keys(declared(open, 'gemini-2.0-flash') ?? {}), ['name', 'parameters'])
  assert.deepEqual(declared(parameters), { name: 'f', parameters })
})

test('tools that Google runs have entries of their own', () => {
  const tools = ['googleSearch', 'codeExecution', 'urlContext', 'google_search'].map((name) => fn(name))
  assert.deepEqual(bodyOf({ tools }).tools, [{ googleSearch: {} }, { codeExecution: {} }, { urlContext: {} }])
})

test('beside functions they are offered to models that can combine the two, and to no others', () => {
  const tools = [fn('f'), fn('codeExecution')]
  const functions = { functionDeclarations: [{ name: 'f' }] }
  for (const model of ['gemini-2.5-pro', 'gemini-2.0-flash', 'gemma-3', 'house-model']) {
    const body = bodyOf({ tools, web_search_options: {} }, model)
    assert.deepEqual([body.tools, body.toolConfig], [[functions], undefined], model)
  }
  for (const model of ['gemini-3-flash-preview', 'gemini-3.6-flash', 'gemini-pro-latest']) {
    const body = bodyOf({ tools, web_search_options: {} }, model)
    assert.deepEqual(body.tools, [functions, { codeExecution: {} }, { googleSearch: {} }], model)
    assert.deepEqual(body.toolConfig, { includeServerSideToolInvocations: true }, model)
  }
})

test('where the two are combined, a call is left to the model by the mode made for that', () => {
  const configFor = (tool_choice: unknown) =>
    bodyOf({ tools: [fn('f')], web_search_options: {}, tool_choice }, 'gemini-3-flash-preview').toolConfig
  const combined = { includeServerSideToolInvocations: true }
  assert.deepEqual(configFor('auto'), { ...combined, functionCallingConfig: { mode: 'VALIDATED' } })
  assert.deepEqual(configFor('none'), { ...combined, functionCallingConfig: { mode: 'NONE' } })
  assert.deepEqual(configFor('required'), { ...combined, functionCallingConfig: { mode: 'ANY' } })
})

test('searching the web is searching with Google, once', () => {
  assert.deepEqual(bodyOf({ web_search_options: {} }).tools, [{ googleSearch: {} }])
  assert.deepEqual(bodyOf({ web_search_options: {}, tools: [fn('googleSearch')] }).tools, [{ googleSearch: {} }])
})

test("a client's own function named like someone's tool stays its own", () => {
  assert.deepEqual(bodyOf({ tools: [fn('web_search', parameters)] }).tools, [
    { functionDeclarations: [{ name: 'web_search', parameters }] },
  ])
})

test('a tool that takes free text is a function of one argument', () => {
  assert.deepEqual(bodyOf({ tools: [{ type: 'custom', custom: { name: 'c', description: 'd' } }] }).tools, [
    {
      functionDeclarations: [
        {
          name: 'c',
          description: 'd',
          parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
        },
      ],
    },
  ])
})

test('a tool nobody here can run is left to other upstreams', () => {
  for (const tool of [{ type: 'file_search' }, { type: 'function' }, 'x'])
    assert.throws(
      () => bodyOf({ tools: [tool] }),
      (error: unknown) => error instanceof UpstreamFailure && error.kind === 'unsupported',
    )
})

const choices: [choice: unknown, expected: JsonObject | undefined][] = [
  ['auto', { mode: 'AUTO' }],
  ['none', { mode: 'NONE' }],
  ['required', { mode: 'ANY' }],
  [
    { type: 'function', function: { name: 'f' } },
    { mode: 'ANY', allowedFunctionNames: ['f'] },
  ],
  [
    { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [fn('f'), fn('g')] } },
    { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
  ],
  [{ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [fn('f')] } }, { mode: 'AUTO' }],
  ['constructor', undefined],
  [{ type: 'function' }, undefined],
  [undefined, undefined],
]
for (const [tool_choice, expected] of choices)
  test(`tool choice ${JSON.stringify(tool_choice)}`, () => {
    const { toolConfig } = bodyOf({ tools: [fn('f')], tool_choice })
    assert.deepEqual(toolConfig, expected && { functionCallingConfig: expected })
  })

test('without functions there is no choice', () => {
  assert.equal(bodyOf({ tools: [fn('googleSearch')], tool_choice: 'required' }).toolConfig, undefined)
})

test('a name that Gemini refuses is changed everywhere alike and can be turned back', () => {
  const name = '2/é'
  const safe = safeName(name)
  assert.match(safe, /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/)
  const call = { id: 'c', type: 'function', function: { name, arguments: '{}' } }
  const body = bodyOf({
    tools: [fn(name)],
    tool_choice: { type: 'function', function: { name } },
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ],
  })
  assert.equal(JSON.stringify(body).split(`"${safe}"`).length, 5)
  assert.equal(nameReader(['f', name])(safe), name)
  assert.equal(nameReader(['f', name])('f'), 'f')
})

test('long names that begin alike stay apart', () => {
  const long = 'n'.repeat(80)
  assert.equal(safeName(long).length <= 64, true)
  assert.equal(safeName('n'.repeat(64)), 'n'.repeat(64))
  assert.notEqual(safeName('n'.repeat(65)), 'n'.repeat(65))
  assert.match(safeName(`ab/${long}`), /^ab_n+_[0-9a-f]{8}$/)
  assert.notEqual(safeName(`${long}a`), safeName(`${long}b`))
  assert.equal(safeName('a.b:c-d_1'), 'a.b:c-d_1')
})
