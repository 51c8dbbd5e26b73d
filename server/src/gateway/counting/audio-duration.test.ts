import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audioSeconds, speechTokens } from './audio-duration.ts'

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

type Wave = { rate?: number; byteRate?: number; channels?: number; bits?: number; block?: number; tag?: number }
const little16 = (value: number) => big16(value).reverse()
const waveFormat = ({ rate = 16_000, byteRate = 32_000, channels = 1, bits = 16, block = 2, tag = 1 }: Wave = {}) =>
  bytes(
    'fmt ',
    little32(16),
    little16(tag),
    little16(channels),
    little32(rate),
    little32(byteRate),
    little16(block),
    little16(bits),
  )
const wave = (...chunks: (string | number[] | Buffer)[]) => bytes('RIFF', little32(0), 'WAVE', ...chunks)
const waveData = (length: number, claimed = length) => bytes('data', little32(claimed), Buffer.alloc(length))
const wav = (dataLength: number, claimed = dataLength, format: Wave = {}) =>
  wave(waveFormat(format), 'LIST', little32(3), 'abc\0', waveData(dataLength, claimed))

const crc8 = (header: Buffer) =>
  header.reduce((crc, byte) => {
    let next = crc ^ byte
    for (let bit = 0; bit < 8; bit += 1) next = next & 0x80 ? ((next << 1) ^ 7) & 255 : next << 1
    return next
  }, 0)
/** 4096 samples at 16 kHz, or at the rate that the file's header gives. */
const flacFrame = (number: number, rateCode = 5) => {
  const header = bytes([0xff, 0xf8, 0xc0 | rateCode, 0x08, number])
  return bytes(header, [crc8(header)], Buffer.alloc(300))
}
const flac = (rate: number, samples: number, ...frames: Buffer[]) =>
  bytes('fLaC', [0x80, 0, 0, 34], nothing(10), big32(rate * 4_096 + 0xf0), big32(samples), nothing(16), ...frames)
const flacFrames = (count: number, rateCode?: number) =>
  Array.from({ length: count }, (_, index) => flacFrame(index, rateCode))

const oggPage = (samples: bigint, packets: Buffer[], flags = 0) => {
  const position = Buffer.alloc(8)
  position.writeBigInt64LE(samples)
  const lengths = packets.map(({ length }) => length)
  return bytes('OggS', [0, flags], position, nothing(12), [packets.length], lengths, ...packets)
}
const opusHead = oggPage(0n, [bytes('OpusHead', [1, 1, 0x38, 0x01], little32(16_000), [0, 0, 0])], 2)
const opusTags = oggPage(0n, [bytes('OpusTags', nothing(8))])
/** 20 ms, as one frame. */
const opusPacket = bytes([0x08], Buffer.alloc(40))
/** 120 ms, as two frames of 60. */
const opusLongPacket = bytes([0x19], Buffer.alloc(40))
const copies = <T>(one: T, count: number) => new Array<T>(count).fill(one)
const opus = (last: bigint) =>
  bytes(
    opusHead,
    opusTags,
    oggPage(48_000n, copies(opusPacket, 50)),
    oggPage(last, copies(opusPacket, 15)),
    oggPage(last, copies(opusLongPacket, 10)),
  )
const opusSeconds = 2.5 - 312 / 48_000 // 312 samples are skipped
const vorbisHead = bytes('\x01vorbis', little32(0), [1], little32(22_050), nothing(12), [0xb8, 1])
/** Blocks of 256 and 2048 samples; the first one only begins the overlap. */
const vorbis = (last: bigint) =>
  bytes(
    oggPage(0n, [vorbisHead], 2),
    oggPage(0n, [bytes('\x03vorbis'), bytes('\x05vorbis')]),
    oggPage(last, [...copies(bytes([2, 9]), 41), ...copies(bytes([0, 9]), 10)]),
  )
const vorbisSeconds = (40 * 1024 + 576 + 9 * 128) / 22_050

