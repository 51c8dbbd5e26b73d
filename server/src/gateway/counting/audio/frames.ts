/** One frame of a stream of frames: its length in bytes and its duration. */
export type AudioFrame = { length: number; seconds: number }
export type ReadAudioFrame = (at: number) => AudioFrame | undefined

// Players skip invalid bytes between frames, so the reader does too. A file that is mostly invalid has no length: frames
// behind the invalid bytes would be played, and not be counted.
const skipsMax = 10_000

/**
 * The duration of a stream of frames, from each frame's header. Undefined unless it begins with two frames in a row: a
 * frame begins with two bytes that occur by chance in any file.
 */
export function framesSeconds(file: Buffer, start: number, readFrame: ReadAudioFrame): number | undefined {
  const first = readFrame(start)
  if (!first || !readFrame(start + first.length)) return undefined
  let seconds = 0
  let skips = 0
  for (let at = start; at !== -1 && at + 8 <= file.length; ) {
    const frame = readFrame(at)
    if (frame) {
      seconds += frame.seconds
      at += frame.length
    } else {
      skips += 1
      if (skips > skipsMax) return undefined
      at = file.indexOf(0xff, at + 1)
    }
  }
  return seconds
}

/** The offset of the audio, behind the ID3 tag. */
export function audioStart(file: Buffer): number {
  if (file.toString('latin1', 0, 3) !== 'ID3') return 0
  const [high = 0, third = 0, second = 0, low = 0] = file.subarray(6, 10)
  return 10 + (high & 0x7f) * 2 ** 21 + (third & 0x7f) * 2 ** 14 + (second & 0x7f) * 2 ** 7 + (low & 0x7f)
}
