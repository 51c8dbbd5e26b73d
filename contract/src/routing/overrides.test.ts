import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownValue, maskedLiteral, readHeaderValue } from './override-headers.ts'
import { everyStep, readPath } from './override-path.ts'
import { overrideBounds, readHeaderOverride, readParamOverride, unsupportedModes } from './overrides.ts'

const operations = (...list: unknown[]) => JSON.stringify({ operations: list })
const faultOf = (text: string) => {
  const { fault } = readParamOverride(text)
  return fault && `${fault.code} ${fault.place} ${fault.name}`.trim()
}
const headerFault = (headers: object) => {
  const { fault } = readHeaderOverride(JSON.stringify(headers))
  return fault && `${fault.code} ${fault.place}`
}

test('paths are read as related gateways write them', () => {
  const cases: [string, unknown][] = [
    ['temperature', ['temperature']],
    ['messages.0.content', ['messages', '0', 'content']],
    ['messages.-1.role', ['messages', '-1', 'role']],
    ['metadata.user\\.id', ['metadata', 'user.id']],
    ['tools.*.name', ['tools', everyStep, 'name']],
    ['a.\\*', ['a', '*']],
    ['a.:1', ['a', '1']],
  ]
  for (const [text, steps] of cases) assert.deepEqual(readPath(text), steps, text)
  const wrong = ['', '.', 'a..b', 'a.', 'a\\', 'messages.#', 'a.#(b=="c").d', 'a|b', 'a*', '@this', '__proto__.x']
  for (const text of [...wrong, 'constructor.prototype', `${'a.'.repeat(30)}b`, 'p'.repeat(513)])
    assert.equal(readPath(text), undefined, text)
})

test('a plain object is merged, and operations follow it', () => {
  assert.deepEqual(readParamOverride('').value, { merge: {}, operations: [] })
  assert.deepEqual(readParamOverride('{"temperature":0,"operations":[{"mode":"delete","path":"top_p"}]}').value, {
    merge: { temperature: 0 },
    operations: [{ mode: 'delete', path: 'top_p' }],
  })
})

test('members that editors of related gateways write are normalised', () => {
  const list = [
    { mode: 'set', path: 'a', value: null, keep_origin: false, from: '', to: '', logic: 'or', conditions: [] },
    { mode: 'copy_header', path: 'X-Trace', keep_origin: true },
    { mode: 'pass_headers', value: 'X-A, X-B' },
    { mode: 'pass_headers', value: { headers: ['X-C'] } },
    { mode: 'return_error', value: 'no' },
    { mode: 'return_error', value: { msg: 'no', status: 451, code: 7 } },
    { mode: 'delete', path: 'a', conditions: { 'b.c': 1 }, logic: 'and' },
    { mode: 'set', path: 'a', value: 1, conditions: [{ path: 'b', mode: 'GTE', value: 2, invert: true }] },
  ]
  assert.deepEqual(readParamOverride(operations(...list)).value?.operations, [
    { mode: 'set', path: 'a', value: null },
    { mode: 'copy_header', from: 'X-Trace', to: 'X-Trace', keep_origin: true },
    { mode: 'pass_headers', value: ['X-A', 'X-B'] },
    { mode: 'pass_headers', value: ['X-C'] },
    {
      mode: 'return_error',
      value: {
        message: 'no',
        status_code: 400,
        code: 'invalid_request',
        type: 'invalid_request_error',
        skip_retry: true,
      },
    },
    {
      mode: 'return_error',
      value: { message: 'no', status_code: 451, code: '7', type: 'invalid_request_error', skip_retry: true },
    },
    { mode: 'delete', path: 'a', conditions: [{ path: 'b.c', mode: 'full', value: 1 }], logic: 'AND' },
    { mode: 'set', path: 'a', value: 1, conditions: [{ path: 'b', mode: 'gte', value: 2, invert: true }], logic: 'OR' },
  ])
})

