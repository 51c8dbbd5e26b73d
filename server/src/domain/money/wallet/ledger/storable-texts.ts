import type { ConsumptionLog } from './operations.ts'

/** PostgreSQL refuses NUL and lone surrogates, and a charge must never be lost because of a text. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** The text without characters that a database refuses. */
export const storable = (text: string): string => (isStorable(text) ? text : text.toWellFormed().replaceAll('\0', ''))

// This runs for every call, so the text members are listed instead of searched for.
export const storableLog = (log: ConsumptionLog): ConsumptionLog => ({
  username: storable(log.username),
  token_name: storable(log.token_name),
  model_name: storable(log.model_name),
  prompt_tokens: log.prompt_tokens,
  completion_tokens: log.completion_tokens,
  use_time: log.use_time,
  is_stream: log.is_stream,
  group: storable(log.group),
  first_ms: log.first_ms,
  cost: log.cost,
  facts: log.facts && storable(log.facts),
  content: log.content && storable(log.content),
  other: log.other && storable(log.other),
})
