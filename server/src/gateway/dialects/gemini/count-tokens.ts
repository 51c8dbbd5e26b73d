import type { JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { objectOf } from '../../translate/json/json-values.ts'

/** The request whose tokens are to be counted: the body itself, or a request nested in it. */
export const countedBody = (body: JsonObject): JsonObject =>
  objectOf(googleField(body, 'generateContentRequest')) ?? body

export const writeCountTokens = (tokens: number): JsonObject => ({ totalTokens: tokens })
