/**
 * Chunks side by side: the format chunk has bytes per second, the data chunk a length, which counts as far as the file
 * goes.
 */
export function wavSeconds(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let bytesPerSecond: number | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    if (type === 'fmt ') bytesPerSecond = file.readUInt32LE(at + 16)
    // A recorder that streams does not know the length yet and writes the largest number.
    if (type === 'data' && bytesPerSecond) return Math.min(length, file.length - at - 8) / bytesPerSecond
    at += 8 + length + (length % 2)
  }
  return undefined
}
