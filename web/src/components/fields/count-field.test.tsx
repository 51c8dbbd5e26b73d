import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../lib/test/draw.ts'
import { CountField } from './count-field.tsx'

const fieldOf = (props: object) => {
  const { text, tags } = draw(CountField, { label: 'Codes', value: 5, onChange() {}, ...props })
  const [input = ''] = tags('input')
  return { text, input, attribute: (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1], tags }
}

test('the label names the field, and the help describes it', () => {
  const { attribute, tags, text } = fieldOf({ help: 'At most 100' })
  const id = attribute('id')
  assert.ok(id)
  assert.deepEqual(tags('label'), [`<label for="${id}">`])
  assert.equal(attribute('aria-describedby'), `${id}-below`)
  assert.equal(text, 'Codes At most 100')
  assert.equal(attribute('value'), '5')
})

test('a problem replaces the help and marks the field as invalid', () => {
  const { attribute, text } = fieldOf({ help: 'At most 100', problem: 'Enter 1 to 100' })
  assert.equal(text, 'Codes Enter 1 to 100')
  assert.equal(attribute('aria-invalid'), 'true')
  assert.equal(fieldOf({}).attribute('aria-invalid'), undefined)
})
