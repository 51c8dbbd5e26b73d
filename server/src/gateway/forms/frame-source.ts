import type { Frame, FrameReader } from './sse.ts'

/** The frames of a stream, one at a time. */
export type FrameSource = {
  push(piece: Buffer): void
  /** The stream has ended: an event without its closing blank line still counts. */
  end(): void
  /** The next frame that is complete. */
  next(): Frame | undefined
}

export function frameSource(reader: FrameReader): FrameSource {
  let frames: Frame[] = []
  let taken = 0
  const add = (more: Frame[]) => {
    frames = taken === frames.length ? more : frames.slice(taken).concat(more)
    taken = 0
  }
  return {
    push: (piece) => add(reader.push(piece)),
    end: () => add(reader.end()),
    next: () => frames[taken++],
  }
}
