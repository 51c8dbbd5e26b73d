import type { ServerResponse } from 'node:http'

const lastChunk = '0\r\n\r\n'

/**
 * Takes over the chunked encoding of a response whose head was written, and returns whether it has one: clients of
 * HTTP/1.0 get no chunks. Node writes a chunk as four pieces on the next tick; here it is one piece that is sent at
 * once. Writing is most of the cost of a forwarded event.
 */
export function takeOverChunks(response: ServerResponse): boolean {
  const { chunkedEncoding } = response
  response.chunkedEncoding = false
  return chunkedEncoding
}

/** Returns whether there is room for more. */
export function writeChunk(response: ServerResponse, data: Buffer | string): boolean {
  if (data.length === 0) return !response.writableNeedDrain
  const { socket } = response
  socket?.cork() // otherwise Node would cork until the next tick
  const hasRoom = response.write(chunkOf(data))
  socket?.uncork()
  return hasRoom
}

export function endChunks(response: ServerResponse, data: Buffer | string): void {
  response.end(data.length === 0 ? lastChunk : chunkOf(data, lastChunk))
}

function chunkOf(data: Buffer | string, behind = ''): Buffer | string {
  const end = `\r\n${behind}`
  if (typeof data === 'string') return `${Buffer.byteLength(data).toString(16)}\r\n${data}${end}`
  const begin = `${data.length.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(begin.length + data.length + end.length)
  chunk.write(begin, 'latin1')
  chunk.set(data, begin.length)
  chunk.write(end, begin.length + data.length, 'latin1')
  return chunk
}

/** Joins pieces that are written together, because each write costs an HTTP chunk. */
export function joined(pieces: (Buffer | string)[]): Buffer | string {
  const [first = ''] = pieces
  if (pieces.length <= 1) return first
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
