import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../forms/bad-request.ts'
import type { JsonObject } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { measureChange, measuresOf } from './measures.ts'
import { type OverrideFacts, overrideRequest } from './override-request.ts'
import { readOverrides } from './read-overrides.ts'

type Given = { param?: object; header?: object; facts?: Partial<OverrideFacts>; headers?: Record<string, string> }

function sent(body: JsonObject | undefined, { param = {}, header = {}, facts = {}, headers = {} }: Given) {
  const texts = { param_override: JSON.stringify(param), header_override: JSON.stringify(header) }
  const overrides = readOverrides(texts, (_, text) => text)
  assert.ok(overrides && overrides !== 'unreadable', JSON.stringify(texts))
  const { request } = overrideRequest(
    overrides,
    { method: 'POST', url: 'https://upstream/', headers, ...(body && { body }) },
    {
      ...{ key: () => 'sk-1', model: 'gpt-4o', upstreamModel: 'gpt-4o-1', path: '/v1/chat/completions', headers: {} },
      ...{ retries: 0, isTest: false, ...facts },
    },
  )
  return request
}
const bodyAfter = (body: JsonObject, ...operations: object[]) => sent(body, { param: { operations } }).body

test('operations change the body as related gateways document them', () => {
  const cases: [before: JsonObject, operations: object[], after: JsonObject][] = [
    [{ a: 1 }, [{ mode: 'set', path: 'b', value: 2 }], { a: 1, b: 2 }],
    [{ a: 1 }, [{ mode: 'set', path: 'a', value: 2, keep_origin: true }], { a: 1 }],
    [{ a: null }, [{ mode: 'set', path: 'a', value: 2, keep_origin: true }], { a: null }],
    [{}, [{ mode: 'set', path: 'a.b.c', value: true }], { a: { b: { c: true } } }],
    [{}, [{ mode: 'set', path: 'a.0.b', value: 1 }], { a: [{ b: 1 }] }],
    [{ a: null }, [{ mode: 'set', path: 'a.b', value: 1 }], { a: { b: 1 } }],
    [{ a: [1, 2, 3] }, [{ mode: 'set', path: 'a.-1', value: 9 }], { a: [1, 2, 9] }],
    [{ a: [] }, [{ mode: 'set', path: 'a.-1', value: 9 }], { a: [9] }],
    [{ 'a.b': 1 }, [{ mode: 'set', path: 'a\\.b', value: 2 }], { 'a.b': 2 }],
    [{ a: { b: 1, c: 2 } }, [{ mode: 'delete', path: 'a.b' }], { a: { c: 2 } }],
    [{ a: [1, 2] }, [{ mode: 'delete', path: 'a.0' }], { a: [2] }],
    [{ a: 1 }, [{ mode: 'delete', path: 'b.c.d' }], { a: 1 }],
    [{ a: null }, [{ mode: 'delete', path: 'a.b' }], { a: null }],
    [{ a: 7 }, [{ mode: 'delete', path: 'a.b' }], { a: 7 }],
    [{ a: 1 }, [{ mode: 'move', from: 'a', to: 'b.c' }], { b: { c: 1 } }],
    [{ a: 1 }, [{ mode: 'move', from: 'a', to: 'a' }], { a: 1 }],
    [{ a: [{ b: 1 }] }, [{ mode: 'copy', from: 'a.0.b', to: 'c' }], { a: [{ b: 1 }], c: 1 }],
    [{ a: 'x' }, [{ mode: 'append', path: 'a', value: 'y' }], { a: 'xy' }],
    [{ a: 'x' }, [{ mode: 'prepend', path: 'a', value: 1 }], { a: '1x' }],
    [{ a: [1] }, [{ mode: 'append', path: 'a', value: [2, 3] }], { a: [1, 2, 3] }],
    [{ a: [1] }, [{ mode: 'prepend', path: 'a', value: { b: 0 } }], { a: [{ b: 0 }, 1] }],
    [{ a: { b: 1 } }, [{ mode: 'append', path: 'a', value: { b: 2, c: 3 } }], { a: { b: 2, c: 3 } }],
    [
      { a: { b: 1, d: null } },
      [{ mode: 'append', path: 'a', value: { b: 2, d: 3 }, keep_origin: true }],
      { a: { b: 1, d: 3 } },
    ],
    [{ a: 'b-b' }, [{ mode: 'replace', path: 'a', from: 'b', to: 'c' }], { a: 'c-c' }],
    [
      { tools: [{ n: 1, x: 1 }, { n: 2 }, 3] },
      [{ mode: 'set', path: 'tools.*.x', value: 0 }],
      { tools: [{ n: 1, x: 0 }, { n: 2, x: 0 }, 3] },
    ],
    [{ tools: [{ x: 1 }, { x: 2 }] }, [{ mode: 'delete', path: 'tools.*.x' }], { tools: [{}, {}] }],
    [{ a: { b: { c: 1 }, d: { c: 2 } } }, [{ mode: 'delete', path: 'a.*.c' }], { a: { b: {}, d: {} } }],
    [{ a: 1 }, [{ mode: 'set', path: 'b.*.c', value: 1 }], { a: 1 }],
    [
      { a: 1 },
      [
        { mode: 'copy', from: 'a', to: 'b' },
        { mode: 'set', path: 'c', value: 3, conditions: [{ path: 'b', mode: 'full', value: 1 }] },
      ],
      { a: 1, b: 1, c: 3 },
    ],
  ]
  for (const [before, operations, after] of cases)
    assert.deepEqual(bodyAfter(before, ...operations), after, JSON.stringify(operations))
})

