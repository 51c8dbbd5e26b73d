import { type Box, boxesIn, findBox } from './boxes.ts'

export type ImageSize = { width: number; height: number }

const brands = /^(avif|avis|heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

/** HEIF and AVIF list the sizes of all their images, including thumbnails and tiles. The picture is the largest. */
export function heifSize(header: Buffer): ImageSize | undefined {
  const file = { start: 0, end: header.length }
  const kind = findBox(header, file, 'ftyp')
  if (kind?.start !== 8 || !brands.test(header.toString('latin1', kind.start, kind.start + 4))) return undefined
  const meta = findBox(header, file, 'meta')
  const properties = meta && findBox(header, { start: meta.start + 4, end: meta.end }, 'iprp')
  const container = properties && findBox(header, properties, 'ipco')
  return container && largestIn(header, container)
}

function largestIn(header: Buffer, container: Box): ImageSize | undefined {
  let largest: ImageSize | undefined
  for (const box of boxesIn(header, container.start, container.end)) {
    if (box.type !== 'ispe' || box.end - box.start < 12) continue
    const size = { width: header.readUInt32BE(box.start + 4), height: header.readUInt32BE(box.start + 8) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}
