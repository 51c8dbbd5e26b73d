import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageSize, imageSizeOfBase64, imageSizeOfUrl } from './image-size.ts'

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const big16 = (value: number) => [value >> 8, value & 255]
const big32 = (value: number) => [...big16(Math.floor(value / 65_536)), ...big16(value % 65_536)]
const little16 = (value: number) => big16(value).reverse()
const little24 = (value: number) => [value & 255, (value >> 8) & 255, value >> 16]
const little32 = (value: number) => big32(value).reverse()
const box = (type: string, ...content: (string | number[] | Buffer)[]) => {
  const inside = bytes(...content)
  return bytes(big32(inside.length + 8), type, inside)
}
const segment = (marker: number, content: Buffer) => bytes([0xff, marker], big16(content.length + 2), content)
const ispe = (width: number, height: number) => box('ispe', [0, 0, 0, 0], big32(width), big32(height))
const heif = (brand: string, ...properties: Buffer[]) =>
  bytes(
    box('ftyp', brand, [0, 0, 0, 0], 'mif1'),
    box('meta', [0, 0, 0, 0], box('hdlr', 'pict'), box('iprp', box('ipco', ...properties))),
    box('mdat', 'pixels'),
  )

const width = 321
const height = 1_230
const jpegFrame = segment(0xc2, bytes([8], big16(height), big16(width), [3]))
const pictures: Record<string, Buffer> = {
  png: bytes('\x89PNG\r\n\x1a\n', big32(13), 'IHDR', big32(width), big32(height), [8, 6, 0, 0, 0]),
  gif: bytes('GIF89a', little16(width), little16(height), [0, 0, 0]),
  jpeg: bytes(
    [0xff, 0xd8],
    segment(0xe0, bytes('JFIF\0')),
    segment(0xe1, Buffer.alloc(40_000, 0xc0)), // a camera's notes
    segment(0xc4, Buffer.alloc(20)), // a table whose number lies among those of frames
    [0xff, 0xff], // padding
    jpegFrame,
  ),
  'webp, lossy': bytes(
    'RIFF',
    little32(40),
    'WEBPVP8 ',
    little32(30),
    [0, 0, 0, 0x9d, 0x01, 0x2a],
    little16(width | 0x4000), // the upper bits are a scale
    little16(height),
  ),
  'webp, lossless': bytes(
    'RIFF',
    little32(40),
    'WEBPVP8L',
    little32(30),
    [0x2f],
    little32(width - 1 + (height - 1) * 2 ** 14 + 2 ** 28),
  ),
  'webp, extended': bytes(
    'RIFF',
    little32(40),
    'WEBPVP8X',
    little32(10),
    [0x10, 0, 0, 0],
    little24(width - 1),
    little24(height - 1),
  ),
  'avif with a thumbnail': heif('avif', ispe(160, 120), ispe(width, height), box('pixi', 'xxxx')),
  'heic in tiles': heif('heic', ispe(width, height), ispe(64, 64)),
}

for (const [kind, picture] of Object.entries(pictures)) {
  test(`the size of a picture is read from its header: ${kind}`, () => {
    assert.deepEqual({ ...imageSize(picture) }, { width, height })
    assert.deepEqual({ ...imageSizeOfBase64(picture.toString('base64')) }, { width, height })
    assert.deepEqual({ ...imageSizeOfUrl(`data:image/x;base64,${picture.toString('base64')}`) }, { width, height })
  })

  test(`a picture cut short anywhere has its size or none: ${kind}`, () => {
    for (let length = 0; length < picture.length; length += length < 200 ? 1 : 997) {
      const size = imageSize(picture.subarray(0, length))
      assert.ok(size === undefined || (size.width > 0 && size.height > 0))
    }
  })
}

test('a picture inside a larger buffer is read where it begins', () => {
  const whole = bytes('something else', pictures.png ?? [])
  assert.deepEqual(imageSize(whole.subarray(14)), { width, height })
})

test('only the first 64 kilobytes are looked at', () => {
  const notes = segment(0xe1, Buffer.alloc(65_000))
  const behind = bytes([0xff, 0xd8], notes, notes, jpegFrame)
  assert.equal(imageSize(behind), undefined)
})

test('an address elsewhere, a picture that is none and a size of zero have no size', () => {
  assert.equal(imageSizeOfUrl('https://example.com/a.png'), undefined)
  assert.equal(imageSizeOfUrl('data:image/png;base64'), undefined)
  assert.equal(imageSizeOfUrl(`data:image/svg+xml,${'<svg/>'.repeat(50)}`), undefined)
  assert.equal(imageSizeOfUrl(''), undefined)
  assert.equal(imageSizeOfBase64('not base64 at all, ever §'), undefined)
  assert.equal(imageSize(bytes('GIF89a', little16(0), little16(5))), undefined)
})

test('a PNG that does not begin with its header has no size', () => {
  const elsewhere = bytes('\x89PNG\r\n\x1a\n', big32(4), 'CgBI', big32(width), big32(height), pictures.png ?? [])
  assert.equal(imageSize(elsewhere), undefined)
})

test('a crop does not make a picture smaller than what must be decoded', () => {
  const crop = box('clap', ...[1, 1, 1, 1, 0, 1, 0, 1].map(big32))
  assert.deepEqual(imageSize(heif('avif', ispe(width, height), crop)), { width, height })
})

test('lengths that lead nowhere end the reading', () => {
  const jpeg = (...content: number[]) => bytes([0xff, 0xd8, 0xff], content)
  assert.equal(imageSize(jpeg(0xe0, 0, 0, 0, 0)), undefined)
  assert.equal(imageSize(jpeg(...new Array(65_000).fill(0xff))), undefined)
  assert.equal(imageSize(jpeg(...new Array(65_000).fill(0xd0))), undefined)
  assert.equal(imageSize(bytes(box('ftyp', 'avif'), big32(0), 'meta', Buffer.alloc(60_000))), undefined)
  assert.equal(imageSize(bytes(box('ftyp', 'avif'), big32(1), 'meta', big32(0), big32(3))), undefined)
  assert.equal(
    imageSize(bytes(box('ftyp', 'avif'), big32(1), 'meta', [255, 255, 255, 255, 255, 255, 255, 255])),
    undefined,
  )
})

test('ten thousand damaged pictures are read without an error', () => {
  let state = 1
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const originals = Object.values(pictures)
  for (let round = 0; round < 10_000; round += 1) {
    const damaged = Buffer.from((originals[round % originals.length] ?? Buffer.alloc(0)).subarray(0, 300))
    for (let times = 0; times < 4; times += 1) damaged[next(damaged.length)] = next(256)
    imageSize(damaged)
  }
})
