/** Whether every typed word stands in a text, in any order. */
export const containsWords = (typed: string, text: string): boolean => {
  const within = text.toLowerCase()
  return wordsOf(typed).every((word) => within.includes(word))
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean)

/** How well a text matches what was typed; 0 when one of the typed words is not in it. */
export function matchWords(typed: string, texts: readonly string[]): number {
  const words = wordsOf(typed)
  if (words.length === 0) return 1
  return Math.max(...texts.map((text) => scoreOf(words, text.toLowerCase())))
}

function scoreOf(words: readonly string[], text: string): number {
  let score = 0
  for (const word of words) {
    const found = scoreOfWord(word, text)
    if (found === 0) return 0
    score += found
  }
  return score / words.length
}

/** The beginning of the text, then of one of its words, then any part; then letters in the same order. */
function scoreOfWord(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at === 0) return 4
  if (at > 0) return /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && !/\p{sc=Han}/u.test(word) ? 2 : 3
  return word.length > 1 && isSubsequence(word, text) ? 1 : 0
}

function isSubsequence(word: string, text: string): boolean {
  let at = 0
  for (const letter of text) if (letter === word[at]) at++
  return at === word.length
}
