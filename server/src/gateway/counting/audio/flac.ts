import { isPlausibleRate } from './sample-rates.ts'

/** Hertz by the rate code of a frame; 0 refers to the header of the file. */
const sampleRates = [0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

/**
 * The sum of the frames. The header's number of samples is not read: decoders play every frame. A frame is recognised
 * by the checksum of its header, so that its first bytes inside another frame's data are not taken for one.
 */
export function flacSeconds(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, 4) !== 'fLaC') return undefined
  const headerRate = file.readUIntBE(18, 3) >>> 4
  let seconds = 0
  for (let at = audioStart(file); at + 6 <= file.length; at += 1) {
    if (file[at] !== 0xff || ((file[at + 1] ?? 0) & 0xfe) !== 0xf8) continue
    const frame = readFrame(file, at)
    const rate = frame?.sampleRate || headerRate
    if (frame && !isPlausibleRate(rate)) return undefined
    if (frame) seconds += frame.samples / rate
  }
  return seconds > 0 ? seconds : undefined
}

/** Behind the blocks of metadata, each with its length; the last one is marked. */
function audioStart(file: Buffer): number {
  let at = 4
  for (let isLast = false; !isLast; ) {
    isLast = file.readUInt8(at) >= 0x80
    at += 4 + file.readUIntBE(at + 1, 3)
  }
  return at
}

function readFrame(file: Buffer, at: number): { samples: number; sampleRate: number } | undefined {
  const [sizeCode, rateCode] = [file.readUInt8(at + 2) >>> 4, file.readUInt8(at + 2) & 15]
  const sampleBits = (file.readUInt8(at + 3) >>> 1) & 7
  const channels = file.readUInt8(at + 3) >>> 4
  if (sizeCode === 0 || rateCode === 15 || channels > 10 || sampleBits === 3 || file.readUInt8(at + 3) & 1)
    return undefined
  const sizeAt = at + 4 + numberBytes(file.readUInt8(at + 4))
  const rateAt = sizeAt + (sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0)
  const end = rateAt + (rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0)
  if (end >= file.length || crc8(file, at, end) !== file[end]) return undefined
  return { samples: readBlockSize(file, sizeCode, sizeAt), sampleRate: readRate(file, rateCode, rateAt) }
}

/** The frame's number is written like a character of UTF-8, in up to seven bytes. */
const numberBytes = (first: number): number => (first < 0x80 ? 1 : Math.min(7, Math.clz32(~(first << 24))))

function readBlockSize(file: Buffer, code: number, at: number): number {
  if (code === 1) return 192
  if (code <= 5) return 576 * 2 ** (code - 2)
  if (code === 6) return file.readUInt8(at) + 1
  return code === 7 ? file.readUInt16BE(at) + 1 : 256 * 2 ** (code - 8)
}

function readRate(file: Buffer, code: number, at: number): number {
  if (code === 12) return file.readUInt8(at) * 1000
  return code > 12 ? file.readUInt16BE(at) * (code === 14 ? 10 : 1) : (sampleRates[code] ?? 0)
}

function crc8(file: Buffer, start: number, end: number): number {
  let crc = 0
  for (let at = start; at < end; at += 1) {
    crc ^= file[at] ?? 0
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return crc
}
