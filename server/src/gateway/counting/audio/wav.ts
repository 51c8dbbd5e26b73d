import { channelsMax, isPlausibleRate } from './sample-rates.ts'

const uncompressed: ReadonlySet<number> = new Set([1, 3, 6, 7]) // PCM, floating point, A-law, µ-law
/** Four bits a sample, besides a few bytes for each block. */
const adpcm: ReadonlySet<number> = new Set([2, 0x11])
const extensible = 0xfffe

/** Chunks that may follow the sound; the bytes of any other may be read as sound by a decoder that ignores lengths. */
const metadata: ReadonlySet<string> = new Set(
  'LIST,id3 ,ID3 ,bext,cue ,fact,smpl,iXML,JUNK,PAD ,PEAK,_PMX,inst,acid,FLLR,chna,axml,plst,LGWV'.split(','),
)

/**
 * Chunks side by side: a format chunk, and data chunks whose lengths count as far as the file goes. Undefined where the
 * format contradicts itself: decoders ignore the byte rate that would make the recording short.
 */
export function wavSeconds(file: Buffer): number | undefined {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let bytesPerSecond: number | undefined
  let soundBytes: number | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const rest = file.length - at - 8
    if (type === 'fmt ') {
      if (bytesPerSecond !== undefined) return undefined
      bytesPerSecond = readByteRate(file, at + 8, length)
      if (bytesPerSecond === undefined) return undefined
    } else if (type === 'data') {
      // A recorder that streams does not know the length yet and writes 0 or the largest number.
      soundBytes = (soundBytes ?? 0) + (length === 0 ? rest : Math.min(length, rest))
      if (length === 0) break
    } else if (soundBytes !== undefined && !metadata.has(type)) {
      soundBytes += rest
      break
    }
    at += 8 + length + (length % 2)
  }
  return bytesPerSecond && soundBytes !== undefined ? soundBytes / bytesPerSecond : undefined
}

function readByteRate(file: Buffer, at: number, length: number): number | undefined {
  const tag = file.readUInt16LE(at)
  const format = tag === extensible && length >= 40 ? file.readUInt16LE(at + 24) : tag
  const channels = file.readUInt16LE(at + 2)
  const sampleRate = file.readUInt32LE(at + 4)
  const byteRate = file.readUInt32LE(at + 8)
  const blockBytes = file.readUInt16LE(at + 12)
  const bits = file.readUInt16LE(at + 14)
  if (channels < 1 || channels > channelsMax || !isPlausibleRate(sampleRate)) return undefined
  if (adpcm.has(format)) return (sampleRate * channels) / 2
  if (!uncompressed.has(format) || bits < 8 || bits > 64) return undefined
  const isConsistent = blockBytes === channels * Math.ceil(bits / 8) && byteRate === sampleRate * blockBytes
  return isConsistent ? byteRate : undefined
}
