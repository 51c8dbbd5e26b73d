/** One frame of a stream of frames: how far to the next one, and how much it plays. */
export type Frame = { length: number; seconds: number }
export type ReadFrame = (at: number) => Frame | undefined

// Players hop over rubbish between frames, so we do; a file that is mostly rubbish is not worth our time.
const hopsMax = 10_000

/**
 * The length of a stream of frames, from each frame's own header. Undefined when it does not begin with two frames in a
 * row, because the start of one is two bytes, which any file has somewhere.
 */
export function framesSeconds(file: Buffer, start: number, readFrame: ReadFrame): number | undefined {
  const first = readFrame(start)
  if (!first || !readFrame(start + first.length)) return undefined
  let seconds = 0
  let hops = 0
  for (let at = start; at !== -1 && at + 8 <= file.length && hops < hopsMax; ) {
    const frame = readFrame(at)
    if (frame) {
      seconds += frame.seconds
      at += frame.length
    } else {
      hops += 1
      at = file.indexOf(0xff, at + 1)
    }
  }
  return seconds
}

/** Where audio begins: behind the tags that players show and decoders skip. */
export function afterTags(file: Buffer): number {
  if (file.toString('latin1', 0, 3) !== 'ID3') return 0
  const [high = 0, third = 0, second = 0, low = 0] = file.subarray(6, 10)
  return 10 + (high & 0x7f) * 2 ** 21 + (third & 0x7f) * 2 ** 14 + (second & 0x7f) * 2 ** 7 + (low & 0x7f)
}
