import { anthropicDialect } from '../dialects/anthropic/anthropic-dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { countedBody } from '../dialects/gemini/count-tokens.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import type { JsonObject } from '../forms/chat.ts'

/** How a dialect requests a token count, and how the response gives it. */
export type CountingDialect = {
  name: 'anthropic' | 'gemini'
  dialect: Dialect
  counted(body: JsonObject): JsonObject
  /** The member of the response that has the number. */
  field: 'input_tokens' | 'totalTokens'
}

export const anthropicCounting: CountingDialect = {
  name: 'anthropic',
  dialect: anthropicDialect,
  counted: (body) => body,
  field: 'input_tokens',
}

export const geminiCounting: CountingDialect = {
  name: 'gemini',
  dialect: geminiDialect,
  counted: countedBody,
  field: 'totalTokens',
}