test('an override that cannot be carried out as written is refused with its place', () => {
  const cases: [string, string][] = [
    ['[]', 'override_json'],
    ['nonsense', 'override_json'],
    ['{"__proto__":{"a":1}}', 'override_member __proto__'],
    ['{"a":{"b":{"__proto__":1}}}', 'override_member a'],
    ['{"operations":{}}', 'override_member operations'],
    [operations('delete'), 'override_member operations[0]'],
    [operations({ mode: 'regex_replace', path: 'a' }), 'override_mode operations[0].mode regex_replace'],
    [operations({ mode: 'set', path: 'a' }), 'override_member operations[0].value'],
    [operations({ mode: 'set', path: 'a', value: 1, condition: [] }), 'override_member operations[0].condition'],
    [operations({ mode: 'set', path: 'a.#', value: 1 }), 'override_member operations[0].path'],
    [operations({ mode: 'set', path: 'a', value: 1, keep_origin: 'yes' }), 'override_member operations[0].keep_origin'],
    [operations({ mode: 'move', from: 'a.*', to: 'b' }), 'override_member operations[0].from'],
    [operations({ mode: 'replace', path: 'a', from: '', to: 'b' }), 'override_member operations[0].from'],
    [operations({ mode: 'delete', path: 'a', logic: 'XOR' }), 'override_member operations[0].logic'],
    [
      operations({ mode: 'delete', path: 'a', conditions: [{ path: 'b', mode: 'regex', value: 1 }] }),
      'override_mode operations[0].conditions[0].mode regex',
    ],
    [
      operations({ mode: 'delete', path: 'a', conditions: [{ path: 'b', mode: 'gt', value: '1' }] }),
      'override_member operations[0].conditions[0].value',
    ],
    [operations({ mode: 'return_error', value: {} }), 'override_member operations[0].value.message'],
    [
      operations({ mode: 'return_error', value: { message: 'x', status_code: 200 } }),
      'override_member operations[0].value.status_code',
    ],
    [operations({ mode: 'set_header', path: 'X', value: { a: 'b' } }), 'override_header operations[0].value X'],
    [operations({ mode: 'pass_headers', value: [] }), 'override_member operations[0].value'],
    [
      operations(...Array.from({ length: overrideBounds.operationsMax + 1 }, () => ({ mode: 'delete', path: 'a' }))),
      'override_large operations',
    ],
    [JSON.stringify({ a: 'x'.repeat(overrideBounds.valueLengthMax) }), 'override_large a'],
  ]
  for (const [text, fault] of cases) assert.equal(faultOf(text), fault, text.slice(0, 200))
})

test('fields that decide about route, response and charge cannot be overridden, in any way of writing them', () => {
  const writes: object[] = [
    { mode: 'set', path: 'model', value: 'x' },
    { mode: 'set', path: 'Model', value: 'x' },
    { mode: 'set', path: 'mod\\el', value: 'x' },
    { mode: 'delete', path: 'stream' },
    { mode: 'delete', path: '*' },
    { mode: 'append', path: 'stream_options', value: {} },
    { mode: 'set', path: 'stream_options.include_usage', value: false },
    { mode: 'delete', path: 'stream_options.*' },
    { mode: 'prepend', path: 'model', value: 'x' },
    { mode: 'replace', path: 'model', from: 'a', to: 'b' },
    { mode: 'move', from: 'model', to: 'a' },
    { mode: 'move', from: 'a', to: 'background' },
    { mode: 'copy', from: 'a', to: 'store' },
    { mode: 'set', path: 'extra_body.model', value: 'x' },
    { mode: 'set', path: 'extra_body', value: { parameters: { stream: true } } },
  ]
  for (const write of writes)
    assert.match(faultOf(operations(write)) ?? '', /^override_protected/, JSON.stringify(write))
  for (const name of ['model', 'stream', 'stream_options', 'background', 'store'])
    assert.match(faultOf(JSON.stringify({ [name]: {} })) ?? '', /^override_protected/)
  assert.match(faultOf('{"parameters":{"stream":true}}') ?? '', /^override_protected/)
  for (const fine of [
    { mode: 'copy', from: 'model', to: 'metadata.model' },
    { mode: 'set', path: 'stream_options.include_obfuscation', value: false },
    { mode: 'set', path: 'metadata.model', value: 'x' },
  ])
    assert.equal(faultOf(operations(fine)), undefined)
})

