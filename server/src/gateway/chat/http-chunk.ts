/** One chunk of a response whose length is not known: its length in hexadecimal, and its bytes. Not for empty data. */
export function httpChunk(data: Buffer | string): Buffer | string {
  if (typeof data === 'string') return `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`
  const head = `${data.length.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(head.length + data.length + 2)
  chunk.write(head, 'latin1')
  data.copy(chunk, head.length)
  chunk[chunk.length - 2] = carriageReturn
  chunk[chunk.length - 1] = lineFeed
  return chunk
}
const carriageReturn = 0x0d
const lineFeed = 0x0a

export const lastChunk = '0\r\n\r\n'

export function joined(pieces: (Buffer | string)[]): Buffer | string {
  const [first = ''] = pieces
  if (pieces.length <= 1) return first
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
