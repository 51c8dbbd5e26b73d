import { readNumber } from './ebml.ts'

/** Frames of one block, and the number of the track they belong to. */
export type MatroskaBlock = { track: number; frames: { start: number; end: number }[] }

const lacing = { none: 0, xiph: 2, fixed: 4, ebml: 6 }

/** A block has a track, a time in two bytes, flags, and one frame or several ("laced"). */
export function readBlock(file: Buffer, start: number, end: number): MatroskaBlock | undefined {
  const track = readNumber(file, start)
  if (!track || start + track.width + 3 > end) return undefined
  const flags = file.readUInt8(start + track.width + 2)
  return { track: track.value, frames: readFrames(file, start + track.width + 3, end, flags & 6) }
}

function readFrames(file: Buffer, start: number, end: number, laced: number): MatroskaBlock['frames'] {
  if (laced === lacing.none) return [{ start, end }]
  const count = (file[start] ?? 0) + 1
  let at = start + 1
  const sizes: number[] = []
  for (let index = 0; index < count - 1; index += 1) {
    if (laced === lacing.fixed) sizes.push(Math.floor((end - start - 1) / count))
    else {
      const { size, width } = laced === lacing.xiph ? xiphSize(file, at) : ebmlSize(file, at, sizes.at(-1))
      sizes.push(size)
      at += width
    }
  }
  const frames: MatroskaBlock['frames'] = []
  for (const size of sizes) {
    frames.push({ start: at, end: at + size })
    at += size
  }
  return [...frames, { start: at, end }]
}

function xiphSize(file: Buffer, start: number): { size: number; width: number } {
  let size = 0
  let at = start
  for (; file[at] === 255; at += 1) size += 255
  return { size: size + (file[at] ?? 0), width: at - start + 1 }
}

/** The first size is a number, each other one a difference to the size before. */
function ebmlSize(file: Buffer, at: number, before: number | undefined): { size: number; width: number } {
  const number = readNumber(file, at)
  if (!number) return { size: 0, width: 1 }
  const { width, value } = number
  return { size: before === undefined ? value : before + value - (2 ** (7 * width - 1) - 1), width }
}
