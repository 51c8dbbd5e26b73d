import { aacRates, aacSamples } from './aac-config.ts'
import { type AudioFrame, audioStart, framesSeconds } from './frames.ts'

/** AAC without a container. Every frame header has the length of its frame. */
export const adtsSeconds = (file: Buffer): number | undefined =>
  framesSeconds(file, audioStart(file), (at) => readFrame(file, at))

function readFrame(file: Buffer, at: number): AudioFrame | undefined {
  const isFrame = (file.readUInt16BE(at) & 0xfff6) === 0xfff0
  const sampleRate = aacRates[(file.readUInt8(at + 2) >>> 2) & 15]
  const length = (file.readUIntBE(at + 3, 3) >>> 5) & 0x1fff
  if (!isFrame || sampleRate === undefined || length < 7) return undefined
  const blocks = (file.readUInt8(at + 6) & 3) + 1
  return { length, seconds: (blocks * aacSamples) / sampleRate }
}
