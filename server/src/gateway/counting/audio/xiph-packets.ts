export const opusRate = 48_000
const samplesMax = 5760

/** Samples of a frame by the two low bits of the configuration. */
const speechFrames = [480, 960, 1920, 2880]
const hybridFrames = [480, 960, 480, 960]
const musicFrames = [120, 240, 480, 960]

/** The samples of an Opus packet at 48 kHz: its first byte has the length of a frame, and how many there are. */
export function opusSamples(file: Buffer, start: number, end: number): number {
  if (start >= Math.min(end, file.length)) return 0
  const first = file.readUInt8(start)
  const configuration = first >>> 3
  const lengths = configuration < 12 ? speechFrames : configuration < 16 ? hybridFrames : musicFrames
  const samples = lengths[configuration & 3] ?? 0
  const code = first & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : (file[start + 1] ?? 0) & 63
  return Math.min(samples * frames, samplesMax)
}

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
