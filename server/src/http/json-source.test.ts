import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/harness/random.ts'
import { type JsonSource, parseJsonSource, writeFromSource } from './json-source.ts'

type JsonObject = Record<string, unknown>

const long = 'He said: "the toll is a penny"\\ — not even the ferryman’s horse 🐎 paid.\n'.repeat(60)
const messages = [
  { role: 'user', content: long },
  { role: 'assistant', content: [{ type: 'text', text: 'yes' }] },
]

/** Reads the text, changes the object, and writes it; also says which bytes of the client are in what is sent. */
function sent(text: string | Buffer, change: (body: JsonObject) => JsonObject): { text: string; source: JsonSource } {
  const source = parseJsonSource(Buffer.from(text))
  const body = change({ ...(source.value as JsonObject) })
  const written = writeFromSource(body, source)
  // The meaning is that of our own serialisation, whichever bytes were sent.
  assert.deepEqual(JSON.parse(String(written)), JSON.parse(JSON.stringify(body)))
  return { text: String(written), source }
}

/** The list of messages as a client may write it: with white space and escapes of its own. */
const odd = JSON.stringify(messages, null, 2).replaceAll('horse', '\\u0068orse').replaceAll('/', '\\/')
const request = `{ "model" : "a", "messages" : ${odd} , "n":1 }`

const passing: [name: string, text: string, change: (body: JsonObject) => JsonObject][] = [
  ['nothing is changed', request, (body) => body],
  ['the model is another', request, (body) => ({ ...body, model: 'b' })],
  ['usage is requested', request, (body) => ({ ...body, stream_options: { include_usage: true } })],
  ['a field is dropped', request, ({ n: _, ...body }) => body],
  ['the list is new and its messages are not', request, (body) => ({ ...body, messages: [...(body.messages as [])] })],
  ['the members are in another order', request, ({ model, messages, n }) => ({ n, messages, model })],
  ['a field has no value', request, (body) => ({ ...body, n: undefined })],
  ['the first field has no value', request, (body) => ({ ...body, model: undefined })],
  ['a byte-order mark comes first', `\ufeff${request}`, (body) => body],
  ['a name has escapes', request.replace('"messages"', '"\\u006dessages"'), (body) => body],
  ['a small member has the same text', request.replace('"n":1', '"x":"\\"messages\\":[1]"'), (body) => body],
  ['the messages come last', `{"n":1,"messages":${odd}}`, (body) => body],
  ['the messages are all there is', `{"messages":${odd}}`, (body) => body],
]

for (const [name, text, change] of passing)
  test(`the client's bytes pass where ${name}`, () => {
    assert.ok(sent(text, change).text.includes(odd))
  })

const written: [name: string, text: string, change: (body: JsonObject) => JsonObject][] = [
  ['a message was added', request, (body) => ({ ...body, messages: [...(body.messages as []), { role: 'user' }] })],
  ['a message was dropped', request, (body) => ({ ...body, messages: (body.messages as []).slice(1) })],
  [
    'a message is another',
    request,
    (body) => ({ ...body, messages: (body.messages as []).map((m: object) => ({ ...m })) }),
  ],
  ['the list has another name', request, ({ messages, ...body }) => ({ ...body, input: messages })],
  ['another list has the name', request, (body) => ({ ...body, messages: [] })],
  ['it was dropped', request, ({ messages: _, ...body }) => body],
]

for (const [name, text, change] of written)
  test(`a member is written anew where ${name}`, () => {
    assert.ok(!sent(text, change).text.includes(odd))
  })

test('a request in which nothing is changed is sent in its own bytes, without a byte-order mark', () => {
  assert.equal(sent(`\ufeff ${request}`, (body) => body).text, request)
  assert.equal(sent(request, ({ n, ...body }) => ({ n, ...body })).text, request)
})

test('numbers that decide about a price are always our own spelling', () => {
  const { text } = sent(request.replace('"n":1', '"n":1e0,"max_tokens":100.0'), (body) => body)
  assert.ok(text.endsWith(',"n":1,"max_tokens":100}'))
})

test('a small body is written anew, and its bytes are not kept', () => {
  const { text, source } = sent('{ "model" : "a" }', (body) => body)
  assert.equal(text, '{"model":"a"}')
  assert.equal(source.bytes, undefined)
})