test('a plain object replaces members by their names, before the operations', () => {
  const param = { 'a.b': 1, c: { d: 1 }, operations: [{ mode: 'append', path: 'c', value: { e: 2 } }] }
  assert.deepEqual(sent({ c: { x: 1 } }, { param }).body, { 'a.b': 1, c: { d: 1, e: 2 } })
})

test('members that do not change keep their identity, and the given body is not touched', () => {
  const given = { messages: [{ role: 'user', content: 'hi' }], tools: [{ a: 1 }], temperature: 1 }
  const copy = structuredClone(given)
  const after = bodyAfter(
    given,
    { mode: 'set', path: 'temperature', value: 0 },
    { mode: 'set', path: 'messages.0.content', value: 'hi' },
    { mode: 'delete', path: 'tools.*.b' },
  ) as typeof given
  assert.deepEqual(given, copy)
  assert.equal(after.messages, given.messages)
  assert.equal(after.tools, given.tools)
})

test('an operation that makes no sense for this request fails it for this channel, and names why', () => {
  const cases: [before: JsonObject, operation: object][] = [
    [{}, { mode: 'move', from: 'a', to: 'b' }],
    [{}, { mode: 'copy', from: 'a.0', to: 'b' }],
    [{}, { mode: 'append', path: 'a', value: 1 }],
    [{ a: 1 }, { mode: 'append', path: 'a', value: 1 }],
    [{ a: 'x' }, { mode: 'append', path: 'a', value: {} }],
    [{ a: 1 }, { mode: 'replace', path: 'a', from: 'b', to: 'c' }],
    [{ a: 1 }, { mode: 'set', path: 'a.b', value: 1 }],
    [{ a: [] }, { mode: 'set', path: 'a.7', value: 1 }],
    [{ a: [] }, { mode: 'set', path: 'a.b', value: 1 }],
    // A client's object would bring a field that cannot be overridden.
    [{ a: { model: 'dear' } }, { mode: 'copy', from: 'a', to: 'extra_body' }],
    [{ a: { stream: true } }, { mode: 'move', from: 'a', to: 'parameters' }],
  ]
  for (const [before, operation] of cases)
    assert.throws(
      () => bodyAfter(before, operation),
      (error) =>
        error instanceof UpstreamFailure &&
        error.kind === 'unsupported' &&
        error.code === 'channel:param_override_invalid',
      JSON.stringify(operation),
    )
})

test('operations cannot make a request grow without end', () => {
  const doubling = Array.from({ length: 60 }, (_, step) => ({ mode: 'copy', from: 'a', to: `a.x${step}` }))
  assert.throws(() => bodyAfter({ a: { b: 'x'.repeat(1000) } }, ...doubling), /too large/)
  const long = { mode: 'replace', path: 'a', from: 'a', to: 'b'.repeat(10_000) }
  assert.throws(() => bodyAfter({ a: 'a'.repeat(100_000) }, long), /too large/)
  const wide = { mode: 'set', path: 'a.*.x', value: 'v'.repeat(10_000) }
  assert.throws(() => bodyAfter({ a: Array.from({ length: 1000 }, () => ({})) }, wide), /too large/)
})

