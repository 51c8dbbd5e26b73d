/** An element of Matroska and WebM: an identifier, a length, content. */
export type Element = { id: number; start: number; end: number }

/**
 * The elements side by side in a range of bytes. An element of unknown length, as live recorders write it, extends to
 * the end of the range.
 */
export function* elementsIn(file: Buffer, start: number, end: number): Generator<Element> {
  let at = start
  while (at < end) {
    const id = readNumber(file, at)
    const size = id && readNumber(file, at + id.width)
    if (!size) return
    const contentStart = at + id.width + size.width
    const contentEnd = size.isUnknown ? end : Math.min(end, contentStart + size.value)
    yield { id: id.raw, start: contentStart, end: contentEnd }
    at = contentEnd
  }
}

export function findElement(file: Buffer, within: { start: number; end: number }, id: number): Element | undefined {
  for (const element of elementsIn(file, within.start, within.end)) if (element.id === id) return element
  return undefined
}

type EbmlNumber = { width: number; raw: number; value: number; isUnknown: boolean }

/** The first set bit gives the number's width in bytes; an identifier keeps that bit, a length drops it. */
function readNumber(file: Buffer, at: number): EbmlNumber | undefined {
  const width = Math.clz32(file.readUInt8(at)) - 23
  if (width > 8) return undefined
  const bytes = file.subarray(at, at + width)
  if (bytes.length < width) return undefined
  // An identifier has four bytes at most. In a length of eight, the marking bit would push the low bits out of a double.
  const marker = 2 ** (8 - width)
  const value = bytes.reduce((number, byte, index) => number * 256 + (index === 0 ? byte % marker : byte), 0)
  return { width, raw: value + 2 ** (7 * width), value, isUnknown: value >= 2 ** (7 * width) - 1 }
}
