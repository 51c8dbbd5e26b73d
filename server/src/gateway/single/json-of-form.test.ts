import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOfForm } from './json-of-form.ts'

test('texts stay, files become data URLs, and what was given twice is a list', async () => {
  const form = new FormData()
  form.append('prompt', 'a cat')
  form.append('image[]', new File(['one'], '1.png', { type: 'image/png' }))
  form.append('image[]', new File(['two'], '2.bin'))
  assert.deepEqual(await jsonOfForm(form), {
    prompt: 'a cat',
    'image[]': ['data:image/png;base64,b25l', 'data:application/octet-stream;base64,dHdv'],
  })
})
