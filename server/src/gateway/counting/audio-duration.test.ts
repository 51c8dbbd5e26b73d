import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audioSeconds } from './audio-duration.ts'
import { speechTokens } from './speech-tokens.ts'

const bytes = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const big16 = (value: number) => [value >> 8, value & 255]
const big32 = (value: number) => [...big16(Math.floor(value / 65_536)), ...big16(value % 65_536)]
const little32 = (value: number) => big32(value).reverse()
const box = (type: string, ...content: (string | number[] | Buffer)[]) => {
  const inside = bytes(...content)
  return bytes(big32(inside.length + 8), type, inside)
}
const nothing = (length: number) => new Array<number>(length).fill(0)

function wav(dataLength: number, claimed = dataLength) {
  const format = bytes([1, 0, 1, 0], little32(16_000), little32(32_000), [2, 0, 16, 0])
  const chunks = bytes('fmt ', little32(16), format, 'LIST', little32(3), 'abc\0', 'data', little32(claimed))
  return bytes('RIFF', little32(0), 'WAVE', chunks, Buffer.alloc(dataLength))
}
const flac = (rate: number, samples: number) =>
  bytes('fLaC', [0, 0, 0, 34], nothing(10), big32(rate * 4_096 + 0xf0), big32(samples), nothing(16))

const oggPage = (samples: bigint, packet: Buffer) => {
  const position = Buffer.alloc(8)
  position.writeBigInt64LE(samples)
  return bytes('OggS', [0, 0], position, nothing(12), [1, packet.length], packet)
}
const opus = bytes(
  oggPage(0n, bytes('OpusHead', [1, 1, 0x38, 0x01], little32(16_000), [0, 0, 0])),
  oggPage(48_000n, bytes('audio')),
  oggPage(120_312n, bytes('audio')), // 312 of these samples are skipped
)
const vorbis = bytes(
  oggPage(0n, bytes('\x01vorbis', little32(0), [1], little32(22_050), nothing(14))),
  oggPage(55_125n, bytes('audio')),
)

const movieHeader = (rate: number, ticks: number) => box('mvhd', nothing(12), big32(rate), big32(ticks), nothing(80))
const longMovieHeader = (rate: number, ticks: number) =>
  box('mvhd', [1, 0, 0, 0], nothing(16), big32(rate), big32(0), big32(ticks), nothing(80))
const m4a = (header: Buffer) => bytes(box('ftyp', 'M4A ', nothing(4)), box('moov', header), box('mdat', 'audio'))
const track = box('trak', box('mdia', box('mdhd', nothing(12), big32(48_000), nothing(8))))
const piece = (begins: number, ...samples: Buffer[]) =>
  bytes(
    box(
      'moof',
      box('mfhd', nothing(8)),
      box('traf', ...samples.slice(0, 1), box('tfdt', nothing(4), big32(begins)), ...samples.slice(1)),
    ),
    box('mdat', 'audio'),
  )
const liveMovie = (...pieces: Buffer[]) =>
  bytes(box('ftyp', 'iso5', nothing(4)), box('moov', movieHeader(1_000, 0), track), ...pieces)
const usualTrack = box('tfhd', [0, 0, 0, 8], big32(1), big32(960))
const plainTrack = box('tfhd', nothing(4), big32(1))

const element = (id: number[], ...content: (string | number[] | Buffer)[]) => {
  const inside = bytes(...content)
  return bytes(id, [0x01, 0, 0, 0], big32(inside.length), inside) // a length of eight bytes
}
/** A live recorder does not know the length yet. */
const openElement = (id: number[], ...content: Buffer[]) => bytes(id, [0xff], ...content)
const ebml = element([0x1a, 0x45, 0xdf, 0xa3], 'webm')
const scale = element([0x2a, 0xd7, 0xb1], [0x0f, 0x42, 0x40])
const double = (value: number) => {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleBE(value)
  return buffer
}
const webmInfo = (...content: Buffer[]) => element([0x15, 0x49, 0xa9, 0x66], scale, ...content)
const block = (ticks: number) => element([0xa3], [0x81], big16(ticks), [0x80], Buffer.alloc(200))
const cluster = (ticks: number, ...blocks: Buffer[]) =>
  openElement([0x1f, 0x43, 0xb6, 0x75], element([0xe7], big16(ticks)), ...blocks)
const segmentId = [0x18, 0x53, 0x80, 0x67]

/** 128 kbit/s at 44.1 kHz: 417 bytes and 1152 samples a frame. */
const mp3Frame = bytes([0xff, 0xfb, 0x90, 0x00], Buffer.alloc(413))
/** 64 kbit/s at 22.05 kHz, the second generation: 208 bytes and 576 samples a frame. */
const mp3FrameSlow = bytes([0xff, 0xf3, 0x80, 0x00], Buffer.alloc(204))
const repeated = (frame: Buffer, times: number) => Buffer.concat(new Array<Buffer>(times).fill(frame))
const tag = bytes('ID3', [4, 0, 0, 0, 0, 1, 0], Buffer.alloc(128, 0xff))
/** 44.1 kHz, 100 bytes and 1024 samples a frame. */
const aacFrame = bytes([0xff, 0xf1, 0x50, 0x80, 0x0c, 0x9f, 0xfc], Buffer.alloc(93))

