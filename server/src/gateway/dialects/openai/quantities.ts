import type { JsonObject } from '../../forms/chat.ts'
import type { Quantities } from '../dialect.ts'

/** The fields of OpenAI's bodies, which Anthropic's and the Responses API's share. */
export const openAiQuantities = (body: JsonObject): Quantities => ({
  outputLimits: [body.max_tokens, body.max_completion_tokens, body.max_output_tokens],
  choices: [body.n],
  candidates: [body.best_of],
  stream: body.stream,
})
