import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BodyForm,
  operationRow,
  readBodyForm,
  readValue,
  textOfValue,
  withConditions,
  withJson,
  withTypedValue,
  writeBodyForm,
} from './body-form.ts'

function formOf(value: unknown): BodyForm {
  const form = readBodyForm(JSON.stringify(value))
  assert.ok(form, JSON.stringify(value))
  return form
}

/** Pseudo-random numbers from a seed, so that a failure can be repeated. */
function chanceOf(seed: number) {
  let state = seed
  return (count: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

const texts = [
  '',
  ' ',
  'x',
  'a b',
  ' padded ',
  'true',
  '0.70',
  '1e999',
  'null',
  '"',
  '[',
  '{a}',
  'é\n',
  '\\',
  '温度',
  '{api_key}',
]

function anyValue(chance: (count: number) => number, depth = 0): unknown {
  const kind = chance(depth > 2 ? 5 : 7)
  if (kind === 0) return texts[chance(texts.length)]
  if (kind === 1) return [0, -0.5, 1e21, 4096, 0.1 + 0.2][chance(5)]
  if (kind < 5) return [true, false, null][kind - 2]
  const count = chance(4)
  if (kind === 5) return Array.from({ length: count }, () => anyValue(chance, depth + 1))
  return anyObject(chance, count, depth)
}
const anyObject = (chance: (count: number) => number, count: number, depth: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${texts[chance(texts.length)]}${n}`.trim(), anyValue(chance, depth + 1)]),
  )

function anyOperation(chance: (count: number) => number) {
  const sometimes = (name: string, value: unknown) => (chance(2) ? { [name]: value } : {})
  return {
    ...sometimes('description', 'why'),
    mode: ['set', 'move', 'regex_replace'][chance(3)],
    ...sometimes('path', 'messages.0.content'),
    ...sometimes('value', anyValue(chance)),
    ...sometimes('keep_origin', chance(2) === 0),
    ...sometimes('logic', ['AND', 'OR'][chance(2)]),
    ...sometimes('conditions', [{ path: 'model', ...sometimes('mode', 'prefix'), value: anyValue(chance), more: 1 }]),
  }
}

test('what the form shows is written as it was read', () => {
  const chance = chanceOf(20_261_119)
  for (let round = 0; round < 2000; round++) {
    const fields = anyObject(chance, chance(5), 0)
    const operations = Array.from({ length: chance(4) }, () => anyOperation(chance))
    const value = { ...fields, ...(operations.length > 0 && { operations }) }
    const written = writeBodyForm(formOf(value))
    assert.deepEqual(JSON.parse(written || '{}'), value)
    assert.deepEqual(
      readBodyForm(written)?.fields.map(({ name }) => name),
      Object.keys(fields),
    )
  }
})

test('a value is read from its text as it was shown', () => {
  const chance = chanceOf(7)
  for (let round = 0; round < 2000; round++) {
    const value = anyValue(chance)
    assert.deepEqual(readValue(textOfValue(value)), { value })
  }
})

test('a typed text is JSON, or a text where it cannot be meant as JSON', () => {
  assert.deepEqual(readValue(' 0.70 '), { value: 0.7 })
  assert.deepEqual(readValue('high'), { value: 'high' })
  assert.deepEqual(readValue('"0.7"'), { value: '0.7' })
  for (const text of ['{"a":', '[1', '"open', '1e999']) assert.deepEqual(readValue(text), { problem: 'json' }, text)
  assert.deepEqual(readValue(' '), { problem: 'missing' })
  assert.equal(textOfValue('0.7'), '"0.7"')
  assert.equal(textOfValue('high'), 'high')
})

test('JSON that the form cannot show stays JSON', () => {
  for (const text of [
    '{',
    '[]',
    '"x"',
    '{"a":1,"a":2}',
    '{" a":1}',
    '{"operations":{}}',
    '{"operations":["set"]}',
    '{"operations":[{"path":"a"}]}',
    '{"operations":[{"mode":"set","path":1}]}',
    '{"operations":[{"mode":"set","keep_origin":"yes"}]}',
    '{"operations":[{"mode":"set","conditions":{"model":"a"}}]}',
    '{"operations":[{"mode":"set","conditions":[{"path":"a","invert":1}]}]}',
  ])
    assert.equal(readBodyForm(text), undefined, text)
  assert.deepEqual(readBodyForm(' '), { fields: [], operations: [] })
})

test('rows with nothing in them are not written', () => {
  const blank = { id: 1, name: ' ', value: '' }
  assert.equal(writeBodyForm({ fields: [blank], operations: [] }), '')
  const row = { id: 2, name: ' top_p ', value: '0.9' }
  assert.equal(writeBodyForm({ fields: [blank, row], operations: [] }), '{\n  "top_p": 0.9\n}')
})

test('a changed member keeps its position, and the others stay', () => {
  const json = { path: 'a', mode: 'set', description: 'why' }
  assert.equal(JSON.stringify(withJson(json, 'mode', 'delete')), '{"path":"a","mode":"delete","description":"why"}')
  assert.equal(JSON.stringify(withJson(json, 'path', undefined)), '{"mode":"set","description":"why"}')
  assert.equal(
    JSON.stringify(withJson(json, 'value', null)),
    '{"path":"a","mode":"set","description":"why","value":null}',
  )
})

test('an edited operation keeps what the form does not know', () => {
  const row = operationRow({ mode: 'set', path: 'a', value: 1, description: 'why' }, 0)
  const condition = { id: 0, json: { path: 'model', mode: 'full', value: 'x', note: 'kept' } }
  const edited = withConditions(withTypedValue(row, '[2]'), [withTypedValue(condition, '"7"')])
  assert.deepEqual(JSON.parse(writeBodyForm({ fields: [], operations: [edited] })), {
    operations: [
      {
        mode: 'set',
        path: 'a',
        value: [2],
        description: 'why',
        conditions: [{ path: 'model', mode: 'full', value: '7', note: 'kept' }],
      },
    ],
  })
  assert.deepEqual(withConditions(edited, []).json, { mode: 'set', path: 'a', value: [2], description: 'why' })
})
