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
