/** An element of Matroska and WebM: an identifier, a length, content. */
export type Element = { id: number; start: number; end: number }

/** No recording has more; each costs time to read. */
const elementsMax = 2_000_000

/**
 * All elements in order, those inside containers too. A container of unknown length, as live recorders write it, goes
 * on to the end. After an invalid element the reader goes on at the next cluster, as players do; `undefined` ends a
 * file with too many elements.
 */
export function* walkElements(
  file: Buffer,
  containers: ReadonlySet<number>,
  clusterStart: Buffer,
): Generator<Element | undefined> {
  const ends: number[] = [file.length]
  let count = 0
  for (let at = 0; at !== -1 && at < file.length; ) {
    while (ends.length > 1 && at >= (ends.at(-1) ?? 0)) ends.pop()
    const limit = ends.at(-1) ?? file.length
    count += 1
    if (count > elementsMax) return yield undefined
    const id = readNumber(file, at)
    const size = id && readNumber(file, at + id.width)
    const start = at + (id?.width ?? 0) + (size?.width ?? 0)
    const isContainer = id !== undefined && containers.has(id.raw)
    const isInside = size !== undefined && !size.isUnknown && start + size.value <= limit
    if (!id || !size || id.width > 4 || !(isContainer || isInside)) {
      at = file.indexOf(clusterStart, at + 1)
      ends.length = 1
      continue
    }
    const end = isInside ? start + size.value : limit
    yield { id: id.raw, start, end }
    if (isContainer) ends.push(end)
    at = isContainer ? start : end
  }
}

export type EbmlNumber = { width: number; raw: number; value: number; isUnknown: boolean }

/** The first set bit gives the number's width in bytes; an identifier keeps that bit, a length drops it. */
export function readNumber(file: Buffer, at: number): EbmlNumber | undefined {
  const first = file[at]
  const width = first === undefined ? 9 : Math.clz32(first) - 23
  if (first === undefined || width > 8 || at + width > file.length) return undefined
  // An identifier has four bytes at most. In a length of eight, the marking bit would push the low bits out of a double.
  let value = first % 2 ** (8 - width)
  for (let index = 1; index < width; index += 1) value = value * 256 + (file[at + index] ?? 0)
  return { width, raw: value + 2 ** (7 * width), value, isUnknown: value >= 2 ** (7 * width) - 1 }
}
