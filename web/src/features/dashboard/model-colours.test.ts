import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coloursOfModels, modelColours } from './model-colours.ts'

const known = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4', 'qwen-max', 'deepseek-chat', 'mj_imagine', 'gemini-2.5-pro']
const many = Array.from({ length: 200 }, (_, index) => `vendor/model-${index}`)

test('seven models have seven colours of the palette', () => {
  for (const names of [known, ...Array.from({ length: 190 }, (_, at) => many.slice(at, at + coloursOfModels))]) {
    const colours = [...modelColours(names).values()].sort()
    assert.deepEqual(colours, [1, 2, 3, 4, 5, 6, 7])
  }
})

test('a model keeps its colour when the order of the models changes', () => {
  const colours = modelColours(known)
  for (const names of [known.toReversed(), known.toSorted(), [...known.slice(3), ...known.slice(0, 3)]])
    for (const name of known) assert.equal(modelColours(names).get(name), colours.get(name), name)
})

test('a model that leaves the chart changes no colour of a model before it in the alphabet', () => {
  const names = known.toSorted()
  const colours = modelColours(names)
  for (const [index, gone] of names.entries()) {
    const rest = modelColours(names.filter((name) => name !== gone))
    for (const name of names.slice(0, index)) assert.equal(rest.get(name), colours.get(name), `${name} without ${gone}`)
  }
})

test('the colour depends on the whole name', () => {
  const alone = new Set(many.map((name) => modelColours([name]).get(name)))
  assert.equal(alone.size, coloursOfModels)
})
