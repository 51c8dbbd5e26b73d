import { type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { Refusal } from '../exchange/reply.ts'
import { chat } from './chat.ts'
import { compatRoutes } from './compat.ts'
import { embed, embedOne } from './embed.ts'
import { ollamaError } from './errors.ts'
import { generate } from './generate.ts'
import { show, tags, version } from './models.ts'

const routes: Record<string, Handler> = {
  'POST /api/chat': chat,
  'POST /api/generate': generate,
  'POST /api/embed': embed,
  'POST /api/embeddings': embedOne,
  'POST /api/show': show,
  'GET /api/tags': tags,
  'GET /api/version': version,
  ...compatRoutes,
}

export const ollama: Vendor = {
  name: 'ollama',
  // A server of one's own asks for no key; the hosted one is where a wrong key matters.
  authenticate({ key }) {
    if (isWrongKey(key)) throw new Refusal(401, { error: 'unauthorized', signin_url: 'https://ollama.com/connect' })
  },
  refuse: ollamaError,
  find: (method, path) => routes[`${method} ${path}`],
  ignoresContentType: true,
}
