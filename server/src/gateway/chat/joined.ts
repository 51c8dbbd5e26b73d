/** Joins pieces that are written together, because each write costs an HTTP chunk. */
export function joined(pieces: (Buffer | string)[]): Buffer | string {
  const [first = ''] = pieces
  if (pieces.length <= 1) return first
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
}
