/** Adds up the samples of Vorbis packets from the sizes of their blocks. */
export class VorbisPackets {
  readonly rate: number
  samples = 0
  readonly #blocks: readonly [short: number, long: number]
  #before: number | undefined

  /** Reads the identification header. */
  constructor(file: Buffer, header: number) {
    this.rate = file.readUInt32LE(header + 12)
    const exponents = file.readUInt8(header + 28)
    this.#blocks = [2 ** (exponents & 15), 2 ** (exponents >>> 4)]
  }

  /** Encoders use two modes, of which the second has long blocks. Two neighbours share half of their samples. */
  add(first: number) {
    if (first & 1) return // a header
    const block = this.#blocks[first & 2 ? 1 : 0]
    if (this.#before !== undefined) this.samples += (this.#before + block) / 4
    this.#before = block
  }
}

export const isVorbisHeader = (file: Buffer, at: number): boolean =>
  file.toString('latin1', at, at + 7) === '\x01vorbis'