const descriptor = (tag: number, ...content: (number[] | Buffer)[]) => {
  const inside = bytes(...content)
  return bytes([tag, 0x80, 0x80, 0x80, inside.length], inside)
}
/** AAC at 16 kHz. */
const decoder = box(
  'esds',
  nothing(4),
  descriptor(3, [0, 1, 0], descriptor(4, [0x40, 0x15], nothing(11), descriptor(5, [0x14, 0x08]))),
)
type GivenTrack = { codec?: string; rate?: number; clock?: number; packets?: number; delta?: number; handler?: string }
function track({
  codec = 'mp4a',
  rate = 16_000,
  clock = 16_000,
  packets = 0,
  delta = 0,
  handler = 'soun',
}: GivenTrack) {
  const entry = box(
    codec,
    nothing(8),
    nothing(8),
    [0, 1, 0, 16],
    nothing(4),
    big16(rate),
    [0, 0],
    codec === 'mp4a' ? decoder : [],
  )
  const table = box(
    'stbl',
    box('stsd', nothing(4), big32(1), entry),
    box('stts', nothing(4), big32(1), big32(packets), big32(delta)),
    box('stsz', nothing(4), big32(40), big32(packets)),
  )
  const media = box(
    'mdia',
    box('mdhd', nothing(12), big32(clock), nothing(8)),
    box('hdlr', nothing(8), handler, nothing(13)),
    box('minf', table),
  )
  return box('trak', box('tkhd', nothing(12), big32(1), nothing(68)), media)
}
const movieHeader = (rate: number, ticks: number) => box('mvhd', nothing(12), big32(rate), big32(ticks), nothing(80))
const m4a = (...content: Buffer[]) =>
  bytes(box('ftyp', 'M4A ', nothing(4)), box('moov', ...content), box('mdat', 'audio'))
const fragment = (begins: number, header: Buffer, ...runs: Buffer[]) =>
  bytes(
    box('moof', box('mfhd', nothing(8)), box('traf', header, box('tfdt', nothing(4), big32(begins)), ...runs)),
    box('mdat', 'audio'),
  )
const usualTrack = box('tfhd', [0, 0, 0, 8], big32(1), big32(1_024))
const plainTrack = box('tfhd', nothing(4), big32(1))
const evenRun = (samples: number) => box('trun', [0, 0, 0, 1], big32(samples), big32(0))
const liveMovie = (given: GivenTrack, ...pieces: Buffer[]) =>
  bytes(box('ftyp', 'iso5', nothing(4)), box('moov', movieHeader(1_000, 0), track(given)), ...pieces)

const element = (id: number[], ...content: (string | number[] | Buffer)[]) => {
  const inside = bytes(...content)
  return bytes(id, [0x01, 0, 0, 0], big32(inside.length), inside) // a length of eight bytes
}
/** A live recorder does not know the length yet. */
const openElement = (id: number[], ...content: Buffer[]) => bytes(id, [0xff], ...content)
const ebml = element([0x1a, 0x45, 0xdf, 0xa3], 'webm')
const double = (value: number) => {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleBE(value)
  return buffer
}
const webmTrack = (codec: string, ...more: Buffer[]) =>
  element(
    [0x16, 0x54, 0xae, 0x6b],
    element([0xae], element([0xd7], [1]), element([0x83], [2]), element([0x86], codec), ...more),
  )
const webmRate = (rate: number) => element([0xe1], element([0xb5], double(rate)))
const webmDuration = (milliseconds: number) =>
  element([0x15, 0x49, 0xa9, 0x66], element([0x44, 0x89], double(milliseconds)))
const block = (ticks: number, ...content: (number[] | Buffer)[]) =>
  element([0xa3], [0x81], big16(ticks), [0x80], ...content)
const lacedBlock = (flags: number, ...content: (number[] | Buffer)[]) =>
  element([0xa3], [0x81, 0, 0, flags], ...content)
