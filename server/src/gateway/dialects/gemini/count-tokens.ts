import type { JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { objectOf } from '../../translate/json/json-values.ts'

/** What a request to count wants counted: its own contents, or a whole request inside it. */
export const countedBody = (body: JsonObject): JsonObject =>
  objectOf(googleField(body, 'generateContentRequest')) ?? body

export const writeCountTokens = (tokens: number): JsonObject => ({ totalTokens: tokens })
