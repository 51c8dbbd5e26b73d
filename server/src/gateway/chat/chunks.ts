import type { ServerResponse } from 'node:http'

const lastChunk = '0\r\n\r\n'

/**
 * Takes over the chunks of a response whose head was written, and returns whether it has any: clients of HTTP/1.0 are not
 * sent chunks. Node writes a chunk in four pieces, in a turn of its own; here it is one piece that leaves at once. Of an
 * event that passes, writing is most of the cost.
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
  socket?.cork() // or Node would, until its next turn
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
