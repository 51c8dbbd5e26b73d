const headerBytes = 44

/** Samples of one channel, 16 bits each, as a WAV file. */
export function wavOf(samples: Buffer, samplesPerSecond: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(headerBytes - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16) // length of the format
  header.writeUInt16LE(1, 20) // samples that are not compressed
  header.writeUInt16LE(1, 22) // channels
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond * 2, 28) // bytes per second
  header.writeUInt16LE(2, 32) // bytes per sample
  header.writeUInt16LE(16, 34) // bits per sample
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
