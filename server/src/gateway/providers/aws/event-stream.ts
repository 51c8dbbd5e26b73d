import { crc32 } from 'node:zlib'
import { EventTooLong } from '../../forms/unfinished-bytes.ts'

/** One message of Amazon's binary event stream. */
export type EventMessage = { headers: Readonly<Record<string, string>>; payload: Buffer }

/** Bytes that are not an event stream: a checksum does not match, or a length is impossible. */
export class CorruptEventStream extends Error {}

const preludeLength = 12
const checksumLength = 4
const messageMax = 24 * 1024 * 1024

/**
 * Reads messages from bytes in any portions: length, length of the headers, checksum of both, headers, payload,
 * checksum of all. The first checksum is verified before either length is used.
 */
export function createEventStreamReader(lengthMax = messageMax): { push(bytes: Buffer): Generator<EventMessage> } {
  let pieces: Buffer[] = []
  let length = 0
  let wanted = preludeLength
  return {
    *push(bytes) {
      pieces.push(bytes)
      length += bytes.length
      while (length >= wanted) {
        const whole = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length)
        pieces = [whole]
        const total = readPrelude(whole)
        if (total > Math.min(lengthMax, messageMax)) throw new EventTooLong()
        wanted = total
        if (length < total) return
        pieces = length > total ? [whole.subarray(total)] : []
        length -= total
        wanted = preludeLength
        yield readMessage(whole.subarray(0, total))
      }
    },
  }
}

function readPrelude(bytes: Buffer): number {
  const total = bytes.readUInt32BE(0)
  const headersLength = bytes.readUInt32BE(4)
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw new CorruptEventStream('wrong prelude checksum')
  if (total < preludeLength + headersLength + checksumLength) throw new CorruptEventStream('wrong length')
  return total
}

function readMessage(bytes: Buffer): EventMessage {
  const end = bytes.length - checksumLength
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw new CorruptEventStream('wrong message checksum')
  const payloadStart = preludeLength + bytes.readUInt32BE(4)
  return {
    headers: readHeaders(bytes.subarray(preludeLength, payloadStart)),
    payload: bytes.subarray(payloadStart, end),
  }
}

/** The length of a value by its type: true, false, numbers of 1, 2, 4 and 8 bytes, a time, an id. */
const fixedLengths: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 }
const textType = 7
const bytesType = 6

/** The text headers. The gateway needs no others. */
function readHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {}
  let at = 0
  const take = (count: number): Buffer => {
    const taken = bytes.subarray(at, at + count)
    if (taken.length < count) throw new CorruptEventStream('wrong headers')
    at += count
    return taken
  }
  while (at < bytes.length) {
    const name = take(take(1).readUInt8()).toString('utf8')
    const type = take(1).readUInt8()
    if (type === textType || type === bytesType) {
      const value = take(take(2).readUInt16BE())
      if (type === textType) headers[name] = value.toString('utf8')
      continue
    }
    const fixed = fixedLengths[type]
    if (fixed === undefined) throw new CorruptEventStream('unknown type of header')
    take(fixed)
  }
  return headers
}
