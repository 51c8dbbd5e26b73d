const pageStart = Buffer.from('OggS')
const opusRate = 48_000

/** The first page has the codec and its rate, the last page the number of samples so far. */
export function oggSeconds(file: Buffer): number | undefined {
  if (!file.subarray(0, 4).equals(pageStart)) return undefined
  const packet = 27 + file.readUInt8(26)
  const clock = opusClock(file, packet) ?? vorbisClock(file, packet)
  const lastPage = file.lastIndexOf(pageStart)
  const samples = Number(file.readBigInt64LE(lastPage + 6)) - (clock?.skipped ?? 0)
  return clock && clock.rate > 0 && samples >= 0 ? samples / clock.rate : undefined
}

type SampleClock = { rate: number; skipped: number }

function opusClock(file: Buffer, packet: number): SampleClock | undefined {
  if (file.toString('latin1', packet, packet + 8) !== 'OpusHead') return undefined
  return { rate: opusRate, skipped: file.readUInt16LE(packet + 10) }
}

function vorbisClock(file: Buffer, packet: number): SampleClock | undefined {
  if (file.toString('latin1', packet, packet + 7) !== '\x01vorbis') return undefined
  return { rate: file.readUInt32LE(packet + 12), skipped: 0 }
}
