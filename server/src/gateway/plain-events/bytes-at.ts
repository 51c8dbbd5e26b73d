/** More bytes than these are compared by a routine of Node: to call it costs as much as a look at so many. */
const lookedAtMax = 128

/** Whether these bytes lie there. */
export function isAt(bytes: Buffer, at: number, part: Buffer): boolean {
  const { length } = part
  if (at + length > bytes.length) return false
  if (length > lookedAtMax) return bytes.compare(part, 0, length, at, at + length) === 0
  for (let index = 0; index < length; index++) if (bytes[at + index] !== part[index]) return false
  return true
}