test('bytes that were given up are written anew', () => {
  const source = parseJsonSource(Buffer.from(request))
  source.bytes = undefined
  assert.equal(writeFromSource(source.value as JsonObject, source), JSON.stringify(source.value))
})

test('a body that is a list or a text has no members to pass', () => {
  for (const text of [JSON.stringify([long]), JSON.stringify(long), `[{"messages":${odd}}]`])
    assert.equal(parseJsonSource(Buffer.from(text)).members.size, 0)
})

const scraps = [
  '"',
  '\\',
  '\\"',
  '\\\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\n',
  'a',
  'ä',
  '🐎',
  '\u2028',
  '\\u0022',
  '</',
]
const space = ['', '', ' ', '\n', '\t \r\n']

/** JSON of random values, with white space and escapes where they may be. */
function writeOddly(value: unknown, pick: (below: number) => number): string {
  const gap = () => space[pick(space.length)]
  if (Array.isArray(value))
    return `[${gap()}${value.map((item) => writeOddly(item, pick)).join(`${gap()},${gap()}`)}${gap()}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${writeOddly(name, pick)}${gap()}:${gap()}${writeOddly(item, pick)}`,
    )
    return `{${gap()}${members.join(`${gap()},${gap()}`)}${gap()}}`
  }
  const text = JSON.stringify(value)
  if (typeof value !== 'string' || pick(2) === 0) return text
  return text.replace(/[a-zä]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function someValue(pick: (below: number) => number, depth: number): unknown {
  const kind = pick(depth > 3 ? 4 : 7)
  if (kind < 2) return Array.from({ length: pick(12) }, () => scraps[pick(scraps.length)]).join('')
  if (kind === 2) return [0, -1, 1.5, 1e21, 123456789012][pick(5)]
  if (kind === 3) return [true, false, null][pick(3)]
  if (kind === 4) return 'long text with "quotes" and \\ '.repeat(40)
  const items = Array.from({ length: pick(5) }, () => someValue(pick, depth + 1))
  return kind === 5 ? items : Object.fromEntries(items.map((item, at) => [`${someValue(pick, 9)}${at}`, item]))
}

test('whatever is written in whatever way, what is sent means what our own serialisation would', () => {
  let passed = 0
  for (let seed = 1; seed <= 300; seed++) {
    const pick = seededRandom(seed).below
    const value = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`${someValue(pick, 9)}${at}`, someValue(pick, 0)]),
    )
    const text = writeOddly({ ...value, filler: 'x'.repeat(4000) }, pick)
    const { source } = sent(text, (body) => {
      const names = Object.keys(body)
      const name = names[pick(names.length)] ?? ''
      if (pick(3) === 0) delete body[name]
      else if (pick(2) === 0) body[name] = someValue(pick, 2)
      return body
    })
    const parsed = JSON.parse(text) as JsonObject
    for (const [name, { start, end }] of source.members)
      assert.deepEqual(JSON.parse(String(source.bytes?.subarray(start, end))), parsed[name], `seed ${seed}`)
    passed += source.members.size
  }
  assert.ok(passed > 2000)
})

test('bytes changed at random are refused, or mean what JSON.parse reads in them', () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const pick = seededRandom(seed).below
    const bytes = Buffer.from(writeOddly({ a: someValue(pick, 0), b: 'x'.repeat(4100), c: someValue(pick, 0) }, pick))
    for (let change = pick(3); change >= 0; change--) bytes[pick(bytes.length)] = '"\\{}[],: \n0a'.charCodeAt(pick(12))
    let source: JsonSource
    try {
      source = parseJsonSource(bytes)
    } catch {
      continue
    }
    const read = JSON.parse(String(bytes)) as JsonObject
    assert.equal(JSON.stringify(source.value), JSON.stringify(read))
    if (typeof read !== 'object' || Array.isArray(read)) continue
    assert.equal(JSON.stringify(JSON.parse(String(writeFromSource({ ...read }, source)))), JSON.stringify(read))
    for (const [name, { start, end }] of source.members)
      assert.deepEqual(JSON.parse(String(bytes.subarray(start, end))), read[name], `seed ${seed}`)
  }
})
