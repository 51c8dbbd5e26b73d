import type { FastifyInstance, FastifyRequest } from 'fastify'
import { priceOf } from '../../domain/pricing/price-book.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf } from '../entry/relay-scope.ts'
import type { Snapshot } from '../routing/snapshot.ts'

const created = 1626777600 // a date that clients of this family have always been told
const createdText = new Date(created * 1000).toISOString()

/** What this key may call right now: served in its group, allowed by its list, and priced. */
function usableModels({ group, models }: RelayCaller, snapshot: Snapshot): string[] {
  const served = snapshot.modelsOfGroup.get(group) ?? []
  return served.filter((model) => (!models || models.has(model)) && priceOf(snapshot.prices, model) !== undefined)
}

const ownerOf = (model: string, { prices }: Snapshot) => priceOf(prices, model)?.provider ?? 'custom'

const openaiModel = (id: string, snapshot: Snapshot) => ({
  id,
  object: 'model',
  created,
  owned_by: ownerOf(id, snapshot),
  permission: [],
  root: id,
  parent: null,
})
const anthropicModel = (id: string) => ({ id, type: 'model', display_name: id, created_at: createdText })
const geminiModel = (id: string, { prices }: Snapshot) => ({
  name: `models/${id}`,
  displayName: id,
  supportedGenerationMethods:
    priceOf(prices, id)?.mode === 'embedding'
      ? ['embedContent', 'batchEmbedContents', 'countTokens']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
})

/** The shape of a list follows the credentials: each vendor's client asks in its own way. */
function dialectOf(request: FastifyRequest): 'openai' | 'anthropic' | 'gemini' {
  // Its SDK brings the key as a bearer like everyone else by now; only the version gives it away.
  if (request.headers['anthropic-version']) return 'anthropic'
  if (request.headers['x-goog-api-key'] || (request.query as { key?: string }).key) return 'gemini'
  return 'openai'
}

export function modelRoutes(app: FastifyInstance, { snapshot }: RelayDeps) {
  const keyPlaces = { anthropic: true, google: true }
  const list = (request: FastifyRequest, dialect: 'openai' | 'anthropic' | 'gemini') => {
    const now = snapshot.current()
    const models = usableModels(callerOf(request), now)
    if (dialect === 'anthropic')
      return {
        data: models.map(anthropicModel),
        first_id: models[0] ?? null,
        last_id: models.at(-1) ?? null,
        has_more: false,
      }
    if (dialect === 'gemini') return { models: models.map((model) => geminiModel(model, now)) }
    return { success: true, object: 'list', data: models.map((model) => openaiModel(model, now)) }
  }
  const one = (request: FastifyRequest, dialect: 'openai' | 'anthropic' | 'gemini') => {
    const now = snapshot.current()
    const { model } = request.params as { model: string }
    if (!usableModels(callerOf(request), now).includes(model)) throw new Refusal('unknown_model', { params: { model } })
    if (dialect === 'anthropic') return anthropicModel(model)
    return dialect === 'gemini' ? geminiModel(model, now) : openaiModel(model, now)
  }
  const config = { access: 'public', keyPlaces } as const
  app.get('/v1/models', { config }, async (request) => list(request, dialectOf(request)))
  app.get('/v1/models/:model', { config }, async (request) => one(request, dialectOf(request)))
  const gemini = { ...config, dialect: geminiDialect }
  app.get('/v1beta/models', { config: gemini }, async (request) => list(request, 'gemini'))
  app.get('/v1beta/models/:model', { config: gemini }, async (request) => one(request, 'gemini'))
  app.get('/v1beta/openai/models', { config }, async (request) => list(request, 'openai'))
}
