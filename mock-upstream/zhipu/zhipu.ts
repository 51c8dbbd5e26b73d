import { messages } from '../anthropic/messages.ts'
import type { Handler, Vendor } from '../exchange/call.ts'
import { responses } from '../openai/responses/responses.ts'
import { rerank } from '../rerank/jina.ts'
import { accountOf, authenticate } from './credential.ts'
import { chat, embeddings, images } from './endpoints.ts'
import { zhipuError } from './errors.ts'
import { invoke } from './invoke.ts'

const invokePath = /^\/api\/paas\/v3\/model-api\/([^/]+)\/(?:sse-)?invoke$/

const routes: Record<string, Handler> = {
  'POST /api/paas/v4/chat/completions': chat,
  'POST /api/coding/paas/v4/chat/completions': chat,
  'POST /api/paas/v4/embeddings': embeddings,
  'POST /api/paas/v4/images/generations': images,
  'POST /api/paas/v4/rerank': rerank,
  'POST /api/anthropic/v1/messages': messages,
  'POST /api/v1/responses': responses,
}

export const zhipu: Vendor = {
  name: 'zhipu',
  keyOf: accountOf,
  modelOf: (path, body) => invokePath.exec(path)?.[1] ?? String(body.model ?? ''),
  authenticate,
  refuse: zhipuError,
  find: (method, path) =>
    routes[`${method} ${path}`] ?? (method === 'POST' && invokePath.test(path) ? invoke : undefined),
}
