import type { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { readErrorBody } from '../../translate/response/error-body.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { nativeMessages } from '../anthropic/native.ts'
import { nativeResponses } from '../openai/native-responses.ts'
import { bearer } from '../openai-shaped/address.ts'
import { modelList } from '../openai-shaped/models.ts'
import { bearerEndpoint, shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { NativeOperation, Provider } from '../provider.ts'

const failures: FailureTable = {
  authentication_error: 'bad_key',
  permission_error: 'no_permission',
  rate_limit_error: 'rate_limited',
  content_filter_error: 'content_refused',
  upstream_error: 'overloaded',
}

/** A model that must be switched on first has the status of an empty account, but its cause is not money. */
const isNotActivated = (message = ''): boolean => /activat|enabl|未开通|开通/i.test(message)

export function tokenHubFailure(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure {
  const isUnpaid = status === 402 && !isNotActivated(readErrorBody(body).message)
  // Clients expect 400 for filtered content.
  const known = status === 451 ? 400 : status
  return failureOf(known, body, headers, { ...failures, ...(isUnpaid && { permission_error: 'no_balance' }) })
}

/** Hosted models keep the field that their own vendor reads. */
const readsCompletionLimit = (model: string): boolean => /^(?:kimi-k3|minimax)/i.test(model)

const chat = shapedChat({
  request: (_, { model }) => ({
    developerToSystem: true,
    limitField: readsCompletionLimit(model) ? 'max_completion_tokens' : 'max_tokens',
    dropsExtensions: true,
    streamOptions: 'include_usage',
    reasoning: 'keep',
  }),
  response: { failureOf: (body) => tokenHubFailure(200, body) },
})

const messages: NativeOperation = {
  ...nativeMessages,
  request(body, target, call) {
    const request = nativeMessages.request(body, target, call)
    const { 'x-api-key': _, ...headers } = request.headers
    return { ...request, headers: { ...headers, ...bearer(target) } }
  },
}

const responses = nativeResponses((target, path) => {
  if (path.endsWith('/compact')) throw unsupported('This channel cannot compact a conversation')
  return bearerEndpoint(target, path)
})

const names = modelList(bearerEndpoint)

/** Tencent's TokenHub, in the OpenAI format. */
export const tokenHub: Provider = {
  chat,
  native: { anthropic: messages, responses },
  models: {
    ...names,
    response(body) {
      const listed = isObject(body) ? body.data : body
      if (!Array.isArray(listed)) return names.response(body)
      const isOffered = (model: unknown) => !isObject(model) || (model.status ?? 'online') === 'online'
      return names.response({ data: listOf(listed).filter(isOffered) })
    },
  },
  failure: tokenHubFailure,
}
