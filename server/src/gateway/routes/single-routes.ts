import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf, jsonBody, queryOf, relayRoute } from '../entry/relay-scope.ts'
import type { SingleKind } from '../providers/provider.ts'
import { relaySingle } from '../single/relay-single.ts'
import { readFormAsk, readSingleAsk, type SingleAsk } from '../single/single-ask.ts'

const uploadMax = 25 * 1024 * 1024
const partsMax = 20
const tooManyParts = `A form may have at most ${partsMax} parts`
const boundaryMax = 70

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

/** Embeddings, pictures, sound, rerank, moderation: one question, one answer. */
export function singleRoutes(app: FastifyInstance, deps: RelayDeps) {
  for (const [path, kind] of Object.entries(paths))
    relayRoute(app, deps, path, {}, async (request, reply) => {
      const ask = { ...(await readAsk(request, kind, path)), query: queryOf(request) }
      await relaySingle(callerOf(request), ask, reply, deps)
    })
  relayRoute(app, deps, '/v1/engines/:model/embeddings', {}, async (request, reply) => {
    const { model } = request.params as { model: string }
    const ask = readSingleAsk('embeddings', jsonBody(request), '/v1/engines/{model}/embeddings', model)
    await relaySingle(callerOf(request), ask, reply, deps)
  })
}

async function readAsk(request: FastifyRequest, kind: SingleKind, path: string): Promise<SingleAsk> {
  const type = request.headers['content-type'] ?? ''
  if (!formKinds.has(kind) || (kind === 'image_edits' && /^application\/json\b/i.test(type)))
    return readSingleAsk(kind, jsonBody(request), path)
  return readFormAsk(kind, await readForm(request.body as Buffer, type), path)
}

async function readForm(body: Buffer, type: string): Promise<FormData> {
  const boundary = /^multipart\/form-data\s*;.*\bboundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!boundary || boundary.length > boundaryMax) throw new Refusal('unsupported_media_type')
  if (body.length > uploadMax) throw new Refusal('request_too_large')
  if (delimitersIn(body, `--${boundary}`) > partsMax + 1) throw badRequest(tooManyParts) // the last one ends the form
  let form: FormData
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw badRequest('The form cannot be read')
  }
  return form
}

/** Counts until there are too many: parsing a form of 100,000 parts takes a second. */
function delimitersIn(body: Buffer, delimiter: string): number {
  let count = 0
  for (let at = body.indexOf(delimiter); at !== -1 && count <= partsMax + 1; at = body.indexOf(delimiter, at + 1))
    count++
  return count
}
