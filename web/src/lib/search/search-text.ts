import { containsWords, matchWords } from './match-words.ts'

/** How well a text matches: by one of its titles, or else by all words in any place of it. */
export function scoreText(typed: string, titles: readonly string[], text: string): number {
  const byTitle = matchWords(typed, titles)
  if (byTitle > 1) return byTitle + 1 // letters in order alone say little
  return containsWords(typed, `${titles.join(' ')} ${text}`) ? 1 : 0
}

const excerptBefore = 40
const excerptLength = 160

/** The part of a text in which the first of the typed words stands. */
export function excerptOf(text: string, typed: string): string {
  const within = text.toLowerCase()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const places = words.map((word) => within.indexOf(word))
  const at = Math.min(...places.filter((place) => place >= 0))
  const start = Number.isFinite(at) && at > excerptBefore ? wordStart(text, at - excerptBefore, at) : 0
  const cut = text.slice(start, start + excerptLength)
  return `${start > 0 ? '…' : ''}${cut}${start + excerptLength < text.length ? '…' : ''}`
}

/** The next beginning of a word before `end`, so that an excerpt does not begin within one; Chinese has no spaces. */
function wordStart(text: string, from: number, end: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < end ? space + 1 : from
}
