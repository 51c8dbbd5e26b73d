import { type ErrorParams, type FormErrorCode, formErrors, type Language, worded } from '@turnpike/contract/form-errors'
import { asSentence } from './as-sentence.ts'
import { translated } from './translated.ts'

/** A refusal of the contract, which a page foresees, as the console words it. */
export const refusalText = (code: FormErrorCode, language: Language, params?: ErrorParams) =>
  translated(asSentence(worded(formErrors[code], language, params)))
