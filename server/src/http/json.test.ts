import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from './app-error.ts'
import { parseJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const refuses = (body: string | Buffer, reason?: string) =>
  assert.throws(
    () => parseJson(Buffer.from(body)),
    (error) =>
      error instanceof AppError &&
      error.code === 'invalid_json' &&
      error.status === 400 &&
      error.detail?.reason === reason,
    String(body).slice(0, 60),
  )

test('what JSON can say is read as it is', () => {
  const text = '{"a":[1,-2.5e3,true,null,"b\\"\\\\:c"],"":{"a":{"a":"ä 🔑"}}, "d" : ":" ,"e":"\\"x\\":1"}'
  assert.deepEqual(parse(text), JSON.parse(text))
  for (const scalar of ['1', '"text"', 'null', '[]']) assert.deepEqual(parse(scalar), JSON.parse(scalar))
})

test('what is not JSON is refused', () => {
  for (const text of ['', ' ', '{', '{"a":1,}', "{'a':1}", '{a:1}', '[1,2', 'NaN', '{"a":01}', '{} {}', '{"a":"\n"}'])
    refuses(text)
})

test('bytes that are not UTF-8 are refused', () => {
  refuses(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]))
  refuses(Buffer.from([0x22, 0xc3, 0x22]))
  refuses(Buffer.from('{"a":"ä"}', 'latin1'))
  refuses(Buffer.from('{"a":1}', 'utf16le'))
})

test('64 levels are read, 65 are refused', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  assert.doesNotThrow(() => parse(nested(64)))
  assert.doesNotThrow(() => parse(objects(64)))
  refuses(nested(65), 'depth')
  refuses(objects(65), 'depth')
  refuses(nested(500_000), 'depth')
  assert.doesNotThrow(
    () => parse(`[${'[],'.repeat(1000)}"${'['.repeat(100)}"]`),
    'brackets side by side or inside a text are no depth',
  )
})

test('50,000 keys are read, one more is refused, wherever they are', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')
  assert.doesNotThrow(() => parse(`{${keys(50_000)}}`))
  refuses(`{${keys(50_001)}}`, 'keys')
  refuses(`[{${keys(25_000)}},{${keys(25_001)}}]`, 'keys')
})

test('2,000,000 numbers are read, but only 100,000 texts, arrays and objects', () => {
  const list = (value: string, count: number) => `[${Array(count).fill(value).join(',')}]`
  assert.equal((parse(list('12345', 2_000_000)) as unknown[]).length, 2_000_000)
  refuses(list('0', 2_000_002), 'values')
  refuses(list('null', 2_000_002), 'values')
  for (const value of ['[]', '{}', '""', '"\\""']) {
    assert.doesNotThrow(() => parse(list(value, 99_999)))
    refuses(list(value, 100_001), 'values')
  }
})

test('texts without an end, and escapes at the end, are refused', () => {
  for (const text of ['"', '"\\', '"\\"', '{"a', '{"a\\', '["\\\\\\"]', '{"a":"b\\"}']) refuses(text)
})

test('a key twice in one object is refused, however it is spelt', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"b":{},"a":2}',
    '{"quota":1,"\\u0071uota":2}',
    '{"\\u0071uota":1,"quota":2}',
    '{"a\\/b":1,"a/b":2}',
    '{"\\"":1,"\\u0022":2}',
    '{"x":[{"a":1 , "a" : 2}]}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])
    refuses(text, 'duplicate key')
})

test('also where an object has many keys, and wherever the two of them are', () => {
  const keys = Array.from({ length: 30 }, (_, at) => `"key ${at}":${at}`)
  assert.equal(Object.keys(parseJson(Buffer.from(`{${keys.join()}}`)) as object).length, keys.length)
  for (const [at, key] of keys.entries())
    for (const behind of [at + 1, keys.length]) refuses(`{${keys.toSpliced(behind, 0, key).join()}}`, 'duplicate key')
})

test('the same key in different objects is fine', () => {
  for (const text of [
    '{"a":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":"a"}',
    '{"a":[{"a":1}],"b":{"a":2}}',
    '{"a":1,"A":2}',
  ])
    assert.deepEqual(parse(text), JSON.parse(text))
})

test('__proto__ is a name like any other and changes no object', () => {
  const value = parse('{"__proto__":{"isAdmin":true},"constructor":1}') as Record<string, unknown>
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor'])
  assert.equal(value.isAdmin, undefined)
  assert.equal(({} as Record<string, unknown>).isAdmin, undefined)
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
})
