import { namedEvent } from '../../forms/sse.ts'
import type { ClientError, Dialect } from '../dialect.ts'
import { errorBody } from '../openai/error-body.ts'
import { openAiModels } from '../openai/models.ts'
import { openAiQuantities } from '../openai/quantities.ts'
import { readRequest } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import { createStreamEncoder } from './write-stream.ts'

/** For a stream that failed before it said anything; one that had begun is ended by its encoder. */
const streamError = ({ code, message, param }: ClientError): string =>
  namedEvent('error', JSON.stringify({ type: 'error', sequence_number: 0, code, message, param: param ?? null }))

export const responsesDialect: Dialect = {
  name: 'responses',
  prompt: { field: 'input', mayBeText: true, unless: ['previous_response_id', 'prompt', 'conversation'] },
  quantities: openAiQuantities,
  native: ({ native }) => native?.responses,
  request: readRequest,
  reply: writeReply,
  stream: createStreamEncoder,
  models: openAiModels,
  error: errorBody,
  streamError,
  keepAlive: ': PING\n\n',
}
