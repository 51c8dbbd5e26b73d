import type { Dialect } from '../dialect.ts'
import { errorBody, streamError } from './error-body.ts'
import { readRequest } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import { createStreamEncoder } from './write-stream.ts'

export const anthropicDialect: Dialect = {
  name: 'anthropic',
  request: readRequest,
  reply: writeReply,
  stream: createStreamEncoder,
  error: errorBody,
  statuses: { 503: 529 },
  streamError,
}
