import { badResponse } from '../../translate/answer/bad-response.ts'
import { isDeep } from '../../translate/json/is-deep.ts'
import { objectOf } from '../../translate/json/json-values.ts'

/** The input of a call as the text our form has it in. */
export function inputText(input: unknown): string {
  const given = objectOf(input) ?? {}
  if (isDeep(given)) throw badResponse()
  return JSON.stringify(given)
}
