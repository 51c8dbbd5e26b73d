/**
 * The patterns of redaction. Texts are read byte by byte (latin1), so that bytes of other content survive. Every
 * pattern begins at the start of a word and reads a bounded length before it decides, so that the time is linear in the
 * length of the text.
 */
type Pattern = { name: string; pattern: RegExp; isMatch?: (found: string) => boolean }

const patterns: readonly Pattern[] = [
  { name: 'key', pattern: /(?<![\w-])(?:sk|pk|rk|ghp|gho|ghs|xox[abp])[-_][\w-]{8,512}/g },
  { name: 'key', pattern: /(?<![\w-])(?:AIza[\w-]{20,100}|AKIA[0-9A-Z]{12,32})/g },
  { name: 'token', pattern: /(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{0,1024})?/g },
  { name: 'token', pattern: /(?<=\b[Bb]earer )[\w.~+/=-]{8,4096}/g },
  { name: 'email', pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g },
  { name: 'card', pattern: /(?<!\w|\d\.)\d(?:[ -]?\d){13,18}(?!\w|\.\d)/g, isMatch: isCard },
  { name: 'phone', pattern: /(?<![\w.+])\+\d(?:[ ().-]{0,2}\d){6,14}(?!\d)/g },
  { name: 'phone', pattern: /(?<![\w.+-])1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\w|[.-]\d)/g },
  { name: 'phone', pattern: /(?<![\w.+-])(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\w|-\d)/g },
]

/** A number whose last digit is the check digit of all others (Luhn). */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const counted = index % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0 && Number(digits) > 0
}

/** A match, and its replacement. */
export type Found = { from: number; to: number; mark: string }

/** Every match, in the order of the text; of two that overlap the first pattern counts. */
export function findPrivate(text: string): Found[] {
  const found: Found[] = []
  for (const { name, pattern, isMatch } of patterns)
    for (const match of text.matchAll(pattern)) {
      if (isMatch && !isMatch(match[0])) continue
      found.push({ from: match.index, to: match.index + match[0].length, mark: `[${name}]` })
    }
  const inOrder = found.map((each, order) => ({ ...each, order })).sort((a, b) => a.from - b.from || a.order - b.order)
  const kept: Found[] = []
  let end = 0
  for (const { from, to, mark } of inOrder) {
    if (from < end) {
      // The part beyond an earlier match is cut out with it.
      const last = kept.at(-1)
      if (last && to > end) last.to = end = to
      continue
    }
    kept.push({ from, to, mark })
    end = to
  }
  return kept
}

export function redactText(text: string): string {
  const found = findPrivate(text)
  if (found.length === 0) return text
  const parts: string[] = []
  let at = 0
  for (const { from, to, mark } of found) {
    parts.push(text.slice(at, from), mark)
    at = to
  }
  parts.push(text.slice(at))
  return parts.join('')
}

const dataUrl = /data:([a-z]{1,20})\/[\w.+-]{1,64}(?:;[\w=.-]{1,64}){0,4};base64,[A-Za-z0-9+/=\\_-]*/g
/** This many characters without a space are not a word. */
const longBase64 = /(?<![A-Za-z0-9+/\\_-])[A-Za-z0-9+/\\_-]{1024,}={0,2}/g

export const sizeText = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`)

/** Replaces media in a text by their size. */
export const withoutMedia = (text: string): string =>
  text
    .replace(dataUrl, (all, kind: string) => `[${kind}, ${sizeText(decodedLength(all.length - all.indexOf(',') - 1))}]`)
    .replace(longBase64, (all) => `[data, ${sizeText(decodedLength(all.length))}]`)

const decodedLength = (characters: number) => Math.floor((characters * 3) / 4)
