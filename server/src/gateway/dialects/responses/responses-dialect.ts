import { namedEvent } from '../../forms/sse.ts'
import type { ClientError, Dialect } from '../dialect.ts'
import { errorBody } from '../openai/error-body.ts'
import { readRequest } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import { createStreamEncoder } from './write-stream.ts'

/** For a stream that failed before its first event; a stream that has begun is ended by its encoder. */
const streamError = ({ code, message, param }: ClientError): string =>
  namedEvent('error', JSON.stringify({ type: 'error', sequence_number: 0, code, message, param: param ?? null }))

export const responsesDialect: Dialect = {
  name: 'responses',
  request: readRequest,
  reply: writeReply,
  stream: createStreamEncoder,
  error: errorBody,
  streamError,
}
