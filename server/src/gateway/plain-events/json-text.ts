const sizeFirst = 256
/** A loop copies at most this many bytes faster than a call of `copy` does. */
const fewBytes = 24

/** Pieces of one text as JSON writes them, without quotes. They are kept as bytes, and decoded together. */
export class JsonText {
  #memory: Buffer | undefined
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  append(bytes: Buffer, start: number, end: number): void {
    const size = end - start
    const memory = this.#withRoom(size)
    if (size > fewBytes) bytes.copy(memory, this.#length, start, end)
    else for (let index = 0; index < size; index++) memory[this.#length + index] = bytes[start + index] ?? 0
    this.#length += size
  }

  /** Returns the text and clears it. */
  take(): string {
    const json = this.#memory?.toString('utf8', 0, this.#length) ?? ''
    this.#length = 0
    return JSON.parse(`"${json}"`) as string
  }

  #withRoom(size: number): Buffer {
    const memory = this.#memory
    if (memory && this.#length + size <= memory.length) return memory
    // Not from Node's pool: it lives as long as the stream, and would keep 8 kB of the pool.
    const larger = Buffer.allocUnsafeSlow(Math.max(sizeFirst, 2 * (this.#length + size)))
    memory?.copy(larger, 0, 0, this.#length)
    this.#memory = larger
    return larger
  }
}
