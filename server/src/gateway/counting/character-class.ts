/** Character classes that tokenizers treat differently. */
export const characterClasses = [
  'letter',
  'digit',
  'cjk',
  'symbol',
  'math',
  'urlDelimiter',
  'at',
  'emoji',
  'lineBreak',
  'space',
] as const
export type CharacterClass = (typeof characterClasses)[number]

function classify(character: string): CharacterClass {
  if (character === '@') return 'at'
  if ('/:?&=;#%'.includes(character)) return 'urlDelimiter'
  if (/[\n\r\t\v\f\u2028\u2029]/.test(character)) return 'lineBreak'
  if (/\s/.test(character)) return 'space'
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u.test(character))
    return 'cjk'
  if (/[\p{L}\p{M}]/u.test(character)) return 'letter'
  if (/\p{N}/u.test(character)) return 'digit'
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u.test(character)) return 'emoji'
  if (/\p{Sm}/u.test(character) && !/\p{ASCII}/u.test(character)) return 'math'
  return 'symbol'
}

// Texts are long and have few distinct characters, so each character is classified once per process. Planes 0 and 1
// hold nearly all written text; the planes above them are rare Chinese characters.
const planesEnd = 0x20000
const unclassified = 255
const classCache = new Uint8Array(planesEnd).fill(unclassified)
const cjk = characterClasses.indexOf('cjk')

/** The class of a code point, as an index into `characterClasses`. */
export function classOf(codePoint: number): number {
  if (codePoint >= planesEnd) return cjk
  const known = classCache[codePoint]
  if (known !== undefined && known !== unclassified) return known
  const found = characterClasses.indexOf(classify(String.fromCodePoint(codePoint)))
  classCache[codePoint] = found
  return found
}