test('names of the prototype are data', () => {
  const body = JSON.parse('{"a":{"__proto__":{"polluted":1}},"b":{}}') as JsonObject
  bodyAfter(body, { mode: 'copy', from: 'a', to: 'b.c' }, { mode: 'set', path: 'b.d', value: 1 })
  assert.equal(Object(Object.create({})).polluted, undefined)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('conditions have eight modes, inversion, and a result for missing members', () => {
  const body = { t: 'openai/gpt', n: 5, b: true, z: null, l: [{ r: 'user' }], o: { k: 1 } }
  const holds = (conditions: unknown, logic?: string, facts?: Partial<OverrideFacts>) => {
    const operation = { mode: 'set', path: 'done', value: true, conditions, ...(logic && { logic }) }
    const after = sent(body, { param: { operations: [operation] }, ...(facts && { facts }) }).body as JsonObject
    return after.done === true
  }
  const one = (path: string, mode: string, value: unknown, more: object = {}) => holds([{ path, mode, value, ...more }])
  const yes = [
    ...[one('t', 'full', 'openai/gpt'), one('n', 'full', 5), one('b', 'full', true), one('z', 'full', null)],
    ...[one('t', 'prefix', 'openai/'), one('t', 'suffix', 'gpt'), one('t', 'contains', 'ai/g'), one('n', 'prefix', 5)],
    ...[one('n', 'gt', 4), one('n', 'gte', 5), one('n', 'lt', 6), one('n', 'lte', 5)],
    ...[one('l.-1.r', 'full', 'user'), one('l', 'contains', '"user"'), one('o', 'full', { k: 1 })],
    ...[one('t', 'full', 'x', { invert: true }), one('missing', 'full', 1, { pass_missing_key: true })],
    ...[one('model', 'full', 'gpt-4o-1'), one('original_model', 'full', 'gpt-4o')],
    ...[one('request_path', 'prefix', '/v1/chat'), one('is_retry', 'full', false), one('retry.index', 'full', 0)],
    holds([{ path: 'request_headers.x-app', mode: 'full', value: 'a' }], 'OR', { headers: { 'x-app': 'a' } }),
    holds({ is_retry: true, last_error_status_code: 429 }, 'AND', {
      retries: 1,
      lastFailure: { status: 429, message: 'm' },
    }),
    holds({ using_group: 'vip' }, 'OR', { caller: { user_id: 1, group: 'vip', own_group: 'default' } }),
    holds([
      { path: 'n', mode: 'gt', value: 9 },
      { path: 'n', mode: 'lt', value: 9 },
    ]),
  ]
  assert.deepEqual(
    yes.flatMap((each, index) => (each ? [] : [index])),
    [],
  )
  const no = [
    ...[one('t', 'full', 'openai'), one('n', 'full', '5'), one('z', 'full', false), one('t', 'gt', 1)],
    ...[one('missing', 'full', 1), one('missing', 'full', 1, { invert: true })],
    holds(
      [
        { path: 'n', mode: 'gt', value: 9 },
        { path: 'n', mode: 'lt', value: 9 },
      ],
      'AND',
    ),
  ]
  assert.deepEqual(
    no.flatMap((each, index) => (each ? [index] : [])),
    [],
  )
})

test('an error is returned in place of an attempt, or after other channels', () => {
  const value = { message: 'not for you', status_code: 451, code: 'blocked', type: 'policy' }
  assert.throws(
    () => bodyAfter({}, { mode: 'return_error', value }),
    (error) =>
      error instanceof BadRequest &&
      error.message === 'not for you' &&
      error.code === 'blocked' &&
      error.about.status === 451 &&
      error.about.type === 'policy',
  )
  assert.throws(
    () => bodyAfter({}, { mode: 'return_error', value: { ...value, skip_retry: false } }),
    (error) => error instanceof UpstreamFailure && error.kind === 'unsupported' && error.status === 451,
  )
})

test('headers are set last, whatever their spelling, and the key never lands in what a client sent', () => {
  const facts = { headers: { 'x-trace': '{api_key}', 'x-app': 'a', authorization: 'Bearer sk-client', cookie: 'c' } }
  const header = {
    authorization: 'Token {api_key}',
    'X-Trace': '{client_header:x-trace}',
    'X-None': '{client_header:x-none}',
    'X-Literal': 'v',
  }
  const operations = [
    { mode: 'set_header', path: 'x-literal', value: 'kept', keep_origin: true },
    { mode: 'copy_header', from: 'X-App', to: 'X-Copy' },
    { mode: 'copy_header', from: 'X-Nowhere', to: 'X-Gone' },
    { mode: 'move_header', from: 'X-Literal', to: 'X-Moved' },
    { mode: 'pass_headers', value: ['X-App'] },
    { mode: 'set_header', path: 'X-Off', value: 'v' },
    { mode: 'delete_header', path: 'X-Off' },
  ]
  const request = sent({ a: 1 }, { header, facts, param: { operations }, headers: { Authorization: 'Bearer sk-1' } })
  assert.deepEqual(request.headers, {
    authorization: 'Token sk-1',
    'x-trace': '{api_key}',
    'x-copy': 'a',
    'x-moved': 'v',
    'x-app': 'a',
  })
  assert.deepEqual(request.body, { a: 1 })
})

test('conditions see no literal, no key and no credential of the client', () => {
  const holds = (path: string, value: string, mode = 'prefix') => {
    const operations = [
      { mode: 'copy_header', from: 'X-Literal', to: 'X-Copy' },
      { mode: 'pass_headers', value: ['X-App'] },
      { mode: 'set', path: 'done', value: true, conditions: [{ path, mode, value }] },
    ]
    const header = { 'X-Literal': 'literal', 'X-Key': '{api_key}', 'X-Trace': '{client_header:X-App}' }
    const facts = { headers: { 'x-app': 'a', authorization: 'Bearer sk-client', cookie: 'c' } }
    return (sent({}, { header, facts, param: { operations } }).body as JsonObject).done === true
  }
  assert.ok(holds('header_override.x-app', 'a') && holds('header_override.x-trace', 'a'))
  assert.ok(holds('request_headers.x-app', 'a'))
  for (const [name, first] of Object.entries({ 'x-literal': 'l', 'x-copy': 'l', 'x-key': 's' }))
    assert.ok(!holds(`header_override.${name}`, first) && holds(`header_override.${name}`, '', 'contains'), name)
  assert.ok(!holds('request_headers.authorization', 'B') && !holds('request_headers.cookie', 'c'))
})

test('a value of a client that no header can have is left out', () => {
  const header = { 'X-Trace': '{client_header:x-trace}' }
  for (const value of ['a\r\nx: y', 'ümlaut', ' ', 'x'.repeat(9000)])
    assert.deepEqual(sent({}, { header, facts: { headers: { 'x-trace': value } } }).headers, {})
})

test('a body that is no JSON stays, and its headers are set', () => {
  assert.deepEqual(sent(undefined, { param: { a: 1 }, header: { 'X-A': 'b' } }).headers, { 'x-a': 'b' })
  assert.equal(sent(undefined, { param: { a: 1 } }).body, undefined)
})

test('stored texts that cannot be read make the channel uncallable', () => {
  const open = (_: string, text: string) => text
  assert.equal(readOverrides({ param_override: '', header_override: '' }, open), undefined)
  for (const param_override of ['{', '{"model":"x"}', '{"operations":[{"mode":"regex_replace"}]}'])
    assert.equal(readOverrides({ param_override, header_override: '' }, open), 'unreadable')
  assert.equal(readOverrides({ param_override: '', header_override: '{"X":"••••••••"}' }, open), 'unreadable')
  const broken = () => assert.fail('cannot be decrypted')
  assert.equal(readOverrides({ param_override: '{}', header_override: '' }, broken), 'unreadable')
})

test('what decides about the cost is found in the spelling of every upstream', () => {
  const cases: [JsonObject, Partial<ReturnType<typeof measuresOf>>][] = [
    [{ max_tokens: 5, max_completion_tokens: 7 }, { outputMax: 7 }],
    [{ generationConfig: { maxOutputTokens: 5, candidateCount: 3 } }, { outputMax: 5, count: 3 }],
    [{ inferenceConfig: { maxTokens: 5 } }, { outputMax: 5 }],
    [{ options: { num_predict: -1 } }, { outputMax: undefined }],
    [{ max_tokens: 'all' }, { outputMax: undefined }],
    [{ parameters: { n: 4 } }, { count: 4 }],
    [{ n: 2, best_of: 3 }, { count: 3 }],
    [{ n: 1000 }, { count: Number.NaN }],
    [{ modalities: ['text', 'audio'] }, { isSpoken: true }],
    [
      { messages: [{ max_tokens: 5, n: 3 }], tools: [{ n: 9 }] },
      { outputMax: undefined, count: 1 },
    ],
  ]
  for (const [body, wanted] of cases) {
    const found = measuresOf(body)
    for (const [name, value] of Object.entries(wanted))
      assert.ok(Object.is(found[name as keyof typeof found], value), `${JSON.stringify(body)}: ${name}`)
  }
  assert.deepEqual(measureChange({ max_tokens: 4096 }, { max_tokens: 4096, temperature: 0 }), { hasOthers: false })
  assert.deepEqual(measureChange({ max_tokens: 5 }, {}), { outputMax: { is: undefined }, hasOthers: false })
  assert.deepEqual(measureChange({ n: 2 }, { n: 8 }), { count: { was: 2, is: 8 }, hasOthers: false })
  assert.deepEqual(measureChange({}, { service_tier: 'priority' }), { hasOthers: true })
  assert.deepEqual(measureChange({ speed: 1 }, { speed: 1.5 }), { hasOthers: false })
  assert.throws(() => measureChange({ n: 1 }, { n: 1e6 }), /whole number/)
})
