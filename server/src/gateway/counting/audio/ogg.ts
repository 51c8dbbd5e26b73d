import { isPlausibleRate } from './sample-rates.ts'
import { isVorbisHeader, opusRate, opusSamples, VorbisPackets } from './xiph-packets.ts'

const pageStart = Buffer.from('OggS')
const flag = { continued: 1, first: 2 }

/** One logical stream of the file. */
type Stream = { add(start: number, end: number): void; seconds(): number }

/**
 * The sum of the durations of the packets. The positions in the headers of the pages are ignored. A file may have
 * several streams, one after another.
 */
export function oggSeconds(file: Buffer): number | undefined {
  if (!file.subarray(0, 4).equals(pageStart)) return undefined
  const streams: Stream[] = []
  const current = new Map<number, Stream>()
  for (let at = 0; at !== -1 && at + 27 <= file.length; ) {
    if (file.readUInt32BE(at) !== 0x4f676753) {
      at = file.indexOf(pageStart, at)
      continue
    }
    const flags = file.readUInt8(at + 5)
    const serial = file.readUInt32LE(at + 14)
    const segments = at + 27
    const body = segments + file.readUInt8(at + 26)
    const opened = flags & flag.first ? streamOf(file, body) : undefined
    if (opened) {
      streams.push(opened)
      current.set(serial, opened)
    }
    at = readPackets(file, { segments, body, isContinued: (flags & flag.continued) > 0 }, current.get(serial))
  }
  return streams.length > 0 ? streams.reduce((sum, stream) => sum + stream.seconds(), 0) : undefined
}

type Page = { segments: number; body: number; isContinued: boolean }

/** A segment of 255 bytes continues in the next one. Returns the end of the page. */
function readPackets(file: Buffer, { segments, body, isContinued }: Page, stream: Stream | undefined): number {
  let isStart = !isContinued
  let at = body
  for (let segment = segments; segment < body; segment += 1) {
    const length = file[segment] ?? 0
    if (isStart && length > 0) stream?.add(at, at + length)
    isStart = length < 255
    at += length
  }
  return at
}

function streamOf(file: Buffer, packet: number): Stream | undefined {
  if (file.toString('latin1', packet, packet + 8) === 'OpusHead') return opusStream(file, packet)
  return isVorbisHeader(file, packet) ? vorbisStream(file, packet) : undefined
}

function opusStream(file: Buffer, head: number): Stream {
  let samples = -file.readUInt16LE(head + 10) // players skip these
  let headers = 2
  return {
    add(start, end) {
      if (headers > 0) headers -= 1
      else samples += opusSamples(file, start, end)
    },
    seconds: () => Math.max(0, samples) / opusRate,
  }
}

function vorbisStream(file: Buffer, head: number): Stream {
  const packets = new VorbisPackets(file, head)
  return {
    add: (start) => packets.add(file[start] ?? 1),
    seconds: () => (isPlausibleRate(packets.rate) ? packets.samples / packets.rate : Number.NaN),
  }
}
