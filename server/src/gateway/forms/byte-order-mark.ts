const mark = Buffer.from([0xef, 0xbb, 0xbf])
const nothing = Buffer.alloc(0)

/** Drops the byte-order mark at the start of a stream, also where reads split it. */
export class ByteOrderMark {
  /** Bytes of a partial mark that the next piece may complete. */
  #matched = 0
  #isOver = false

  /** The piece without the mark. Bytes that turn out to be something else come with the piece that shows it. */
  drop(piece: Buffer): Buffer {
    if (this.#isOver) return piece
    const before = this.#matched
    let at = 0
    while (at < piece.length && piece[at] === mark[before + at]) at++
    this.#matched = before + at
    if (this.#matched < mark.length && at === piece.length) return nothing
    this.#isOver = true
    if (this.#matched === mark.length) return piece.subarray(at)
    return before === 0 ? piece : Buffer.concat([mark.subarray(0, before), piece])
  }
}
