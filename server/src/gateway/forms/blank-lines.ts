const lineFeed = 0x0a
const carriageReturn = 0x0d

/** The longest end of a buffer that may belong to a blank line of the next one: LF CR, or CR LF. */
export const splitMax = 2

/**
 * Finds the blank lines that end the events of a stream, in one buffer after another. A line ends with LF, CR or CRLF.
 * Two CRs end an event at once, because an LF may never follow; if it does, it is an empty line before the next event.
 * A CR behind LF or CRLF waits for the byte behind it, which most likely is the LF of a second CRLF.
 */
export class BlankLines {
  // The offsets of the next LF and CR, so that a buffer without one of them is searched once, not for every event.
  #feedAt = -1
  #returnAt = -1

  /** The next bytes are those of another buffer. */
  begin(): void {
    this.#feedAt = -1
    this.#returnAt = -1
  }

  /** The index behind the next blank line; -1: none is complete. */
  endOfNext(bytes: Buffer, from: number): number {
    for (let at = from; ; ) {
      if (this.#feedAt < at) this.#feedAt = indexOf(bytes, lineFeed, at)
      if (this.#returnAt < at) this.#returnAt = indexOf(bytes, carriageReturn, at)
      const end = Math.min(this.#feedAt, this.#returnAt)
      if (end === bytes.length) return -1
      const isReturn = bytes[end] === carriageReturn && bytes[end + 1] !== lineFeed
      const next = isReturn || bytes[end] === lineFeed ? end + 1 : end + 2
      if (bytes[next] === lineFeed) return next + 1
      if (bytes[next] === carriageReturn) {
        if (isReturn) return next + 1
        if (next + 1 === bytes.length) return -1
        return bytes[next + 1] === lineFeed ? next + 2 : next + 1
      }
      at = next
    }
  }
}

function indexOf(bytes: Buffer, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from)
  return found === -1 ? bytes.length : found
}
