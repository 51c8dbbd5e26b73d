export type InlineImage = { mime: string; base64: string }

const opening = '](data:image/'
const headMax = 100
const altMax = 200

/** An image inside a text, as chat clients show it. */
export const imageMarkdown = ({ mime, base64 }: InlineImage): string => `![image](data:${mime};base64,${base64})`

/** A text split at the images in it. A text with images is megabytes long, so no part of it is scanned twice. */
export function splitImages(text: string): (string | InlineImage)[] {
  const pieces: (string | InlineImage)[] = []
  let rest = 0
  let close = 0
  let at = text.indexOf(opening)
  while (at !== -1) {
    const next = text.indexOf(opening, at + 1)
    if (close < at) close = text.indexOf(')', at)
    if (close === -1) break
    const from = Math.max(rest, at - altMax)
    const start = text.slice(from, at).lastIndexOf('![')
    // An image that contains the beginning of another is invalid.
    const head = start === -1 || (next !== -1 && next < close) ? undefined : headOf(text.slice(at, at + headMax))
    const base64 = head ? text.slice(at + head.length, close) : ''
    if (head && isBase64(base64)) {
      if (from + start > rest) pieces.push(text.slice(rest, from + start))
      pieces.push({ mime: head.mime, base64 })
      rest = close + 1
    }
    at = next
  }
  if (rest < text.length) pieces.push(text.slice(rest))
  return pieces
}

function headOf(text: string): { mime: string; length: number } | undefined {
  const match = /^\]\(data:(image\/[\w.+-]+);base64,/.exec(text)
  return match?.[1] === undefined ? undefined : { mime: match[1], length: match[0].length }
}

const isBase64 = (text: string): boolean => text !== '' && !/[^\w+/=-]/.test(text)
