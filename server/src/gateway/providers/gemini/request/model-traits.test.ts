import assert from 'node:assert/strict'
import { test } from 'node:test'
import { families } from './model-families.ts'
import { hasImageSizes, isImagen, traitsOf } from './model-traits.ts'

test('every family says where and when its features were read', () => {
  for (const { names, sources } of families) {
    assert.ok(sources.length > 0, `${names}`)
    for (const source of sources) assert.match(source, /read \d{4}-\d\d-\d\d$/)
  }
})

const successors: [unknown: string, newest: string][] = [
  ['gemini-9.1-flash', 'gemini-3.8-flash'],
  ['gemini-flash-latest', 'gemini-3.8-flash'],
  ['gemini-9.1-flash-lite-preview', 'gemini-3.5-flash-lite'],
  ['gemini-flash-lite-latest', 'gemini-3.5-flash-lite'],
  ['gemini-9.1-pro', 'gemini-4-argon'],
  ['gemini-pro-latest', 'gemini-4-argon'],
  ['gemini-9-neon', 'gemini-4-argon'],
]
for (const [unknown, newest] of successors)
  test(`${unknown} has the features of ${newest}`, () => {
    assert.deepEqual(traitsOf(unknown), traitsOf(newest))
    assert.equal(traitsOf(unknown).matchesIdsOnVertex, true)
  })

test('a model that is not Gemini’s has no feature that only some models have', () => {
  for (const model of ['house-model', 'endpoints/123', 'learnlm-2', 'xgemini-3-pro'])
    assert.deepEqual([traitsOf(model).thinking.kind, traitsOf(model).needsSignatures], ['none', false], model)
})

test('names are read without the prefix of a reseller, in any case', () => {
  assert.deepEqual(traitsOf('google/Gemini-2.5-Pro'), traitsOf('gemini-2.5-pro'))
  assert.deepEqual([isImagen('google/Imagen-4.0-generate-001'), isImagen('gemini-3-pro-image')], [true, false])
  assert.deepEqual([hasImageSizes('imagen-4.0-generate-001'), hasImageSizes('Imagen-3.0-generate-002')], [true, false])
})

test('a model that draws does not think, whatever its family', () => {
  for (const model of [
    'gemini-2.5-flash-image',
    'gemini-3-pro-image',
    'gemini-nano-banana-2.1',
    'nano-banana-pro-preview',
  ])
    assert.deepEqual([traitsOf(model).thinking.kind, traitsOf(model).makesImages], ['none', true], model)
  assert.equal(traitsOf('gemini-2.5-flash-preview-tts').thinking.kind, 'none')
})
