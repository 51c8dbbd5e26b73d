import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { namedEvent } from '../../forms/sse.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { secondBodies } from '../../translate/json/reserved-fields.ts'
import type { ClientError, Dialect } from '../dialect.ts'
import { errorBody } from '../openai/error-body.ts'
import { openAiModels } from '../openai/models.ts'
import { openAiQuantities } from '../openai/quantities.ts'
import { readRequest } from './read-request.ts'
import { errorMembers } from './response-object.ts'
import { storedResponses } from './stored-responses.ts'
import { writeResponse } from './write-response.ts'
import { createStreamEncoder } from './write-stream.ts'

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
