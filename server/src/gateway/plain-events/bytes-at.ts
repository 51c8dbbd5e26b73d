/** Longer parts are compared by Node's routine. Its call costs as much as a loop over this many bytes. */
const lookedAtMax = 128

/** Whether the bytes at `at` are those of `part`. */
export function isAt(bytes: Buffer, at: number, part: Buffer): boolean {
  const { length } = part
  if (at + length > bytes.length) return false
  if (length > lookedAtMax) return bytes.compare(part, 0, length, at, at + length) === 0
  for (let index = 0; index < length; index++) if (bytes[at + index] !== part[index]) return false
  return true
}
