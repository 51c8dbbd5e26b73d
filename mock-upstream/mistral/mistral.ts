import { bearerOf, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { modelList } from '../openai/models.ts'
import { moderations } from '../openai/moderations.ts'
import { transcriptions } from '../openai/transcriptions.ts'
import { chat } from './chat.ts'
import { embeddings, fillIn, speech } from './endpoints.ts'
import { mistralError } from './errors.ts'

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/fim/completions': fillIn,
  'POST /v1/embeddings': embeddings,
  'POST /v1/moderations': moderations,
  'POST /v1/audio/transcriptions': transcriptions,
  'POST /v1/audio/speech': speech,
  'GET /v1/models': modelList([
    'mistral-large-latest',
    'mistral-small-latest',
    'magistral-medium-2509',
    'mistral-embed',
  ]),
}

export const mistral: Vendor = {
  name: 'mistral',
  authenticate({ headers }) {
    const key = bearerOf(headers)
    if (key === '' || isWrongKey(key)) throw mistralError(401, 'Unauthorized')
  },
  refuse: mistralError,
  find: (method, path) => routes[`${method} ${path}`],
}
