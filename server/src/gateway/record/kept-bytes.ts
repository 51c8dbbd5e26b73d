/** The first bytes of a body, in memory that is counted. */
export class KeptBytes {
  /** The number of bytes added, kept or not. */
  size = 0
  readonly #room: (bytes: number) => boolean
  #left: number
  #pieces: Buffer[] = []

  /** `room` counts memory, or returns false: then no more bytes are kept. */
  constructor(bytesMax: number, room: (bytes: number) => boolean) {
    this.#left = bytesMax
    this.#room = room
  }

  /** Copies the data: a chunk from the network is part of a larger buffer, which would be retained. */
  add(data: Uint8Array | string): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data
    this.size += bytes.length
    const length = Math.min(this.#left, bytes.length)
    if (length === 0) return
    if (!this.#room(length)) this.#left = 0
    else {
      this.#left -= length
      this.#pieces.push(Buffer.copyBytesFrom(bytes, 0, length))
    }
  }

  /** A body that is in memory and counted already. */
  addWhole(body: Buffer): void {
    if (body.length > this.#left) this.add(body)
    else {
      this.size += body.length
      this.#left -= body.length
      this.#pieces.push(body)
    }
  }

  take(): Buffer {
    const [first] = this.#pieces
    const bytes = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    return bytes
  }
}
