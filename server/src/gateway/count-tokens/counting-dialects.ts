import type { Suits } from '../chat/chat-ask.ts'
import { anthropicDialect } from '../dialects/anthropic/anthropic-dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { countedBody } from '../dialects/gemini/count-tokens.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import type { JsonObject } from '../forms/chat.ts'

/** How a dialect asks for a count, and how it is told. */
export type CountingWay = {
  name: 'anthropic' | 'gemini'
  dialect: Dialect
  /** Which channels count for themselves. */
  suits: Suits
  /** What is to be counted of all that was sent. */
  counted(body: JsonObject): JsonObject
  /** Where an answer says the number. */
  field: 'input_tokens' | 'totalTokens'
}

export const anthropicCounting: CountingWay = {
  name: 'anthropic',
  dialect: anthropicDialect,
  suits: ({ type }) => type === 14, // other hosts of these models count elsewhere, or not at all
  counted: (body) => body,
  field: 'input_tokens',
}

export const geminiCounting: CountingWay = {
  name: 'gemini',
  dialect: geminiDialect,
  suits: ({ type }) => type === 24,
  counted: countedBody,
  field: 'totalTokens',
}
