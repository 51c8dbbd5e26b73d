import { type Box, boxesIn, findBox } from '../boxes.ts'
import { aacConfigRate, aacSamples } from './aac-config.ts'
import { mp3Samples } from './mp3.ts'
import { isPlausibleRate } from './sample-rates.ts'

/** An audio track: its packets, and the facts that give the duration of one. */
export type Mp4Track = {
  id: number
  /** Ticks per second of the durations that the file gives. */
  timescale: number
  /** Undefined for Opus, whose packets differ. */
  packetSeconds?: number
  packets: number
  ticks: number
}

/** Samples per packet; 1 for an uncompressed codec. Other codecs have no duration. */
const samplesPerPacket = new Map([
  ['mp4a', aacSamples],
  ['alac', 4096],
  ['fLaC', 4096],
  ['ac-3', 1536],
  ['ec-3', 1536],
  ...['sowt', 'twos', 'raw ', 'lpcm', 'in24', 'in32', 'fl32', 'fl64', 'ulaw', 'alaw'].map((each) => [each, 1] as const),
])
/** MP3 inside MP4, by the number of its kind. */
const mp3Objects: ReadonlySet<number> = new Set([0x69, 0x6b])
/** The packets of nearly every encoder of Opus; the format has longer ones. */
const opusPacketSeconds = 0.02

/** The duration of a track. The durations in the file count only if the codec does not fix them. */
export function trackSeconds({ timescale, packets, ticks, packetSeconds }: Mp4Track): number {
  if (packetSeconds !== undefined) return packets * packetSeconds
  return Math.max(timescale > 0 ? ticks / timescale : 0, packets * opusPacketSeconds)
}

/** Gives undefined for a track that is not audio. */
export function readAudioTrack(file: Buffer, track: Box): Mp4Track | undefined {
  const media = findBox(file, track, 'mdia')
  const handler = media && findBox(file, media, 'hdlr')
  if (!media || !handler || file.toString('latin1', handler.start + 8, handler.start + 12) !== 'soun') return undefined
  const header = findBox(file, track, 'tkhd')
  const mediaHeader = findBox(file, media, 'mdhd')
  const information = findBox(file, media, 'minf')
  const table = information && findBox(file, information, 'stbl')
  const description = table && findBox(file, table, 'stsd')
  const [entry] = description ? boxesIn(file, description.start + 8, description.end) : []
  if (!header || !mediaHeader || !table || !entry) return undefined
  return {
    id: file.readUInt32BE(header.start + (isLong(file, header) ? 20 : 12)),
    timescale: file.readUInt32BE(mediaHeader.start + (isLong(file, mediaHeader) ? 20 : 12)),
    ...(entry.type !== 'Opus' && { packetSeconds: packetSecondsOf(file, entry) }),
    packets: samplesIn(file, table),
    ticks: ticksIn(file, table),
  }
}

const isLong = (file: Buffer, box: Box) => file.readUInt8(box.start) === 1

function packetSecondsOf(file: Buffer, entry: Box): number {
  const rate = file.readUInt16BE(entry.start + 24)
  const decoder = readDecoder(file, entry)
  // A decoder plays at the rate of its own configuration, whatever the entry says; the slower one counts.
  const slowest = Math.min(...[rate, decoder?.rate ?? 0].filter((each) => each > 0))
  const isMp3 = entry.type === '.mp3' || (decoder && mp3Objects.has(decoder.object))
  const samples = isMp3 ? mp3Samples(slowest) : samplesPerPacket.get(entry.type)
  return samples !== undefined && isPlausibleRate(slowest) ? samples / slowest : Number.NaN
}

function samplesIn(file: Buffer, table: Box): number {
  const sizes = findBox(file, table, 'stsz') ?? findBox(file, table, 'stz2')
  return sizes ? file.readUInt32BE(sizes.start + 8) : 0
}

function ticksIn(file: Buffer, table: Box): number {
  const times = findBox(file, table, 'stts')
  if (!times) return 0
  let ticks = 0
  for (let at = times.start + 8; at + 8 <= times.end; at += 8)
    ticks += file.readUInt32BE(at) * file.readUInt32BE(at + 4)
  return ticks
}

/** The kind and the sample rate of the decoder, from the descriptors nested in the entry of an MPEG-4 codec. */
function readDecoder(file: Buffer, entry: Box): { object: number; rate: number | undefined } | undefined {
  const found = file.subarray(entry.start, entry.end).indexOf('esds')
  if (found === -1) return undefined
  const stream = readDescriptor(file, entry.start + found + 8)
  const flags = file.readUInt8(stream.start + 2)
  const urlBytes = flags & 0x40 ? 1 + file.readUInt8(stream.start + 3 + (flags & 0x80 ? 2 : 0)) : 0
  const configAt = stream.start + 3 + (flags & 0x80 ? 2 : 0) + urlBytes + (flags & 0x20 ? 2 : 0)
  const config = readDescriptor(file, configAt)
  const object = file.readUInt8(config.start)
  const specific = readDescriptor(file, config.start + 13)
  return { object, rate: specific.tag === 5 ? aacConfigRate(file, specific.start) : undefined }
}

/** A tag, and a length in groups of seven bits. */
function readDescriptor(file: Buffer, at: number): { tag: number; start: number } {
  let start = at + 1
  while (file.readUInt8(start) >= 0x80) start += 1
  return { tag: file.readUInt8(at), start: start + 1 }
}
