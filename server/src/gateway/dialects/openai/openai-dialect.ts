import type { Dialect } from '../dialect.ts'
import { errorBody, streamError } from './error-body.ts'
import { openAiModels } from './models.ts'
import { openAiQuantities } from './quantities.ts'
import { readRequest } from './read-request.ts'
import { writeResponse } from './write-response.ts'
import { createStreamEncoder } from './write-stream.ts'

export const openaiDialect: Dialect = {
  name: 'openai',
  isOwnForm: true,
  prompt: { field: 'messages', unless: ['prefix', 'suffix'] },
  quantities: openAiQuantities,
  chunkObject: 'chat.completion.chunk',
  request: readRequest,
  response: writeResponse,
  stream: createStreamEncoder,
  models: openAiModels,
  error: errorBody,
  streamError,
  keepAlive: ': PING\n\n',
}
