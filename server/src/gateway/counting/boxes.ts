/** A box of the ISO media format, on which MP4, M4A, HEIF and AVIF are built: a length, four letters, content. */
export type Box = { type: string; start: number; end: number }

/** The boxes between two offsets. A truncated box, or one with a wrong length, ends there. */
export function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  let at = start
  while (at + 8 <= end) {
    const said = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const isLong = said === 1 && at + 16 <= end
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : said
    const head = isLong ? 16 : 8
    if (length !== 0 && length < head) return
    const boxEnd = length === 0 ? end : Math.min(at + length, end)
    yield { type, start: at + head, end: boxEnd }
    at = boxEnd
  }
}

export function findBox(bytes: Buffer, within: { start: number; end: number }, type: string): Box | undefined {
  for (const box of boxesIn(bytes, within.start, within.end)) if (box.type === type) return box
  return undefined
}
