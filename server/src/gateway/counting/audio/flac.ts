/** The first block is always STREAMINFO, with the sample rate in 20 bits and the number of samples in 36. */
export function flacSeconds(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, 4) !== 'fLaC') return undefined
  const sampleRate = file.readUIntBE(18, 3) >>> 4
  const samples = (file.readUInt8(21) & 0x0f) * 2 ** 32 + file.readUInt32BE(22)
  return sampleRate > 0 && samples > 0 ? samples / sampleRate : undefined
}
