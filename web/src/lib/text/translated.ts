import type { Translate } from '../../languages/translation.ts'

let translate: Translate | undefined

/** A text of the base language in the chosen one. Chinese and English are base languages, and need no translation. */
export const translated: Translate = (text) => (translate ? translate(text) : text)

export function setTranslation(next: Translate) {
  translate = next
}