const clusterId = [0x1f, 0x43, 0xb6, 0x75]
const cluster = (ticks: number, ...blocks: Buffer[]) => openElement(clusterId, element([0xe7], big16(ticks)), ...blocks)
const segmentId = [0x18, 0x53, 0x80, 0x67]
const webm = (...content: Buffer[]) => bytes(ebml, openElement(segmentId, ...content))

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
  ['wav of a recorder that wrote no length', wav(80_000, 0), 2.5],
  ['wav in two pieces', wave(waveFormat(), waveData(8_000), waveData(72_000)), 2.5],
  ['wav with notes behind its sound', wave(waveFormat(), waveData(80_000), 'LIST', little32(4), 'note'), 2.5],
  [
    'wav with sound behind its sound',
    wave(waveFormat(), waveData(8_000), 'atad', little32(0), Buffer.alloc(72_000)),
    2.5,
  ],
  [
    'wav with two channels of 24 bits',
    wav(240_000, 240_000, { channels: 2, bits: 24, block: 6, byteRate: 96_000 }),
    2.5,
  ],
  [
    'wav of four bits a sample, whatever it says',
    wav(20_000, 20_000, { tag: 0x11, bits: 4, block: 256, byteRate: 9 }),
    2.5,
  ],
  ['flac', flac(16_000, 10 * 4_096, ...flacFrames(10)), (10 * 4_096) / 16_000],
  ['flac with the rate in its header only', flac(44_100, 10 * 4_096, ...flacFrames(10, 0)), (10 * 4_096) / 44_100],
  ['flac that says it is short', flac(44_100, 1, ...flacFrames(10)), (10 * 4_096) / 16_000],
  ['flac that says it has no samples and a huge rate', flac(655_350, 0, ...flacFrames(10)), (10 * 4_096) / 16_000],
  ['ogg with opus', opus(120_312n), opusSeconds],
  ['ogg with opus whose last page says it is short', opus(400n), opusSeconds],
  [
    'ogg with opus behind bytes of no page',
    bytes(opusHead, opusTags, 'noise', opus(0n).subarray(opusHead.length + opusTags.length)),
    opusSeconds,
  ],
  ['ogg with vorbis', vorbis(BigInt(40 * 1024 + 576 + 9 * 128)), vorbisSeconds],
  ['ogg with vorbis whose last page says it is short', vorbis(5n), vorbisSeconds],
  ['m4a', m4a(movieHeader(1_000, 2_560), track({ packets: 40, delta: 1_024 })), 2.56],
  ['m4a that says it is short', m4a(movieHeader(1_000, 1), track({ packets: 40, delta: 1 })), 2.56],
  [
    'm4a with a fast clock',
    m4a(movieHeader(1_000, 1), track({ packets: 40, delta: 1_024, clock: 4_000_000_000 })),
    2.56,
  ],
  [
    'm4a with another rate than its decoder',
    m4a(movieHeader(1_000, 1), track({ packets: 40, delta: 1, rate: 48_000 })),
    2.56,
  ],
  [
    'm4a with opus that says it is short',
    m4a(movieHeader(1_000, 1), track({ codec: 'Opus', rate: 48_000, packets: 125, delta: 1 })),
    2.5,
  ],
  ['m4a without compression', m4a(movieHeader(1_000, 1), track({ codec: 'raw ', packets: 40_000, delta: 1 })), 2.5],
  [
    'mp4 in pieces of even samples',
    liveMovie({}, fragment(0, usualTrack, evenRun(15)), fragment(15_360, usualTrack, evenRun(25))),
    2.56,
  ],
  [
    'mp4 in pieces whose last one says it is the first',
    liveMovie({}, fragment(0, usualTrack, evenRun(39)), fragment(0, usualTrack, evenRun(1))),
    2.56,
  ],
  [
    'mp4 in pieces of odd samples',
    liveMovie(
      { codec: 'Opus', clock: 48_000 },
      fragment(
        0,
        plainTrack,
        box('trun', [0, 0, 3, 1], big32(2), big32(0), big32(70_000), big32(9), big32(50_000), big32(9)),
      ),
    ),
    2.5,
  ],
  ['webm', webm(webmDuration(2_500), webmTrack('A_OPUS'), cluster(0, ...copies(block(0, opusPacket), 125))), 2.5],
  [
    'webm that says it is short',
    webm(webmDuration(1), webmTrack('A_OPUS'), cluster(0, ...copies(block(0, opusPacket), 125))),
    2.5,
  ],
  [
    'webm of a live recorder',
    webm(webmTrack('A_OPUS'), cluster(0, block(0, opusLongPacket)), cluster(2_000, block(0, opusLongPacket))),
    0.24,
  ],
  [
    'webm behind a damaged element',
    webm(
      webmTrack('A_OPUS'),
      cluster(0, block(0, opusLongPacket)),
      bytes([0xec, 0x0f, 0xff]),
      cluster(0, block(0, opusLongPacket)),
    ),
    0.24,
  ],
  [
    'webm behind an element that claims the rest',
    webm(webmTrack('A_OPUS'), bytes([0xec, 0x10, 0xff, 0xff, 0xff]), cluster(0, block(0, opusLongPacket))),
    0.12,
  ],
  [
    'webm that changes its mind about its track',
    webm(webmTrack('A_OPUS'), cluster(0, element([0x83], [1]), block(0, opusLongPacket))),
    0.12,
  ],
  [
    'webm with laced frames of even sizes',
    webm(webmTrack('A_OPUS'), cluster(0, lacedBlock(4, [1], opusPacket, opusPacket))),
    0.04,
  ],
  [
    'webm with laced frames, by Xiph',
    webm(webmTrack('A_OPUS'), cluster(0, lacedBlock(2, [1, 41], opusPacket, opusLongPacket))),
    0.14,
  ],
  [
    'webm with laced frames, by EBML',
    webm(webmTrack('A_OPUS'), cluster(0, lacedBlock(6, [2, 0xa9, 0xbf], opusPacket, opusPacket, opusLongPacket))),
    0.16,
  ],
  [
    'webm with vorbis',
    webm(
      webmTrack('A_VORBIS', element([0x63, 0xa2], [2, 30, 10], vorbisHead)),
      cluster(0, ...copies(block(0, [2, 9]), 11)),
    ),
    10_240 / 22_050,
  ],
  [
    'webm with aac',
    webm(
      webmTrack('A_AAC', webmRate(48_000), element([0x63, 0xa2], [0x14, 0x08, 0, 0, 0, 0])),
      cluster(0, ...copies(block(0, [2, 9]), 40)),
    ),
    2.56,
  ],
  ['webm with mp3', webm(webmTrack('A_MPEG/L3', webmRate(48_000)), cluster(0, ...copies(block(0, [2, 9]), 100))), 2.4],
  [
    'webm without compression',
    webm(
      webmTrack(
        'A_PCM/INT/LIT',
        element([0xe1], element([0xb5], double(16_000)), element([0x9f], [2]), element([0x62, 0x64], [16])),
      ),
      cluster(0, block(0, Buffer.alloc(64_000))),
    ),
    1,
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
  assert.equal(audioSeconds(flac(44_100, 1_000)), undefined)
  assert.equal(audioSeconds(m4a(movieHeader(1_000, 5))), undefined)
  assert.equal(audioSeconds(m4a(movieHeader(1_000, 5), track({ packets: 40, handler: 'vide' }))), undefined)
  assert.equal(audioSeconds(m4a(movieHeader(1_000, 5), track({ packets: 4_000_000_000 }))), undefined)
  assert.equal(audioSeconds(webm(webmDuration(2_500))), undefined)
})

