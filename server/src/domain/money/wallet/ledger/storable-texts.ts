import type { ConsumptionLog } from './operations.ts'

/** PostgreSQL refuses NUL and lone surrogates. A charge must not be lost because of a text. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Removes the characters that a database refuses. */
export const storable = (text: string): string => (isStorable(text) ? text : text.toWellFormed().replaceAll('\0', ''))

// Runs for every call: naming the members is faster than a loop over them.
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
