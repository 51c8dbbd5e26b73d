import { type Box, boxesIn, findBox } from '../boxes.ts'

/** Flags for the optional members of a box, in the order they are stored. */
const trackHeader = { baseOffset: 0x1, descriptionIndex: 0x2, sampleDuration: 0x8 }
const run = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 }

/**
 * The duration of a fragmented recording, whose header was written before its duration was known: the start of the last
 * fragment plus the duration of its samples.
 */
export function fragmentsSeconds(file: Buffer, movie: Box): number | undefined {
  const rate = trackRate(file, movie)
  let last: Box | undefined
  for (const box of boxesIn(file, 0, file.length)) if (box.type === 'moof') last = box
  const track = last && findBox(file, last, 'traf')
  const decodeTime = track && findBox(file, track, 'tfdt')
  if (!decodeTime || !rate) return undefined
  const isLong = file.readUInt8(decodeTime.start) === 1
  const ticks = isLong ? Number(file.readBigUInt64BE(decodeTime.start + 4)) : file.readUInt32BE(decodeTime.start + 4)
  return (ticks + samplesTicks(file, track)) / rate
}

function trackRate(file: Buffer, movie: Box): number | undefined {
  const track = findBox(file, movie, 'trak')
  const media = track && findBox(file, track, 'mdia')
  const header = media && findBox(file, media, 'mdhd')
  return header && file.readUInt32BE(header.start + (file.readUInt8(header.start) === 1 ? 20 : 12))
}

function samplesTicks(file: Buffer, track: Box): number {
  const defaultDuration = defaultSampleDuration(file, track)
  let ticks = 0
  for (const box of boxesIn(file, track.start, track.end)) {
    if (box.type !== 'trun') continue
    const flags = file.readUIntBE(box.start + 1, 3)
    const samples = file.readUInt32BE(box.start + 4)
    if (!(flags & run.duration)) {
      ticks += samples * defaultDuration
      continue
    }
    const sampleBytes = 4 * countFlags(flags, [run.duration, run.size, run.flags, run.compositionOffset])
    let at = box.start + 8 + 4 * countFlags(flags, [run.dataOffset, run.firstFlags])
    for (; at + sampleBytes <= box.end; at += sampleBytes) ticks += file.readUInt32BE(at)
  }
  return ticks
}

function defaultSampleDuration(file: Buffer, track: Box): number {
  const header = findBox(file, track, 'tfhd')
  const flags = header ? file.readUIntBE(header.start + 1, 3) : 0
  if (!header || !(flags & trackHeader.sampleDuration)) return 0
  const skipped = (flags & trackHeader.baseOffset ? 8 : 0) + (flags & trackHeader.descriptionIndex ? 4 : 0)
  return file.readUInt32BE(header.start + 8 + skipped)
}

const countFlags = (flags: number, candidates: number[]) => candidates.filter((flag) => flags & flag).length
