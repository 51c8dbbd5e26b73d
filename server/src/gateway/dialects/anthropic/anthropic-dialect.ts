import type { Dialect } from '../dialect.ts'
import { openAiQuantities } from '../openai/quantities.ts'
import { errorBody, streamError } from './error-body.ts'
import { readRequest } from './read-request.ts'
import { writeReply } from './write-reply.ts'
import { createStreamEncoder } from './write-stream.ts'

export const anthropicDialect: Dialect = {
  name: 'anthropic',
  prompt: { field: 'messages', lists: ['system'] },
  quantities: openAiQuantities,
  native: ({ native }) => native?.anthropic,
  request: readRequest,
  reply: writeReply,
  stream: createStreamEncoder,
  error: errorBody,
  statuses: { 503: 529 },
  streamError,
}
