const sampleRate = 24_000

export type SoundFormat = 'mp3' | 'opus' | 'aac' | 'flac' | 'wav' | 'pcm'

export const soundTypes: Record<SoundFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** Silent audio: a tenth of a second for every word, so that longer text lasts longer. */
export function silence(format: SoundFormat, text: string): Buffer {
  const tenths = Math.max(1, text.split(/\s+/).length)
  const samples = Buffer.alloc((sampleRate / 10) * 2 * tenths)
  switch (format) {
    case 'pcm':
      return samples
    case 'wav':
      return Buffer.concat([wavHeader(samples.length), samples])
    case 'mp3':
      return Buffer.concat(Array.from({ length: tenths * 4 }, () => mp3Frame))
    default:
      return Buffer.concat([magic[format], Buffer.alloc(200 * tenths)])
  }
}

const magic: Record<'opus' | 'aac' | 'flac', Buffer> = {
  opus: Buffer.from('OggS'),
  aac: Buffer.from([0xff, 0xf1, 0x50, 0x80]),
  flac: Buffer.from('fLaC'),
}

// MPEG-1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame, 26 ms.
const mp3Frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])

function wavHeader(size: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + size, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(size, 40)
  return header
}
