import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readForm } from '../entry/body/read-form.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf, jsonBody, queryOf, relayRoute } from '../entry/relay-scope.ts'
import type { SingleKind } from '../providers/provider.ts'
import { type IncomingSingle, readIncomingForm, readIncomingSingle } from '../single/incoming-single.ts'
import { relaySingle } from '../single/relay-single.ts'

const paths: Record<string, SingleKind> = {
  '/v1/embeddings': 'embeddings',
  '/v1/images/generations': 'images',
  '/v1/images/edits': 'image_edits',
  '/v1/audio/speech': 'speech',
  '/v1/audio/transcriptions': 'transcriptions',
  '/v1/audio/translations': 'translations',
  '/v1/moderations': 'moderations',
  '/v1/rerank': 'rerank',
}
const formKinds: ReadonlySet<SingleKind> = new Set(['image_edits', 'transcriptions', 'translations'])

/** Embeddings, images, audio, rerank, moderation: one request, one response. */
export function singleRoutes(app: FastifyInstance, deps: RelayDeps) {
  for (const [path, kind] of Object.entries(paths))
    relayRoute(app, deps, path, {}, async (request, reply) => {
      const incoming = { ...(await readIncoming(request, kind, path)), query: queryOf(request) }
      await relaySingle(callerOf(request), incoming, reply, deps)
    })
  relayRoute(app, deps, '/v1/engines/:model/embeddings', {}, async (request, reply) => {
    const { model } = request.params as { model: string }
    const incoming = readIncomingSingle('embeddings', jsonBody(request), '/v1/engines/{model}/embeddings', model)
    await relaySingle(callerOf(request), incoming, reply, deps)
  })
}

async function readIncoming(request: FastifyRequest, kind: SingleKind, path: string): Promise<IncomingSingle> {
  const type = request.headers['content-type'] ?? ''
  if (!formKinds.has(kind) || (kind === 'image_edits' && /^application\/json\b/i.test(type)))
    return readIncomingSingle(kind, jsonBody(request), path)
  return readIncomingForm(kind, await readForm(request), path)
}
