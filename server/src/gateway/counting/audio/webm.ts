import { aacConfigRate, aacSamples } from './aac.ts'
import { type Element, readNumber, walkElements } from './ebml.ts'
import { mp3Samples } from './mp3.ts'
import { channelsMax, isPlausibleRate } from './sample-rates.ts'
import { isVorbisHeader, opusRate, opusSamples, VorbisPackets } from './xiph-packets.ts'

const id = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  simpleBlock: 0xa3,
  block: 0xa1,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  audio: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  bits: 0x6264,
}
const containers: ReadonlySet<number> = new Set([id.segment, id.cluster, id.blockGroup, id.tracks, id.track, id.audio])
const clusterStart = Buffer.from('1f43b675', 'hex')
const audioType = 2

type Track = {
  number: number
  type: number
  codec: string
  rate: number
  channels: number
  bits: number
  /** The codec's own header. */
  decoder?: Element
  /** Frames are compressed again, or their first bytes are stored elsewhere. */
  isEncoded: boolean
}
const unknownTrack: Track = { number: 0, type: 0, codec: '', rate: 8_000, channels: 1, bits: 0, isEncoded: false }
type FrameSum = { add(start: number, end: number): void; seconds(): number }

/**
 * The longest audio track, by the durations of its frames. The duration in the header and the times of the blocks are
 * ignored. Undefined for codecs whose frames have no known duration.
 */
export function webmSeconds(file: Buffer): number | undefined {
  if (file.length < 4 || file.readUInt32BE(0) !== id.header) return undefined
  const tracks: Track[] = []
  const tallies = new Map<number, FrameSum | undefined>()
  let isHeader = true
  for (const element of walkElements(file, containers, clusterStart)) {
    if (!element) return undefined
    if (element.id === id.cluster) isHeader = false
    if (isHeader && element.id === id.track) tracks.push({ ...unknownTrack })
    else if (element.id === id.simpleBlock || element.id === id.block) {
      const block = readBlock(file, element.start, element.end)
      const track = block && tracks.find(({ number }) => number === block.track)
      if (!track || track.type !== audioType) continue
      if (!tallies.has(track.number)) tallies.set(track.number, tallyOf(file, track))
      const tally = tallies.get(track.number)
      if (!tally) return undefined
      for (const frame of block.frames) tally.add(frame.start, frame.end)
    } else if (isHeader) readTrackField(file, element, tracks.at(-1))
  }
  const seconds = [...tallies.values()].map((tally) => tally?.seconds() ?? 0)
  return seconds.length > 0 ? Math.max(...seconds) : undefined
}

function readTrackField(file: Buffer, element: Element, track: Track | undefined): void {
  if (!track) return
  if (element.id === id.trackNumber) track.number = readInteger(file, element)
  else if (element.id === id.trackType) track.type = readInteger(file, element)
  else if (element.id === id.codec) track.codec = file.toString('latin1', element.start, element.end)
  else if (element.id === id.codecPrivate) track.decoder = element
  else if (element.id === id.encodings) track.isEncoded = true
  else if (element.id === id.channels) track.channels = readInteger(file, element)
  else if (element.id === id.bits) track.bits = readInteger(file, element)
  else if (element.id === id.rate) track.rate = readFloat(file, element)
}

function tallyOf(file: Buffer, { codec, rate, channels, bits, decoder, isEncoded }: Track): FrameSum | undefined {
  if (isEncoded) return undefined
  if (codec === 'A_OPUS') return tally(opusRate, (start, end) => opusSamples(file, start, end))
  if (codec === 'A_VORBIS') return decoder && vorbisSum(file, decoder)
  if (codec === 'A_MPEG/L3') return tally(rate, () => mp3Samples(rate))
  if (codec.startsWith('A_PCM/')) {
    const isPlausible = channels >= 1 && channels <= channelsMax && bits >= 8 && bits <= 64
    return isPlausible ? tally(rate, (start, end) => (8 * (end - start)) / (channels * bits)) : undefined
  }
  if (!codec.startsWith('A_AAC')) return undefined
  const configured = decoder && decoder.end - decoder.start >= 2 ? aacConfigRate(file, decoder.start) : undefined
  return tally(Math.min(rate, configured ?? rate), () => aacSamples)
}

function tally(rate: number, samplesOf: (start: number, end: number) => number): FrameSum {
  let samples = 0
  return {
    add(start, end) {
      samples += samplesOf(start, end)
    },
    seconds: () => (isPlausibleRate(rate) ? samples / rate : Number.NaN),
  }
}

/** The three headers of Vorbis come before the frames, with the lengths of two of them first. */
function vorbisSum(file: Buffer, decoder: Element): FrameSum | undefined {
  const head = file.subarray(decoder.start, decoder.end).indexOf('\x01vorbis', 0, 'latin1')
  if (head === -1 || !isVorbisHeader(file, decoder.start + head)) return undefined
  const packets = new VorbisPackets(file, decoder.start + head)
  const { rate } = packets
  return {
    add: (start) => packets.add(file[start] ?? 1),
    seconds: () => (isPlausibleRate(rate) ? packets.samples / rate : Number.NaN),
  }
}

const readInteger = (file: Buffer, { start, end }: Element): number =>
  file.subarray(start, Math.min(end, start + 8)).reduce((number, byte) => number * 256 + byte, 0)

const readFloat = (file: Buffer, { start, end }: Element): number =>
  end - start === 4 ? file.readFloatBE(start) : file.readDoubleBE(start)

/** Frames of one block, and the number of the track they belong to. */
type MatroskaBlock = { track: number; frames: { start: number; end: number }[] }

const lacing = { none: 0, xiph: 2, fixed: 4, ebml: 6 }

/** A block has a track, a time in two bytes, flags, and one frame or several ("laced"). */
function readBlock(file: Buffer, start: number, end: number): MatroskaBlock | undefined {
  const track = readNumber(file, start)
  if (!track || start + track.width + 3 > end) return undefined
  const flags = file.readUInt8(start + track.width + 2)
  return { track: track.value, frames: readFrames(file, start + track.width + 3, end, flags & 6) }
}

function readFrames(file: Buffer, start: number, end: number, laced: number): MatroskaBlock['frames'] {
  if (laced === lacing.none) return [{ start, end }]
  const count = (file[start] ?? 0) + 1
  let at = start + 1
  const sizes: number[] = []
  for (let index = 0; index < count - 1; index += 1) {
    if (laced === lacing.fixed) sizes.push(Math.floor((end - start - 1) / count))
    else {
      const { size, width } = laced === lacing.xiph ? xiphSize(file, at) : ebmlSize(file, at, sizes.at(-1))
      sizes.push(size)
      at += width
    }
  }
  const frames: MatroskaBlock['frames'] = []
  for (const size of sizes) {
    frames.push({ start: at, end: at + size })
    at += size
  }
  return [...frames, { start: at, end }]
}

function xiphSize(file: Buffer, start: number): { size: number; width: number } {
  let size = 0
  let at = start
  for (; file[at] === 255; at += 1) size += 255
  return { size: size + (file[at] ?? 0), width: at - start + 1 }
}

/** The first size is a number, each other one a difference to the size before. */
function ebmlSize(file: Buffer, at: number, before: number | undefined): { size: number; width: number } {
  const number = readNumber(file, at)
  if (!number) return { size: 0, width: 1 }
  const { width, value } = number
  return { size: before === undefined ? value : before + value - (2 ** (7 * width - 1) - 1), width }
}
