import { type ErrorCode, type ErrorParams, errorText, type Language } from '@turnpike/contract/errors'
import { asSentence } from './as-sentence.ts'
import { translated } from './translated.ts'

/** A refusal of the contract as the console words it. */
export const refusalText = (code: ErrorCode, language: Language, params?: ErrorParams) =>
  translated(asSentence(errorText(code, language, params)))
