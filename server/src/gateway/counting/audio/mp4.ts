import { findBox } from '../boxes.ts'
import { fragmentsSeconds } from './mp4-fragments.ts'

/** The movie header: a clock rate and a number of ticks, in 32 bits or, from version 1, in 64. */
export function mp4Seconds(file: Buffer): number | undefined {
  const whole = { start: 0, end: file.length }
  if (findBox(file, whole, 'ftyp')?.start !== 8) return undefined
  const movie = findBox(file, whole, 'moov')
  const header = movie && findBox(file, movie, 'mvhd')
  if (!header) return undefined
  const isLong = file.readUInt8(header.start) === 1
  const rate = file.readUInt32BE(header.start + (isLong ? 20 : 12))
  const ticks = isLong ? Number(file.readBigUInt64BE(header.start + 24)) : file.readUInt32BE(header.start + 16)
  // Live recorders leave the duration open: 0, or all bits set.
  const isUnknown = ticks === 0 || ticks >= 0xffff_ffff
  return isUnknown || rate === 0 ? fragmentsSeconds(file, movie) : ticks / rate
}
