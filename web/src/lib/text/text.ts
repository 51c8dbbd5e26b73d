import type { Language } from '@turnpike/contract/errors'
import { language } from '../browser/preferences.ts'
import { commonWords } from './common.text.ts'

/** A text, or a text made from parameters: `({ count }) => ...`. */
type Phrase = string | ((params: never) => string)
type Phrases = Record<string, Phrase>
// The English texts give the keys and parameters; the Chinese ones must have the same, or this does not compile.
type SamePhrase<En extends Phrase> = En extends string ? string : En
type SamePhrases<En extends Phrases> = { [Key in keyof En]: SamePhrase<En[Key]> }

export type Dictionary<En extends Phrases> = Record<Language, SamePhrases<En>>

/** The texts of a feature, each in both languages: `{ title: ['Tokens', '令牌'] }`. */
export function dictionary<const En extends Phrases>(
  pairs: {
    [Key in keyof En]: readonly [en: En[Key], zh: NoInfer<SamePhrase<En[Key]>>]
  },
): Dictionary<En> {
  const textsIn = (language: 0 | 1) =>
    Object.fromEntries(Object.entries<readonly [Phrase, Phrase]>(pairs).map(([key, pair]) => [key, pair[language]]))
  return { en: textsIn(0), zh: textsIn(1) } as Dictionary<En> // the same keys in both
}

const commonText = dictionary(commonWords)

export type CommonWord = keyof typeof commonWords
type Params<Value> = Value extends (params: infer P) => string ? [params: P] : []
/** Gives a text of the dictionary, or a common word that it has no text of its own for. */
export type Translate<En extends Phrases> = <Key extends keyof En | CommonWord>(
  key: Key,
  ...params: Key extends keyof En ? Params<En[Key]> : []
) => string

function translate<En extends Phrases>(texts: Dictionary<En>, spoken: Language): Translate<En> {
  const own: Partial<Record<PropertyKey, Phrase>> = texts[spoken]
  return (key, ...[params]) => {
    const phrase = own[key] ?? commonText[spoken][key as CommonWord]
    return typeof phrase === 'string' ? phrase : phrase(params as never)
  }
}

/** The texts of one feature in the user's language: `const t = useText(loginText)`, then `t('title')`. */
export const useText = <En extends Phrases>(texts: Dictionary<En>): Translate<En> => translate(texts, language.use())

/** The same outside a component. */
export const textOf = <En extends Phrases>(texts: Dictionary<En>): Translate<En> => translate(texts, language.get())
