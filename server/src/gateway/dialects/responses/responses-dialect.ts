import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { secondBodies } from '../../translate/json/reserved-fields.ts'
import type { ClientError, Dialect, StoredResponses } from '../dialect.ts'
import { errorBody } from '../openai/error-body.ts'
import { openAiModels } from '../openai/models.ts'
import { openAiQuantities } from '../openai/quantities.ts'
import { readRequest } from './read-request.ts'
import { errorMembers } from './response-object.ts'
import { storedItems } from './stored-items.ts'
import { writeResponse } from './write-response.ts'
import { createStreamEncoder } from './write-stream.ts'

/** Responses that OpenAI stores by default. A later request continues from their id. */
const storedResponses: StoredResponses = {
  isKept: ({ store }) => store !== false,
  needsKeeper: ({ previous_response_id }) => typeof previous_response_id === 'string',
  previousId: ({ previous_response_id }) =>
    typeof previous_response_id === 'string' ? previous_response_id : undefined,
  withPreviousId: (body, previous_response_id) => ({ ...body, previous_response_id }),
  // A whole response has its id at the top. An event has the id of its item there, and the response in a field.
  responseId: (value) => textOf(value.object === 'response' ? value.id : objectOf(value.response)?.id),
  namesObjects: /"(?:response\.(?:output_item\.\w+|completed|incomplete)|container_id|file_id|vector_store_id)"/,
  items: storedItems,
  unsupported: () =>
    new BadRequest(
      'previous_response_id is not supported for this model',
      'previous_response_id',
      'unsupported_parameter',
    ),
  notFound: () =>
    new BadRequest(
      'The previous response was not found, or the channel that keeps it is no longer available',
      'previous_response_id',
      'previous_response_not_found',
    ),
}

/** For a stream that failed before its first event; a stream that has begun is ended by its encoder. */
const streamError = (error: ClientError): string =>
  namedEvent('error', JSON.stringify({ type: 'error', sequence_number: 0, ...errorMembers(error) }))

/** A background response is fetched by a later request, which the gateway would neither meter nor charge. */
function check(body: JsonObject): void {
  if (body.background)
    throw new BadRequest('background responses are not supported; leave background out', 'background')
  for (const name of secondBodies) {
    const second = body[name]
    if (isObject(second)) check(second)
  }
}

export const responsesDialect: Dialect = {
  name: 'responses',
  systemField: 'instructions',
  prompt: { field: 'input', mayBeText: true, unless: ['previous_response_id', 'prompt', 'conversation'] },
  check,
  quantities: openAiQuantities,
  native: ({ native }) => native?.responses,
  stored: storedResponses,
  request: readRequest,
  response: writeResponse,
  stream: createStreamEncoder,
  models: openAiModels,
  error: errorBody,
  streamError,
  keepAlive: ': PING\n\n',
}
