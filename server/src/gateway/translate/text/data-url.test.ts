import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDataUrl, sniffMime } from './data-url.ts'

test('a data address is taken apart', () => {
  assert.deepEqual(parseDataUrl('data:image/png;base64,QUJD'), { mime: 'image/png', base64: 'QUJD' })
  assert.deepEqual(parseDataUrl('DATA:Image/PNG;charset=x;base64,QUJD'), { mime: 'image/png', base64: 'QUJD' })
})

test('line breaks and the URL-safe alphabet become plain base64', () => {
  assert.equal(parseDataUrl('data:image/png;base64,-_8A\r\nQUJD')?.base64, '+/8AQUJD')
  assert.equal(parseDataUrl('data:image/png;base64,%2B%2F8A')?.base64, '+/8A')
})

test('bytes without a type are told by how they begin', () => {
  const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64')
  assert.equal(parseDataUrl(`data:;base64,${base64(0x89, 0x50, 0x4e, 0x47, 0x0d)}`)?.mime, 'image/png')
  assert.equal(sniffMime(base64(0xff, 0xd8, 0xff, 0xe0)), 'image/jpeg')
  assert.equal(sniffMime(Buffer.from('GIF89a').toString('base64')), 'image/gif')
  assert.equal(sniffMime(Buffer.from('RIFF\0\0\0\0WEBPVP8 ').toString('base64')), 'image/webp')
  assert.equal(sniffMime(Buffer.from('RIFF\0\0\0\0WAVEfmt ').toString('base64')), undefined)
  assert.equal(sniffMime(Buffer.from('%PDF-1.7').toString('base64')), 'application/pdf')
  assert.equal(sniffMime(''), undefined)
})

test('anything else is no data address', () => {
  for (const text of ['', 'data:', 'data:text/plain,hello', 'https://x.example/a.png', `data:${';'.repeat(2000)}`])
    assert.equal(parseDataUrl(text), undefined)
})
