import { type Box, boxesIn, findBox } from '../boxes.ts'
import { aacConfigRate, aacSamples } from './aac.ts'
import { mp3Samples } from './mp3.ts'
import { isPlausibleRate } from './sample-rates.ts'

/** The longest audio track, by its samples. The durations in the headers are ignored. */
export function mp4Seconds(file: Buffer): number | undefined {
  const whole = { start: 0, end: file.length }
  if (findBox(file, whole, 'ftyp')?.start !== 8) return undefined
  const movie = findBox(file, whole, 'moov')
  const tracks = movie ? audioTracks(file, movie) : []
  if (movie) addFragments(file, movie, tracks)
  const seconds = Math.max(...tracks.map(trackSeconds)) // NaN if a track cannot be counted
  return seconds > 0 ? seconds : undefined
}

function audioTracks(file: Buffer, movie: Box): Mp4Track[] {
  const tracks: Mp4Track[] = []
  for (const box of boxesIn(file, movie.start, movie.end)) {
    const track = box.type === 'trak' ? readAudioTrack(file, box) : undefined
    if (track) tracks.push(track)
  }
  return tracks
}

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
function trackSeconds({ timescale, packets, ticks, packetSeconds }: Mp4Track): number {
  if (packetSeconds !== undefined) return packets * packetSeconds
  return Math.max(timescale > 0 ? ticks / timescale : 0, packets * opusPacketSeconds)
}

/** Gives undefined for a track that is not audio. */
function readAudioTrack(file: Buffer, track: Box): Mp4Track | undefined {
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

/** Flags for the optional members of a box, in the order they are stored. */
const trackHeader = { baseOffset: 0x1, descriptionIndex: 0x2, sampleDuration: 0x8 }
const run = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 }

/** Adds the samples of the fragments of a live recording. Its header was written before them and has none. */
function addFragments(file: Buffer, movie: Box, tracks: readonly Mp4Track[]): void {
  const defaults = defaultDurations(file, movie)
  for (const fragment of boxesIn(file, 0, file.length)) {
    if (fragment.type !== 'moof') continue
    for (const box of boxesIn(file, fragment.start, fragment.end)) {
      const header = box.type === 'traf' ? findBox(file, box, 'tfhd') : undefined
      const id = header && file.readUInt32BE(header.start + 4)
      const track = tracks.find((each) => each.id === id)
      if (header && track) addRuns(file, box, track, sampleDuration(file, header) ?? defaults.get(track.id) ?? 0)
    }
  }
}

function addRuns(file: Buffer, fragment: Box, track: Mp4Track, defaultDuration: number): void {
  for (const box of boxesIn(file, fragment.start, fragment.end)) {
    if (box.type !== 'trun') continue
    const flags = file.readUIntBE(box.start + 1, 3)
    const samples = file.readUInt32BE(box.start + 4)
    track.packets += samples
    if (!(flags & run.duration)) {
      track.ticks += samples * defaultDuration
      continue
    }
    const sampleBytes = 4 * countFlags(flags, [run.duration, run.size, run.flags, run.compositionOffset])
    let at = box.start + 8 + 4 * countFlags(flags, [run.dataOffset, run.firstFlags])
    for (; at + sampleBytes <= box.end; at += sampleBytes) track.ticks += file.readUInt32BE(at)
  }
}

/** The durations of samples whose fragment gives none, by track. */
function defaultDurations(file: Buffer, movie: Box): Map<number, number> {
  const durations = new Map<number, number>()
  const extension = findBox(file, movie, 'mvex')
  if (!extension) return durations
  for (const box of boxesIn(file, extension.start, extension.end))
    if (box.type === 'trex') durations.set(file.readUInt32BE(box.start + 4), file.readUInt32BE(box.start + 12))
  return durations
}

function sampleDuration(file: Buffer, header: Box): number | undefined {
  const flags = file.readUIntBE(header.start + 1, 3)
  if (!(flags & trackHeader.sampleDuration)) return undefined
  const skipped = (flags & trackHeader.baseOffset ? 8 : 0) + (flags & trackHeader.descriptionIndex ? 4 : 0)
  return file.readUInt32BE(header.start + 8 + skipped)
}

const countFlags = (flags: number, candidates: number[]) => candidates.filter((flag) => flags & flag).length
