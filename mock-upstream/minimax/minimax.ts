import { messages } from '../anthropic/messages.ts'
import { bearerOf, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { modelList } from '../openai/models.ts'
import { responses } from '../openai/responses/responses.ts'
import { chat } from './chat.ts'
import { embeddings, images, speech } from './endpoints.ts'
import { minimaxError } from './errors.ts'

const routes: Record<string, Handler> = {
  'POST /v1/chat/completions': chat,
  'POST /v1/text/chatcompletion_v2': chat,
  'POST /v1/responses': responses,
  'POST /anthropic/v1/messages': messages,
  'POST /v1/t2a_v2': speech,
  'POST /v1/image_generation': images,
  'POST /v1/embeddings': embeddings,
  'GET /v1/models': modelList(['MiniMax-M3', 'MiniMax-M2.7', 'MiniMax-Text-01']),
}

/** The oldest endpoints require the group of the account; the others check it if it is given. */
const group = '1234567'

export const minimax: Vendor = {
  name: 'minimax',
  authenticate({ headers, query }) {
    const key = bearerOf(headers)
    if (key === '' || key.includes('|') || isWrongKey(key)) throw minimaxError(200, 'login fail', 1004)
    if ((query.get('GroupId') ?? group) !== group) throw minimaxError(200, 'token not match group', 1004)
  },
  refuse: minimaxError,
  find: (method, path) => routes[`${method} ${path}`],
}
