/** An event longer than the limit: a faulty or hostile upstream. */
export class EventTooLong extends Error {}

const nothing = Buffer.alloc(0)

/**
 * The bytes of an event that has not arrived completely. Its memory doubles when it is full, so that an event in many
 * small pieces is copied a few times, not once for every piece.
 */
export class UnfinishedBytes {
  readonly #lengthMax: number
  #memory = nothing
  #length = 0

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  last(count: number): Buffer {
    return this.#memory.subarray(Math.max(0, this.#length - count), this.#length)
  }

  append(bytes: Buffer): void {
    if (bytes.length === 0) return
    const length = this.#length + bytes.length
    if (length > this.#lengthMax) throw new EventTooLong()
    if (length > this.#memory.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#memory.length))
      this.#memory.copy(larger, 0, 0, this.#length)
      this.#memory = larger
    }
    bytes.copy(this.#memory, this.#length)
    this.#length = length
  }

  /** The whole event, with its last bytes. What comes next begins another one. */
  complete(last: Buffer): Buffer {
    if (this.#length === 0) return last
    this.append(last)
    const whole = this.#memory.subarray(0, this.#length)
    this.#memory = nothing
    this.#length = 0
    return whole
  }
}
