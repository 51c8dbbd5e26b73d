const pieceLength = 16

/** Splits a text as a stream does, without splitting a surrogate pair. */
export function splitText(text: string): string[] {
  if (text === '') return []
  const size = Math.max(1, Math.min(pieceLength, Math.ceil(text.length / 2)))
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = wholeCharacterEnd(text, start + size)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

/** At most `length` UTF-16 units of a text, without half a surrogate pair at the end. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  return isHighSurrogate(text, length - 1) ? text.slice(0, length - 1) : text.slice(0, length)
}

const wholeCharacterEnd = (text: string, end: number) => (isHighSurrogate(text, end - 1) ? end + 1 : end)

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit >= 0xd800 && unit <= 0xdbff
}
