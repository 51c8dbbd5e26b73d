import type { JsonObject } from '../../forms/chat.ts'
import { isObject } from '../../translate/json/json-values.ts'
import type { Dialect, ModelFacts, Quantities } from '../dialect.ts'
import { errorBody, streamError } from './error-body.ts'
import { readRequest } from './read-request.ts'
import { writeResponse } from './write-response.ts'
import { createStreamEncoder } from './write-stream.ts'

/** Google reads every name in two spellings, and a request is priced by the larger of the two. */
function quantities(body: JsonObject): Quantities {
  const configs = [body.generationConfig, body.generation_config].filter(isObject)
  return {
    outputLimits: configs.flatMap((config) => [config.maxOutputTokens, config.max_output_tokens]),
    choices: configs.flatMap((config) => [config.candidateCount, config.candidate_count]),
  }
}

const model = ({ id, isEmbedding }: ModelFacts) => ({
  name: `models/${id}`,
  displayName: id,
  supportedGenerationMethods: isEmbedding
    ? ['embedContent', 'batchEmbedContents', 'countTokens']
    : ['generateContent', 'streamGenerateContent', 'countTokens'],
})
const models: Dialect['models'] = { one: model, list: (all) => ({ models: all.map(model) }) }

/** The dialect of Gemini clients. It has no keep-alive, because some clients fail on comments in a stream. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  prompt: { field: 'contents' },
  quantities,
  containers: ['generationConfig', 'generation_config'],
  native: ({ native }) => native?.gemini,
  streamQuery: { alt: 'sse' },
  wantsEvents: ({ alt }) => alt === 'sse',
  request: readRequest,
  response: writeResponse,
  stream: createStreamEncoder,
  models,
  error: errorBody,
  streamError,
}
