import type { Language } from '@turnpike/contract/errors'
import { formatCount } from '@turnpike/contract/quota'
import { language } from '../browser/preferences.ts'
import { commonWords } from './common.text.ts'
import { translated } from './translated.ts'

/**
 * A text. `{name}` stands for a parameter, and `{count unused channel}` for a count with its English noun:
 * `1 unused channel`, `1,000 unused channels`. A text whose words depend on a parameter is a function: `({ count }) => ...`.
 */
type Phrase = string | ((params: never) => string)
type Phrases = Record<string, Phrase>

type Word<Text extends string> = Text extends `${infer First} ${string}` ? First : Text
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Word<Name> | Named<Rest>
  : never
type WithNamed<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? `${string}{${Word<Name>}}${string}` & WithNamed<Rest>
  : string
// The English texts give the keys and parameters; the Chinese ones must have the same, or this does not compile.
type SamePhrase<En extends Phrase> = En extends string ? WithNamed<En> : En

/** The texts without parameters. */
type PlainKey<En extends Phrases> = {
  [Key in keyof En]: En[Key] extends string ? ([Named<En[Key]>] extends [never] ? Key : never) : never
}[keyof En]

type Dictionary<En extends Phrases> = {
  en: En
  zh: { [Key in keyof En]: En[Key] extends string ? string : Phrase }
  /** The texts in the user's language inside a component: `const t = loginText.use()`, then `t('title')`. */
  use(): Translate<En>
  /** The same outside a component. */
  get(): Translate<En>
  /** Whether a name that the server sent has a text without parameters here or in the common words. */
  has(name: string): name is (PlainKey<En> & string) | CommonWord
}

/** The texts of a feature, each in both languages: `{ title: ['Tokens', '令牌'] }`. */
export function dictionary<const En extends Phrases>(
  pairs: {
    [Key in keyof En]: readonly [en: En[Key], zh: NoInfer<SamePhrase<En[Key]>>]
  },
): Dictionary<En> {
  const textsIn = (language: 0 | 1) =>
    Object.fromEntries(Object.entries<readonly [Phrase, Phrase]>(pairs).map(([key, pair]) => [key, pair[language]]))
  const texts = { en: textsIn(0), zh: textsIn(1) } as Pick<Dictionary<En>, Language> // the same keys in both
  return {
    ...texts,
    use: () => translate(texts, language.use()),
    get: () => translate(texts, language.get()),
    has: (name): name is (PlainKey<En> & string) | CommonWord => {
      const known: Record<string, Phrase> = { ...commonText.en, ...texts.en }
      const phrase = Object.hasOwn(known, name) ? known[name] : undefined
      return typeof phrase === 'string' && !phrase.includes('{')
    },
  }
}

/** The words that every dictionary has, for a component without texts of its own. */
export const commonText = dictionary(commonWords)

export type CommonWord = keyof typeof commonWords
type NamedParams<Name extends string> = [Name] extends [never] ? [] : [params: Record<Name, string | number>]
type Params<Value> = Value extends string
  ? NamedParams<Named<Value>>
  : Value extends (params: infer P) => string
    ? [params: P]
    : []
/** Gives a text of the dictionary, or a common word that it has no text of its own for. */
export type Translate<En extends Phrases> = <Key extends keyof En | CommonWord>(
  key: Key,
  ...params: Key extends keyof En ? Params<En[Key]> : []
) => string

const plural = (noun: string) => (/(ch|s)$/.test(noun) ? `${noun}es` : `${noun}s`)

const fillIn = (text: string, params: Record<string, string | number>) =>
  text.replace(/\{(\w+)( [\w ]+)?\}/g, (_, name: string, noun = '') => {
    const value = params[name]
    const shown = name === 'count' && typeof value === 'number' ? formatCount(value) : `${value}`
    return noun && shown !== '1' ? shown + plural(noun) : shown + noun
  })

function translate<En extends Phrases>(texts: Record<Language, Phrases>, spoken: Language): Translate<En> {
  const own: Partial<Record<PropertyKey, Phrase>> = texts[spoken]
  return (key, ...[params]) => {
    const phrase = own[key] ?? commonText[spoken][key as CommonWord]
    if (typeof phrase === 'function') return translated(phrase(params as never))
    const text = translated(phrase)
    return params ? fillIn(text, params as Record<string, string | number>) : text
  }
}
