import { type AudioFrame, audioStart, framesSeconds } from './frames.ts'

const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
export const aacSamples = 1024

/** The sample rate of an AAC decoder's configuration; undefined when it has none. */
export function aacConfigRate(file: Buffer, at: number): number | undefined {
  // Five bits for the kind of object, or eleven; then four for the rate, or 28.
  const bits = file.readUIntBE(at, 6)
  const kindBits = bits >= 31 * 2 ** 43 ? 11 : 5
  const read = (start: number, count: number) => Math.floor(bits / 2 ** (48 - start - count)) % 2 ** count
  const code = read(kindBits, 4)
  return code === 15 ? read(kindBits + 4, 24) : aacRates[code]
}

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
