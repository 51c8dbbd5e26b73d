import type { JsonObject } from '../../forms/chat.ts'
import type { Quantities } from '../dialect.ts'

/** OpenAI's fields, which Anthropic's Messages and the Responses API share. */
export const openAiQuantities = (body: JsonObject): Quantities => ({
  outputLimits: [body.max_tokens, body.max_completion_tokens, body.max_output_tokens],
  choices: [body.n],
  candidates: [body.best_of],
  stream: body.stream,
})
