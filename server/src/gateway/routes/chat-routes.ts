import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readIncomingChat } from '../chat/incoming-chat.ts'
import { relayChat } from '../chat/relay-chat.ts'
import { countTokens, readCountRequest } from '../count-tokens/count-tokens.ts'
import { anthropicCounting, geminiCounting } from '../count-tokens/counting-dialects.ts'
import { anthropicDialect } from '../dialects/anthropic/anthropic-dialect.ts'
import { completionsDialect } from '../dialects/completions/completions-dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { responsesDialect } from '../dialects/responses/responses-dialect.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { KeySources } from '../entry/key/credentials.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { callerOf, jsonBody, jsonSource, queryOf, relayRoute } from '../entry/relay-scope.ts'
import type { ClientRequestHead, Provider } from '../providers/provider.ts'
import { isEmbedAction, readGeminiEmbed } from '../single/gemini-embed.ts'
import { relaySingle } from '../single/relay-single.ts'

/** The only client headers that pass to an upstream of the same dialect. */
const passingHeaders = ['anthropic-version', 'anthropic-beta']

function factsOf(request: FastifyRequest, action?: string): ClientRequestHead {
  const headers: Record<string, string> = {}
  for (const name of passingHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return { headers, query: queryOf(request), ...(action && { action }) }
}

/** Chats in every dialect; all take the same journey. */
export function chatRoutes(app: FastifyInstance, deps: RelayDeps) {
  const mount = (path: string, dialect: Dialect, keySources: KeySources = {}) =>
    relayRoute(app, deps, path, { dialect, keySources }, (request, reply) => {
      const source = jsonSource(request)
      const incoming = readIncomingChat(source.value, { dialect, path, facts: factsOf(request), source })
      return relayChat(callerOf(request), incoming, reply, deps)
    })
  mount('/v1/chat/completions', openaiDialect)
  mount('/v1/completions', completionsDialect)
  mount('/v1/responses', responsesDialect)
  mount('/v1/messages', anthropicDialect, { anthropic: true })
  relayRoute(app, deps, '/v1/responses/compact', { dialect: responsesDialect }, async (request, reply) => {
    const route = {
      dialect: responsesDialect,
      path: '/v1/responses/compact',
      isStream: false,
      facts: factsOf(request, 'compact'),
      // Only the upstream that sealed a compaction can open it, so it is not translated.
      needs: (provider: Provider) => provider.native?.responses !== undefined,
    }
    await relayChat(callerOf(request), readIncomingChat(jsonBody(request), route), reply, deps)
  })
  const counted = { dialect: anthropicDialect, keySources: { anthropic: true } }
  relayRoute(app, deps, '/v1/messages/count_tokens', counted, async (request, reply) => {
    const incoming = readCountRequest(jsonBody(request), anthropicCounting, factsOf(request))
    await countTokens(callerOf(request), incoming, reply, deps)
  })
  for (const prefix of ['/v1beta/models', '/v1/models'])
    relayRoute(
      app,
      deps,
      `${prefix}/:target`,
      { dialect: geminiDialect, keySources: { google: true } },
      async (request, reply) => {
        const { model, action } = geminiTarget(request)
        const isStream = action === 'streamGenerateContent'
        const isChat = isStream || action === 'generateContent'
        const isCount = action === 'countTokens'
        if (!isChat && !isCount && !isEmbedAction(action)) throw new Refusal('api_not_implemented')
        const source = jsonSource(request)
        const { value: body } = source
        const caller = callerOf(request)
        const path = `${prefix}/{model}:${action}`
        const facts = factsOf(request, action)
        if (isCount) await countTokens(caller, readCountRequest(body, geminiCounting, facts, model), reply, deps)
        else if (isEmbedAction(action))
          await relaySingle(caller, readGeminiEmbed(body, { model, action, path, facts }), reply, deps)
        else {
          const incoming = readIncomingChat(body, { dialect: geminiDialect, path, model, isStream, facts, source })
          await relayChat(caller, incoming, reply, deps)
        }
      },
    )
}

/** Gemini appends the action to the model's name: `gemini-2.5-pro:generateContent`. */
function geminiTarget(request: FastifyRequest): { model: string; action: string } {
  const { target } = request.params as { target: string }
  const colon = target.lastIndexOf(':')
  return { model: target.slice(0, Math.max(colon, 0)), action: target.slice(colon + 1) }
}
