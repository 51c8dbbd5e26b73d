import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readErrorBody } from './error-body.ts'

const shapes: [string, unknown, object][] = [
  [
    'an error object is taken whole',
    { error: { message: 'm', type: 't', code: 'c', param: 'p' } },
    { message: 'm', type: 't', code: 'c', param: 'p' },
  ],
  ['a number as code becomes text', { error: { message: 'm', code: 1210 } }, { message: 'm', code: '1210' }],
  ['a bare error text', { error: 'no' }, { message: 'no' }],
  ['message', { object: 'error', message: 'm', type: 't', code: 3505 }, { message: 'm', type: 't', code: '3505' }],
  [
    'a message that is an object of validation details',
    { message: { detail: [{ loc: ['body', 'n'], msg: 'too big' }] }, type: 't' },
    { message: 'too big', type: 't', param: 'body.n' },
  ],
  ['a message that is another object is shown as it is', { message: { a: 1 } }, { message: '{"a":1}' }],
  ['msg', { msg: 'm' }, { message: 'm' }],
  ['err', { err: 'm' }, { message: 'm' }],
  ['error_msg', { error_msg: 'm', error_code: 4 }, { message: 'm' }],
  ['a list of errors', { errors: [{ message: 'm', code: 7003 }] }, { message: 'm', code: '7003' }],
  ['detail as text', { detail: 'm' }, { message: 'm' }],
  [
    'detail as a list',
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'user'], msg: 'm' }] },
    { message: 'm', code: 'extra_forbidden', param: 'body.user' },
  ],
  ['a header', { header: { code: 10013, message: 'm' } }, { message: 'm', code: '10013' }],
  [
    'a failed response',
    { response: { error: { code: 'server_error', message: 'm' } } },
    { message: 'm', code: 'server_error' },
  ],
  ['an array', [{ error: { message: 'm', code: 400 } }], { message: 'm', code: '400' }],
  ['an error without words keeps its code', { error: { message: '', code: 'c' } }, { code: 'c' }],
  ['an earlier shape wins', { error: { message: 'a' }, message: 'b', detail: 'c' }, { message: 'a' }],
]
for (const [name, body, expected] of shapes)
  test(`an error is understood: ${name}`, () => {
    assert.deepEqual(JSON.parse(JSON.stringify(readErrorBody(body))), expected)
  })

const hostile = [
  '<html>oops</html>',
  '',
  null,
  undefined,
  7,
  true,
  [],
  [[[[[[[[{ error: 'x' }]]]]]]]],
  {},
  { error: 5 },
]
test('what is no error says nothing, and never throws', () => {
  for (const body of [...hostile, { error: null, message: [], errors: {}, detail: [null], header: [], response: 1 }])
    assert.equal(readErrorBody(body).message, undefined)
})
