import type { FastifyInstance, FastifyRequest } from 'fastify'
import { priceOf } from '../../domain/money/pricing/price-book.ts'
import type { Dialect, ModelFacts } from '../dialects/dialect.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { modelNotFound } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf } from '../entry/relay-scope.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { usableVirtualModels } from '../virtual/suitable-members.ts'
import { dialectOf } from './client-dialect.ts'

/** The models that this key may call now: served in its group, allowed by its list, and priced. */
function usableModels(caller: RelayCaller, snapshot: Snapshot): string[] {
  const { group, models } = caller
  const served = snapshot.modelsOfGroup.get(group) ?? []
  const priced = served.filter((model) => priceOf(snapshot.prices, model) !== undefined)
  const usable = models ? priced.filter((model) => models.has(model)) : priced
  if (!snapshot.virtualModels) return usable
  const known = new Set(priced)
  return [...new Set([...usable, ...usableVirtualModels(caller, snapshot, (model) => known.has(model))])].sort()
}

function factsOf(id: string, { prices }: Snapshot): ModelFacts {
  const price = priceOf(prices, id)
  return { id, owner: price?.provider ?? 'custom', isEmbedding: price?.mode === 'embedding' }
}

export function modelRoutes(app: FastifyInstance, { snapshot }: RelayDeps) {
  const list = (request: FastifyRequest, { models }: Dialect) => {
    const now = snapshot.current()
    return models.list(usableModels(callerOf(request), now).map((model) => factsOf(model, now)))
  }
  const one = (request: FastifyRequest, { models }: Dialect) => {
    const now = snapshot.current()
    const { model } = request.params as { model: string }
    if (!usableModels(callerOf(request), now).includes(model)) throw modelNotFound(model)
    return models.one(factsOf(model, now))
  }
  const config = { access: 'public', keySources: { anthropic: true, google: true }, dialect: dialectOf } as const
  app.get('/v1/models', { config }, async (request) => list(request, dialectOf(request)))
  app.get('/v1/models/:model', { config }, async (request) => one(request, dialectOf(request)))
  const gemini = { ...config, dialect: geminiDialect }
  app.get('/v1beta/models', { config: gemini }, async (request) => list(request, geminiDialect))
  app.get('/v1beta/models/:model', { config: gemini }, async (request) => one(request, geminiDialect))
  app.get('/v1beta/openai/models', { config: { ...config, dialect: openaiDialect } }, async (request) =>
    list(request, openaiDialect),
  )
}
