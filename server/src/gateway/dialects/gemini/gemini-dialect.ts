import type { Dialect } from '../dialect.ts'
import { errorBody, streamError } from './error-body.ts'
import { readRequest } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import { createStreamEncoder } from './write-stream.ts'

/** Gemini's clients. A silent stream stays silent: some of them stumble over comments. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  request: readRequest,
  reply: writeReply,
  stream: createStreamEncoder,
  error: errorBody,
  streamError,
}
