import { type AudioFrame, audioStart, framesSeconds } from './frames.ts'

// Kilobits per second by the bit rate index of the header, for layer III.
const bitRates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates = [44_100, 48_000, 32_000]
/** By the two version bits: MPEG 2.5, reserved, 2 and 1. */
const rateDivisors = [4, undefined, 2, 1]

export const mp3Samples = (sampleRate: number): number => (sampleRate < 32_000 ? 576 : 1152)

export const mp3Seconds = (file: Buffer): number | undefined =>
  framesSeconds(file, audioStart(file), (at) => readFrame(file, at))

function readFrame(file: Buffer, at: number): AudioFrame | undefined {
  const header = file.readUInt32BE(at)
  const isLayer3 = header >>> 21 === 0x7ff && ((header >>> 17) & 3) === 1
  const divisor = rateDivisors[(header >>> 19) & 3]
  const baseRate = sampleRates[(header >>> 10) & 3]
  if (!isLayer3 || divisor === undefined || baseRate === undefined) return undefined
  const kilobits = bitRates[divisor === 1 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15]
  if (!kilobits) return undefined
  const sampleRate = baseRate / divisor
  const samples = mp3Samples(sampleRate)
  const padding = (header >>> 9) & 1
  return {
    length: Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + padding,
    seconds: samples / sampleRate,
  }
}
