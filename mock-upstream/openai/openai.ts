import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { rerank } from '../rerank/jina.ts'
import { mockFile } from '../tasks/mock-files.ts'
import * as billing from './billing.ts'
import { chat } from './chat.ts'
import { refuseUnknownParameters } from './chat-parameters.ts'
import { completions } from './completions.ts'
import { embeddings } from './embeddings.ts'
import { openaiError } from './errors.ts'
import { imageEdits, imageGenerations, imageVariations } from './images.ts'
import { model, models } from './models.ts'
import { moderations } from './moderations.ts'
import { compact } from './responses/compact.ts'
import { responses } from './responses/responses.ts'
import { speech } from './speech.ts'
import { transcriptions, translations } from './transcriptions.ts'
import { videos } from './videos.ts'

/** The endpoints that servers of this dialect share, by the path after `/v1`. */
export const openaiRoutes: Record<string, Handler> = {
  'POST /chat/completions': chat,
  'POST /completions': completions,
  'POST /embeddings': embeddings,
  'POST /images/generations': imageGenerations,
  'POST /images/edits': imageEdits,
  'POST /images/variations': imageVariations,
  'POST /audio/speech': speech,
  'POST /audio/transcriptions': transcriptions,
  'POST /audio/translations': translations,
  'POST /moderations': moderations,
  'POST /responses': responses,
  'POST /responses/compact': compact,
  'POST /rerank': rerank,
  'GET /models': models,
  'GET /dashboard/billing/subscription': billing.subscription,
  'GET /dashboard/billing/usage': billing.usage,
}

/** OpenAI knows its own parameters only. Other servers of its format ignore unknown ones. */
const strictChat: Handler = (call) => {
  refuseUnknownParameters(call.body, call.model)
  return chat(call)
}

/** A server of OpenAI's format that ignores parameters that it does not know, as most do. */
export const compatible: Vendor = {
  name: 'compatible',
  authenticate: authenticateOpenai,
  refuse: openaiError,
  find(method, path) {
    if (path.startsWith('/mock-files/')) return mockFile
    if (path.startsWith('/dashboard/')) return openaiRoutes[`${method} ${path}`]
    if (!path.startsWith('/v1/')) return undefined
    const task = path.slice(3)
    const handler = openaiRoutes[`${method} ${task}`]
    if (handler) return handler
    if (task.startsWith('/videos')) return videos(method, task)
    if (/^\/engines\/[^/]+\/embeddings$/.test(task)) return embeddings
    return method === 'GET' && /^\/models\/.+/.test(task) ? model : undefined
  },
}

export const openai: Vendor = {
  ...compatible,
  name: 'openai',
  find: (method, path) =>
    `${method} ${path}` === 'POST /v1/chat/completions' ? strictChat : compatible.find(method, path),
}

function authenticateOpenai(call: Call): void {
  if (call.path.startsWith('/mock-files/')) return
  if (call.headers.authorization === undefined || call.key === '') {
    throw openaiError(
      401,
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
      { code: null },
    )
  }
  if (isWrongKey(call.key)) throw openaiError(401, 'Incorrect API key provided.')
}