const recordings: [kind: string, file: Buffer, seconds: number][] = [
  ['wav', wav(80_000), 2.5],
  ['wav of a recorder that did not know its length yet', wav(80_000, 0xffff_ffff), 2.5],
  ['flac', flac(44_100, 110_250), 2.5],
  ['ogg with opus', opus, 2.5],
  ['ogg with vorbis', vorbis, 2.5],
  ['m4a', m4a(movieHeader(1_000, 2_500)), 2.5],
  ['m4a with a long header', m4a(longMovieHeader(48_000, 120_000)), 2.5],
  [
    'mp4 in pieces of even samples',
    liveMovie(piece(0, usualTrack), piece(96_000, usualTrack, box('trun', [0, 0, 0, 1], big32(25), big32(0)))),
    2.5,
  ],
  [
    'mp4 in pieces of odd samples',
    liveMovie(
      piece(
        118_800,
        plainTrack,
        box('trun', [0, 0, 3, 1], big32(2), big32(0), big32(700), big32(9), big32(500), big32(9)),
      ),
    ),
    2.5,
  ],
  ['webm', bytes(ebml, element(segmentId, webmInfo(element([0x44, 0x89], double(2_500))))), 2.5],
  [
    'webm of a live recorder',
    bytes(ebml, openElement(segmentId, webmInfo(), cluster(0, block(0)), cluster(2_000, block(0), block(500)))),
    2.5,
  ],
  ['mp3', repeated(mp3Frame, 100), (100 * 1_152) / 44_100],
  ['mp3 behind a tag', bytes(tag, repeated(mp3Frame, 100)), (100 * 1_152) / 44_100],
  [
    'mp3 with rubbish between its frames',
    bytes(repeated(mp3Frame, 60), 'rubbish', repeated(mp3Frame, 40)),
    (100 * 1_152) / 44_100,
  ],
  ['mp3 at a low rate', repeated(mp3FrameSlow, 100), (100 * 576) / 22_050],
  ['aac without a container', repeated(aacFrame, 100), (100 * 1_024) / 44_100],
]

for (const [kind, file, seconds] of recordings)
  test(`the length of a recording is read from its bytes: ${kind}`, () => {
    const read = audioSeconds(file)
    assert.ok(read !== undefined && Math.abs(read - seconds) < 1e-9, `${read} for ${seconds}`)
  })

test('formats without a header have the length of their bytes', () => {
  assert.equal(audioSeconds(Buffer.alloc(48_000 * 3), 'pcm16'), 3)
  assert.equal(audioSeconds(Buffer.alloc(48_000 * 3), 'pcm'), 3)
  assert.equal(audioSeconds(Buffer.alloc(8_000 * 3), 'g711_ulaw'), 3)
  assert.equal(audioSeconds(Buffer.alloc(8_000 * 3), 'g711_alaw'), 3)
})

test('what is no recording, or claims to last for days, has no length', () => {
  assert.equal(audioSeconds(Buffer.alloc(0)), undefined)
  assert.equal(audioSeconds(Buffer.from('just a text that someone uploaded'), 'mp3'), undefined)
  assert.equal(audioSeconds(mp3Frame), undefined) // a single frame may be chance
  assert.equal(audioSeconds(flac(0, 1_000)), undefined)
  assert.equal(audioSeconds(flac(1, 4_000_000_000)), undefined)
  assert.equal(audioSeconds(m4a(movieHeader(0, 5))), undefined)
  assert.equal(
    audioSeconds(bytes(ebml, element(segmentId, webmInfo(element([0x44, 0x89], double(Number.NaN)))))),
    undefined,
  )
})

test('recordings cut short or damaged anywhere are read without an error', () => {
  let state = 7
  const next = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (const [, file] of recordings)
    for (let round = 0; round < 500; round += 1) {
      const damaged = Buffer.from(file.subarray(0, round % 2 === 0 ? next(400) : 400))
      for (let times = 0; times < 3 && damaged.length > 0; times += 1) damaged[next(damaged.length)] = next(256)
      const seconds = audioSeconds(damaged)
      assert.ok(seconds === undefined || seconds >= 0)
    }
})

test('speech nobody counted has a thousand tokens a minute, or one per kilobyte where its length cannot be read', () => {
  assert.equal(speechTokens(Buffer.alloc(48_000 * 95), 'pcm'), 1_583)
  assert.equal(speechTokens(wav(32_000 * 2)), 33)
  assert.equal(speechTokens(Buffer.alloc(2_500), 'mp3'), 3)
})
