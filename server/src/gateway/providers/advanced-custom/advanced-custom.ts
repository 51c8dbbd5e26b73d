import { objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { anthropicFailure } from '../anthropic/failure.ts'
import { geminiFailure } from '../gemini/failure.ts'
import { modelList } from '../openai-shaped/models.ts'
import { singleOperation, singlePaths } from '../openai-shaped/single.ts'
import type { BalanceOperation, Provider, SingleKind } from '../provider.ts'
import { credentialOf, endpointOf } from './endpoint.ts'
import { chatOn, type Format, nativeOn } from './formats.ts'
import { type Route, routesIn } from './routes.ts'

/** The paths of clients that chat, and the format of each. In this order they decide how chats of all clients are sent. */
const chatPaths: readonly [path: RegExp, format: Format][] = [
  [/^\/v1\/chat\/completions$/, 'openai'],
  [/^\/v1\/messages$/, 'anthropic'],
  [/^\/v1\/responses$/, 'responses'],
  [/^\/v1beta\/models\/.+:(?:streamG|g)enerateContent$/, 'gemini'],
]

/** The format of the upstream, by the family's name of the translation. */
const converters: Readonly<Record<string, Format>> = {
  anthropic_messages_to_openai_chat_completions: 'openai',
  openai_responses_to_openai_chat_completions: 'openai',
  gemini_generate_content_to_openai_chat_completions: 'openai',
  openai_chat_completions_to_anthropic_messages: 'anthropic',
  openai_chat_completions_to_openai_responses: 'responses',
  openai_chat_completions_to_gemini_generate_content: 'gemini',
  openai_responses_to_gemini_generate_content: 'gemini',
}

const failures: Readonly<Record<Format, Provider['failure']>> = {
  openai: failureOf,
  anthropic: anthropicFailure,
  responses: failureOf,
  gemini: geminiFailure,
}

type ChatRoute = { route: Route; client: Format; upstream: Format }

/** The first route of every client format. A route with an unknown translation is none. */
function chatRoutes(routes: readonly Route[]): ChatRoute[] {
  return chatPaths.flatMap(([path, client]) => {
    const route = routes.find(({ incoming }) => path.test(incoming))
    if (!route) return []
    const upstream = route.converter === 'none' ? client : converters[route.converter]
    return upstream ? [{ route, client, upstream }] : []
  })
}

const balanceOf = (route: Route): BalanceOperation => ({
  request: (responses, target) =>
    responses.length === 0 ? { method: 'GET', ...endpointOf(route, target) } : undefined,
  response([response]) {
    const amount = objectOf(response)?.total_available
    if (typeof amount !== 'number' || !Number.isFinite(amount))
      throw badResponse('the provider did not report the balance')
    return { amount, currency: 'USD' }
  },
})

function providerOf(routes: readonly Route[]): Provider {
  const chats = chatRoutes(routes)
  const [first] = chats
  const native = Object.fromEntries(
    chats.flatMap(({ route, client, upstream }) =>
      client === 'openai' || client !== upstream ? [] : [[client, nativeOn[client](route)]],
    ),
  )
  const single = Object.fromEntries(
    (Object.keys(singlePaths) as SingleKind[]).flatMap((kind) => {
      const route = routes.find(({ incoming, converter }) => incoming === singlePaths[kind] && converter === 'none')
      return route ? [[kind, singleOperation(kind, (target) => endpointOf(route, target, target.model))]] : []
    }),
  )
  const models = routes.find(({ incoming }) => incoming === '/v1/models')
  const balance = routes.find(({ incoming }) => incoming === '/v1/dashboard/billing/credit_grants')
  return {
    ...(first && { chat: chatOn[first.upstream](first.route) }),
    ...(Object.keys(native).length > 0 && { native }),
    ...(Object.keys(single).length > 0 && { single }),
    ...(models && { models: modelList((target) => endpointOf(models, target)) }),
    ...(balance && { balance: balanceOf(balance) }),
    failure: failures[first?.upstream ?? 'openai'],
  }
}

/** Providers by the routes that a model has on a channel: the same ones for most models. */
const built = new WeakMap<readonly Route[], Map<string, Provider>>()

/** An upstream whose paths, formats and credentials the channel's settings list, route by route. */
export const advancedCustom: Provider = {
  variant({ setting, model, requestedModel = model }) {
    const routes = routesIn(setting)
    const known = built.get(routes) ?? new Map<string, Provider>()
    built.set(routes, known)
    // Without a model, for the account of the channel, the routes of all models count.
    const serving = routes.map((route) => requestedModel === '' || route.serves(requestedModel))
    const key = serving.join()
    const provider = known.get(key) ?? providerOf(routes.filter((_, index) => serving[index]))
    known.set(key, provider)
    return provider
  },
  secrets: (target) =>
    routesIn(target.setting).flatMap(({ auth }) =>
      auth && auth.type !== 'none' ? [credentialOf(auth.value, target)] : [],
    ),
  failure: failureOf,
}
