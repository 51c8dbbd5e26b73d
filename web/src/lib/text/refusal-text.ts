import { type ErrorParams, type FormErrorCode, formErrors, type Language, worded } from '@turnpike/contract/form-errors'
import { asSentence } from './as-sentence.ts'
import { translated } from './translated.ts'

/** A refusal of the contract as the console words it. */
export const refusalWording = (texts: Record<Language, string>, language: Language, params?: ErrorParams): string =>
  translated(asSentence(worded(texts, language, params)))

/** A refusal of the contract, which a page foresees, as the console words it. */
export const refusalText = (code: FormErrorCode, language: Language, params?: ErrorParams): string =>
  refusalWording(formErrors[code], language, params)
