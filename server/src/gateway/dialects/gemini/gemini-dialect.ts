import type { Dialect } from '../dialect.ts'
import { errorBody, streamError } from './error-body.ts'
import { readRequest } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import { createStreamEncoder } from './write-stream.ts'

/** The dialect of Gemini clients. It has no keep-alive, because some clients fail on comments in a stream. */
export const geminiDialect: Dialect = {
  name: 'gemini',
  request: readRequest,
  reply: writeReply,
  stream: createStreamEncoder,
  error: errorBody,
  streamError,
}
