import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draw } from '../../lib/test/draw.ts'
import { SaveBar } from './save-bar.tsx'

const barOf = (props: object) => draw(SaveBar, { changes: [], back: { text: 'Discard', onClick() {} }, ...props })

test('without changes the bar is only a sentence for screen readers', () => {
  const { text, tags } = barOf({})
  assert.equal(text, 'No unsaved changes')
  assert.deepEqual(tags('button'), [])
})

test('changes are counted and named beside the buttons', () => {
  const { text, tags } = barOf({ changes: ['Name', 'Weight'] })
  assert.match(text, /^2 unsaved changes Name, Weight Discard Save$/)
  assert.ok(tags('button').some((tag) => tag.includes('type="submit"')))
})

test('nothing is discarded while it is saved', () => {
  const [back = ''] = barOf({ changes: ['Name'], isSaving: true }).tags('button')
  assert.match(back, /\bdisabled=/)
})