test('headers are literals, the key, or a harmless header of the client', () => {
  assert.deepEqual(readHeaderValue(' Bearer {api_key} '), { kind: 'key', text: 'Bearer {api_key}' })
  assert.deepEqual(readHeaderValue('{client_header:X-Trace}'), { kind: 'client', name: 'x-trace' })
  assert.deepEqual(readHeaderValue(maskedLiteral), { kind: 'masked' })
  const fine = { Authorization: 'Bearer {api_key}', Cookie: 'a=b', 'X-Trace': '{client_header:X-Trace}', 'X-App': 'me' }
  assert.equal(headerFault(fine), undefined)
  const wrong: [string, unknown, string][] = [
    ['Host', 'example.com', 'override_header'],
    ['content-length', '1', 'override_header'],
    ['Transfer-Encoding', 'chunked', 'override_header'],
    ['Connection', 'close', 'override_header'],
    ['Upgrade', 'h2c', 'override_header'],
    ['TE', 'trailers', 'override_header'],
    ['Trailer', 'x', 'override_header'],
    ['Accept-Encoding', 'gzip', 'override_header'],
    ['Sec-WebSocket-Key', 'x', 'override_header'],
    ['X Y', 'x', 'override_header'],
    ['', 'x', 'override_header'],
    ['X:Y', 'x', 'override_header'],
    ['*', '', 'override_header'],
    ['re:^x-', '', 'override_header'],
    ['X-A', '', 'override_header'],
    ['X-A', 'a\r\nX-B: c', 'override_header'],
    ['X-A', '中', 'override_header'],
    ['X-A', 5, 'override_header'],
    ['X-A', 'a {client_header:X-B}', 'override_header'],
    ['X-A', '{client_header:X-B} c', 'override_header'],
    ['Authorization', '{client_header:X-B}', 'override_credential'],
    ['x-api-key', '{client_header:X-B}', 'override_credential'],
    ['Cookie', '{client_header:X-B}', 'override_credential'],
    ['X-A', '{client_header:Authorization}', 'override_credential'],
    ['X-A', '{client_header:Cookie}', 'override_credential'],
    ['X-A', '{client_header:Connection}', 'override_credential'],
  ]
  for (const [name, value, code] of wrong)
    assert.equal(headerFault({ [name]: value })?.split(' ')[0] ?? 'fine', code, `${name}: ${value}`)
  assert.equal(headerFault({ 'X-A': 'a', 'x-a': 'b' }), 'override_header x-a')
  for (const operation of [
    { mode: 'pass_headers', value: ['Authorization'] },
    { mode: 'pass_headers', value: ['x-goog-api-key'] },
    { mode: 'copy_header', from: 'X-A', to: 'Authorization' },
    { mode: 'move_header', from: 'Cookie', to: 'X-A' },
    { mode: 'set_header', path: 'x-api-key', value: '{client_header:X-A}' },
  ])
    assert.match(faultOf(operations(operation)) ?? '', /^override_credential/, JSON.stringify(operation))
})

test('only a value without a secret of its own is shown', () => {
  for (const value of ['{api_key}', 'Bearer {api_key}', '{client_header:X-A}', maskedLiteral])
    assert.equal(isShownValue(value), true, value)
  for (const value of ['secret', 'Bearer secret', '{api_key}:secret', 'Bearer s3cret {api_key}'])
    assert.equal(isShownValue(value), false, value)
})

test('modes of other gateways are named, each once', () => {
  const text = operations(
    { mode: 'set', path: 'a', value: 1 },
    { mode: 'regex_replace', path: 'a' },
    { mode: 'regex_replace', path: 'b' },
    { mode: 'sync_fields' },
    { mode: 'set_header', path: 'X', value: { '*': 'a' } },
    {},
  )
  assert.deepEqual(unsupportedModes(text), ['regex_replace', 'sync_fields', 'set_header {}', '?'])
  for (const harmless of ['', '{"a":1}', 'nonsense']) assert.deepEqual(unsupportedModes(harmless), [])
})
