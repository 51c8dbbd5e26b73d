import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MediaKind, mediaTypeOf } from './media-type.ts'

/** As much of a PNG as says what it is and how large. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x06', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const bytesOf = (latin1: string) => Buffer.from(latin1, 'latin1')
const typeOf = (kind: MediaKind, bytes: Buffer, type = '') => mediaTypeOf(kind, { type, bytes })

test('a picture is what its bytes say, whatever its server says', () => {
  for (const said of ['', 'image/jpeg', 'text/html', 'application/octet-stream'])
    assert.equal(typeOf('image', png(10, 10), said), 'image/png')
  assert.equal(typeOf('image', bytesOf('GIF89a\x02\0\x03\0')), 'image/gif')
  const webp = 'RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x01\0\0\x01\0\0'
  assert.equal(typeOf('image', bytesOf(webp)), 'image/webp')
})

test('what is no picture is refused where one is expected', () => {
  const others = ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '%PDF-1.7', 'ID3', '\0\0\0\x18ftypisom', '']
  for (const bytes of others) assert.equal(typeOf('image', bytesOf(bytes), 'image/png'), undefined, bytes)
})

test('pictures of more than 50 megapixels, or of a size they do not tell, are refused', () => {
  assert.equal(typeOf('image', png(10_000, 5_000)), 'image/png')
  assert.equal(typeOf('image', png(10_000, 5_001)), undefined)
  assert.equal(typeOf('image', png(4_294_967_295, 4_294_967_295)), undefined)
  assert.equal(typeOf('image', bytesOf('\x89PNG\r\n\x1a\n')), undefined, 'cut short')
  assert.equal(typeOf('file', png(10_000, 5_001), 'application/pdf'), undefined, 'also as a file')
})

test('files may be documents and texts; sound and video are what their server says, or what they begin with', () => {
  assert.equal(typeOf('file', bytesOf('%PDF-1.7'), 'application/octet-stream'), 'application/pdf')
  assert.equal(typeOf('file', bytesOf('a,b'), 'text/csv'), 'text/csv')
  assert.equal(typeOf('file', png(1, 1)), 'image/png')
  assert.equal(typeOf('file', bytesOf('MZ'), 'application/x-msdownload'), undefined)
  assert.equal(typeOf('audio', bytesOf('RIFF\0\0\0\0WAVE')), 'audio/wav')
  assert.equal(typeOf('audio', bytesOf('anything'), 'audio/aac'), 'audio/aac')
  assert.equal(typeOf('audio', bytesOf('<html>'), 'text/html'), undefined)
  assert.equal(typeOf('video', bytesOf('\0\0\0\x18ftypisom')), 'video/mp4')
  assert.equal(typeOf('video', bytesOf('ID3'), 'audio/mpeg'), undefined)
})
