import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../lib/test/draw.ts'
import { SwitchRow } from './switch-row.tsx'

const rowOf = (props: object) => draw(SwitchRow, { label: 'Record', checked: false, onChange() {}, ...props })

test('a switch has the name of its label, and its sentence describes it', () => {
  const { tags, text } = rowOf({ text: 'Prompts are kept', checked: true })
  const [control = ''] = tags('button')
  const id = /\bid="([^"]*)"/.exec(control)?.[1]
  assert.deepEqual(tags('label'), [`<label for="${id}">`])
  assert.match(control, new RegExp(`aria-describedby="${id}-text"`))
  assert.match(control, /role="switch"/)
  assert.match(control, /aria-checked="true"/)
  assert.match(text, /Record Prompts are kept/)
})

test('a switch that is locked cannot be pressed', () => {
  assert.match(rowOf({ disabled: true }).tags('button').join(), /\bdisabled=/)
  assert.doesNotMatch(rowOf({}).tags('button').join(), /\bdisabled=/)
})
