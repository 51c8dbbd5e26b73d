const quote = 0x22
const backslash = 0x5c
const space = 0x20

/** Where a string lies, without its quotes, and the length of its text: in bytes of UTF-8, and in JavaScript's characters. */
export type StringMeasure = { start: number; end: number; bytes: number; length: number }

/**
 * Measures the string whose text begins at `start`. False: it does not end here, it is no JSON, or its bytes are not UTF-8,
 * which a parser would replace.
 */
export function measureString(bytes: Buffer, start: number, into: StringMeasure): boolean {
  let at = start
  let more = 0 // bytes of JSON beyond those of the text
  let fewer = 0 // bytes of the text beyond its characters
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined || byte < space) return false
    if (byte === quote) break
    if (byte === backslash) {
      const jump = escapeLength(bytes, at)
      if (jump === 0) return false
      const size = jump === 2 ? 1 : escapedBytes(bytes, at, jump)
      more += jump - size
      fewer += size - (jump === 12 ? 2 : 1)
      at += jump
    } else if (byte < 0x80) at++
    else {
      const size = sequenceLength(bytes, at)
      if (size === 0) return false
      fewer += size === 4 ? 2 : size - 1
      at += size
    }
  }
  into.start = start
  into.end = at
  into.bytes = at - start - more
  into.length = into.bytes - fewer
  return true
}

/** The bytes of an escape: 2, 6, or 12 for a pair of surrogates; 0: it is none, or incomplete. */
function escapeLength(bytes: Buffer, at: number): number {
  switch (bytes[at + 1]) {
    case quote:
    case backslash:
    case 0x2f: // slash
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return 2
    case 0x75: {
      const unit = hexAt(bytes, at + 2)
      if (unit === -1) return 0
      if (!isHighSurrogate(unit) || bytes[at + 6] !== backslash || bytes[at + 7] !== 0x75) return 6
      return isLowSurrogate(hexAt(bytes, at + 8)) ? 12 : 6
    }
    default:
      return 0
  }
}

/** Bytes of UTF-8 that an escape stands for; a surrogate alone becomes the replacement character. */
function escapedBytes(bytes: Buffer, at: number, length: number): number {
  if (length === 12) return 4
  const unit = hexAt(bytes, at + 2)
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/** Four hexadecimal digits; -1: they are none. */
function hexAt(bytes: Buffer, at: number): number {
  let value = 0
  for (let index = at; index < at + 4; index++) {
    const byte = bytes[index] ?? 0
    const letter = byte | 0x20
    if (byte >= 0x30 && byte <= 0x39) value = value * 16 + (byte - 0x30)
    else if (letter >= 0x61 && letter <= 0x66) value = value * 16 + (letter - 0x57)
    else return -1
  }
  return value
}

/** The bytes of one character of more than one byte; 0: they are not UTF-8, or incomplete. */
function sequenceLength(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  const second = bytes[at + 1] ?? 0
  if (first < 0xc2 || first > 0xf4 || !isContinuation(second)) return 0
  if (first < 0xe0) return 2
  if (!isContinuation(bytes[at + 2] ?? 0)) return 0
  // Overlong forms, surrogates, and code points beyond the last one.
  if (first < 0xf0) return (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f) ? 0 : 3
  if ((first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f)) return 0
  return isContinuation(bytes[at + 3] ?? 0) ? 4 : 0
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80

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
