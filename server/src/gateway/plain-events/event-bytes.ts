import { BlankLines, splitMax } from '../forms/blank-lines.ts'
import { ByteOrderMark } from '../forms/byte-order-mark.ts'
import { type Frame, type FrameSource, parseFrame } from '../forms/sse.ts'
import { UnfinishedBytes } from '../forms/unfinished-bytes.ts'

const nothing = Buffer.alloc(0)
const blankLine = Buffer.from('\n\n')

/**
 * The unread bytes of an event stream. Besides taking frames, a reader may look at the bytes, skip events that it
 * recognises, and take all skipped bytes unchanged.
 */
export class EventBytes implements FrameSource {
  /** The piece that is read, and how far. */
  bytes: Buffer = nothing
  at = 0
  /** The piece is one event that came in two pieces. The bytes behind it may have been needed to know its end. */
  #isOneEvent = false
  #passedFrom = 0
  #later: Buffer[] = []
  #hasEnded = false
  readonly #unfinished: UnfinishedBytes
  readonly #blankLines = new BlankLines()
  readonly #byteOrderMark = new ByteOrderMark()
  readonly #change: ((frame: Frame) => Frame) | undefined

  /** `change` is applied to every frame that is taken. */
  constructor(lengthMax: number, change?: (frame: Frame) => Frame) {
    this.#unfinished = new UnfinishedBytes(lengthMax)
    this.#change = change
  }

  push(received: Buffer): void {
    const piece = this.#byteOrderMark.drop(received)
    if (this.at === this.bytes.length && this.#later.length === 0) this.#begin(piece)
    else this.#later.push(piece)
  }

  end(): void {
    this.#hasEnded = true
  }

  next(): Frame | undefined {
    while (this.hasBytes()) {
      const end = this.#isOneEvent ? this.bytes.length : this.#blankLines.endOfNext(this.bytes, this.at)
      if (end !== -1) {
        const raw = this.bytes.subarray(this.at, end)
        this.at = end
        this.#passedFrom = end
        const frame = { raw, event: parseFrame(raw.toString('utf8')) }
        return this.#change ? this.#change(frame) : frame
      }
      this.#unfinished.append(this.bytes.subarray(this.at))
      this.#begin(nothing)
    }
    return undefined
  }

  /** Whether there are bytes at `at`, now that the piece before them is read. They may be an incomplete event. */
  hasBytes(): boolean {
    while (this.at === this.bytes.length) {
      const piece = this.#later.shift() ?? this.#ending()
      if (!piece) {
        this.#begin(nothing) // a stream may be silent for long, so the read bytes are released
        return false
      }
      this.#begin(piece)
    }
    return true
  }

  get hasPassed(): boolean {
    return this.at > this.#passedFrom
  }

  /** The skipped bytes of this piece: `at` was moved, and no frame was taken since. */
  takePassed(): Buffer {
    const from = this.#passedFrom
    this.#passedFrom = this.at
    return from === 0 && this.at === this.bytes.length ? this.bytes : this.bytes.subarray(from, this.at)
  }

  /** The piece, or the event that it completes before the rest of it. */
  #begin(piece: Buffer): void {
    this.at = 0
    this.#passedFrom = 0
    this.bytes = piece
    this.#isOneEvent = false
    this.#blankLines.begin()
    if (this.#unfinished.isEmpty || piece.length === 0) return
    // A blank line may be split between two pieces.
    const before = this.#unfinished.last(splitMax)
    const found = this.#blankLines.endOfNext(Buffer.concat([before, piece]), 0)
    if (found === -1) {
      this.#unfinished.append(piece)
      this.bytes = nothing
      return
    }
    const end = found - before.length
    this.#isOneEvent = true
    this.bytes = this.#unfinished.complete(piece.subarray(0, end))
    if (end < piece.length) this.#later.unshift(piece.subarray(end))
  }

  #ending(): Buffer | undefined {
    if (!this.#hasEnded || this.#unfinished.isEmpty) return undefined
    this.#hasEnded = false
    return blankLine
  }
}
