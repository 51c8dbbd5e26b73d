import type { JsonObject } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import type { Dialect, ModelFacts } from '../dialect.ts'
import { createdText } from '../openai/models.ts'
import { openAiQuantities } from '../openai/quantities.ts'
import { errorBody, streamError } from './error-body.ts'
import { readRequest } from './read-request.ts'
import { threads } from './threads.ts'
import { writeResponse } from './write-response.ts'
import { createStreamEncoder } from './write-stream.ts'

const model = ({ id }: ModelFacts) => ({ id, type: 'model', display_name: id, created_at: createdText })
const models: Dialect['models'] = {
  one: model,
  list: (all) => ({
    data: all.map(model),
    first_id: all[0]?.id ?? null,
    last_id: all.at(-1)?.id ?? null,
    has_more: false,
  }),
}

/** An advisor is a tool that runs another model: `{type: "advisor_20260301", name: "advisor", model}`. */
const advisorsIn = ({ tools }: JsonObject): string[] =>
  listOf(tools)
    .filter(isObject)
    .filter(({ type }) => textOf(type)?.startsWith('advisor_'))
    .map(({ model }) => textOf(model))
    .filter((model) => model !== undefined)

export const anthropicDialect: Dialect = {
  name: 'anthropic',
  prompt: { field: 'messages', lists: ['system'] },
  otherModels: advisorsIn,
  quantities: openAiQuantities,
  native: ({ native }) => native?.anthropic,
  stored: threads,
  request: readRequest,
  response: writeResponse,
  stream: createStreamEncoder,
  models,
  error: errorBody,
  statuses: { 503: 529 },
  streamError,
  keepAlive: namedEvent('ping', '{"type":"ping"}'),
}
