/** Character classes that tokenizers treat differently. */
const characterClasses = [
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
type CharacterClass = (typeof characterClasses)[number]

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
function classOf(codePoint: number): number {
  if (codePoint >= planesEnd) return cjk
  const known = classCache[codePoint]
  if (known !== undefined && known !== unclassified) return known
  const found = characterClasses.indexOf(classify(String.fromCodePoint(codePoint)))
  classCache[codePoint] = found
  return found
}

/** Tokens per unit: a run of letters or of digits is one unit, every other character is a unit by itself. */
type Weights = Record<CharacterClass, number>

const families: Record<'openai' | 'claude' | 'gemini', Weights> = {
  openai: {
    letter: 1.02,
    digit: 1.55,
    cjk: 0.85,
    symbol: 0.4,
    math: 2.68,
    urlDelimiter: 1,
    at: 2,
    emoji: 2.12,
    lineBreak: 0.5,
    space: 0.42,
  },
  claude: {
    letter: 1.13,
    digit: 1.63,
    cjk: 1.21,
    symbol: 0.4,
    math: 4.52,
    urlDelimiter: 1.26,
    at: 2.82,
    emoji: 2.6,
    lineBreak: 0.89,
    space: 0.39,
  },
  gemini: {
    letter: 1.15,
    digit: 2.8,
    cjk: 0.68,
    symbol: 0.38,
    math: 1.05,
    urlDelimiter: 1.2,
    at: 2.5,
    emoji: 1.08,
    lineBreak: 1.15,
    space: 0.2,
  },
}

function familyOf(model: string): Weights {
  if (model.includes('claude')) return families.claude
  return model.includes('gemini') ? families.gemini : families.openai
}

const letter = characterClasses.indexOf('letter')
const digit = characterClasses.indexOf('digit')

// Classifying a million characters takes ten milliseconds, the longest one call may block the others.
const lengthMax = 1_000_000

/** Tokens of a text by its character classes, for models whose tokenizer is not public. Linear and cheap. */
export function estimateByClass(text: string, model: string): number {
  if (text.length > lengthMax) return estimateTokens(text)
  const units = new Float64Array(characterClasses.length)
  let previous = -1
  for (let index = 0; index < text.length; index += 1) {
    let codePoint = text.charCodeAt(index)
    if ((codePoint & 0xfc00) === 0xd800) {
      codePoint = text.codePointAt(index) ?? codePoint
      if (codePoint > 0xffff) index += 1
    }
    const characterClass = classOf(codePoint)
    if (characterClass !== previous || (characterClass !== letter && characterClass !== digit))
      units[characterClass] = (units[characterClass] ?? 0) + 1
    previous = characterClass
  }
  // Hundredths, so that floating point does not make 100 words of 1.02 tokens more than 102 tokens.
  const weights = familyOf(model)
  const hundredths = characterClasses.map((name, index) => Math.round(weights[name] * 100) * (units[index] ?? 0))
  return Math.ceil(hundredths.reduce((sum, part) => sum + part, 0) / 100)
}

// Prose has about four bytes a token, code and Chinese about three and a half, JSON three. Random characters have
// fewer, but this estimate only sizes a hold and is never charged.
const bytesPerToken = 3

/** An upper estimate of a text's tokens from its length alone. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken)
