import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inlineMediaOf } from './media-parts.ts'

const base64 = Buffer.from('abc').toString('base64')
const shown = (part: unknown) => {
  const file = inlineMediaOf(part)
  return file && [file.name, file.mime, file.bytes.toString()]
}

test('a file in the request has its name, its type and its bytes', () => {
  const url = `data:image/png;base64,${base64}`
  assert.deepEqual(shown({ type: 'image_url', image_url: { url } }), ['image.png', 'image/png', 'abc'])
  assert.deepEqual(shown({ type: 'input_audio', input_audio: { data: base64, format: 'mp3' } }), [
    'audio.mp3',
    'audio/mp3',
    'abc',
  ])
  const file = { filename: 'plan.pdf', file_data: `data:application/pdf;base64,${base64}` }
  assert.deepEqual(shown({ type: 'file', file }), ['plan.pdf', 'application/pdf', 'abc'])
})

test('text, addresses and files that the upstream keeps are none', () => {
  assert.equal(shown({ type: 'text', text: 'x' }), undefined)
  assert.equal(shown({ type: 'image_url', image_url: { url: 'https://host/a.png' } }), undefined)
  assert.equal(shown({ type: 'file', file: { file_id: 'file-1' } }), undefined)
  assert.equal(shown('x'), undefined)
})
