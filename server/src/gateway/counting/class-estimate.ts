import { type CharacterClass, characterClasses, classOf } from './character-class.ts'
import { estimateTokens } from './estimate.ts'

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
