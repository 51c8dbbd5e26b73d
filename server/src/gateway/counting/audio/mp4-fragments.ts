import { type Box, boxesIn, findBox } from '../boxes.ts'
import type { Mp4Track } from './mp4-track.ts'

/** Flags for the optional members of a box, in the order they are stored. */
const trackHeader = { baseOffset: 0x1, descriptionIndex: 0x2, sampleDuration: 0x8 }
const run = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 }

/** Adds the samples of the fragments of a live recording. Its header was written before them and has none. */
export function addFragments(file: Buffer, movie: Box, tracks: readonly Mp4Track[]): void {
  const defaults = defaultDurations(file, movie)
  for (const fragment of boxesIn(file, 0, file.length)) {
    if (fragment.type !== 'moof') continue
    for (const box of boxesIn(file, fragment.start, fragment.end)) {
      const header = box.type === 'traf' ? findBox(file, box, 'tfhd') : undefined
      const id = header && file.readUInt32BE(header.start + 4)
      const track = tracks.find((each) => each.id === id)
      if (header && track) addRuns(file, box, track, sampleDuration(file, header) ?? defaults.get(track.id) ?? 0)
    }
  }
}

function addRuns(file: Buffer, fragment: Box, track: Mp4Track, defaultDuration: number): void {
  for (const box of boxesIn(file, fragment.start, fragment.end)) {
    if (box.type !== 'trun') continue
    const flags = file.readUIntBE(box.start + 1, 3)
    const samples = file.readUInt32BE(box.start + 4)
    track.packets += samples
    if (!(flags & run.duration)) {
      track.ticks += samples * defaultDuration
      continue
    }
    const sampleBytes = 4 * countFlags(flags, [run.duration, run.size, run.flags, run.compositionOffset])
    let at = box.start + 8 + 4 * countFlags(flags, [run.dataOffset, run.firstFlags])
    for (; at + sampleBytes <= box.end; at += sampleBytes) track.ticks += file.readUInt32BE(at)
  }
}

/** The durations of samples whose fragment gives none, by track. */
function defaultDurations(file: Buffer, movie: Box): Map<number, number> {
  const durations = new Map<number, number>()
  const extension = findBox(file, movie, 'mvex')
  if (!extension) return durations
  for (const box of boxesIn(file, extension.start, extension.end))
    if (box.type === 'trex') durations.set(file.readUInt32BE(box.start + 4), file.readUInt32BE(box.start + 12))
  return durations
}

function sampleDuration(file: Buffer, header: Box): number | undefined {
  const flags = file.readUIntBE(header.start + 1, 3)
  if (!(flags & trackHeader.sampleDuration)) return undefined
  const skipped = (flags & trackHeader.baseOffset ? 8 : 0) + (flags & trackHeader.descriptionIndex ? 4 : 0)
  return file.readUInt32BE(header.start + 8 + skipped)
}

const countFlags = (flags: number, candidates: number[]) => candidates.filter((flag) => flags & flag).length