const contradictions: Record<string, Buffer> = {
  'a byte rate that is not the one of its samples': wav(80_000, 80_000, { byteRate: 0xffff_ffff }),
  'a byte rate of zero': wav(80_000, 80_000, { byteRate: 0 }),
  'a sample rate beyond any recorder': wav(80_000, 80_000, { rate: 4_000_000, byteRate: 8_000_000 }),
  'more channels than bytes': wav(80_000, 80_000, { channels: 200, block: 400, byteRate: 6_400_000 }),
  'blocks of another size than its samples': wav(80_000, 80_000, { block: 400, byteRate: 6_400_000 }),
  'two formats': wave(waveFormat(), waveFormat({ rate: 8_000, byteRate: 16_000 }), waveData(80_000)),
  'a compressed format that cannot be counted': wav(80_000, 80_000, { tag: 0x55 }),
  'frames at no rate': flac(0, 1_000, ...flacFrames(10, 0)),
  'frames at an absurd rate': flac(655_350, 1_000, ...flacFrames(10, 0)),
  'a codec in mp4 that cannot be counted': m4a(movieHeader(1_000, 5), track({ codec: 'samr', packets: 40, delta: 9 })),
  'a second track in mp4 that cannot be counted': m4a(track({ packets: 1 }), track({ codec: 'samr', packets: 40 })),
  'frames whose first bytes are kept elsewhere': webm(
    webmTrack('A_OPUS', element([0x6d, 0x80], [0])),
    cluster(0, block(0, opusPacket)),
  ),
  'a codec that cannot be counted': webm(webmDuration(9), webmTrack('A_REAL/COOK'), cluster(0, block(0, opusPacket))),
  'frames behind more invalid bytes than frames': bytes(
    repeated(mp3Frame, 2),
    Buffer.alloc(20_000, 0xff),
    repeated(mp3Frame, 1_000),
  ),
}
for (const [what, file] of Object.entries(contradictions))
  test(`a recording that would be played longer than it says has no length: ${what}`, () => {
    assert.equal(audioSeconds(file), undefined)
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
