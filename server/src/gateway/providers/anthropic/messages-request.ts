import type { JsonObject } from '../../forms/chat.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import type { CallFacts, Target, UpstreamRequest } from '../provider.ts'
import { anthropicHeaders } from './headers.ts'

const noFacts: CallFacts = { headers: {}, query: {} }

const addressOf = ({ base_url }: Target, path: string, { query }: CallFacts): string =>
  `${base_url.replace(/\/v1$/, '')}/v1/${path}${query.beta === 'true' ? '?beta=true' : ''}`

/** A body on its way to Anthropic itself; the other hosts of its models have addresses and keys of their own. */
export const messagesRequest = (
  body: JsonObject,
  target: Target,
  betas: readonly string[] = [],
  call: CallFacts = noFacts,
): UpstreamRequest => ({
  method: 'POST',
  url: addressOf(target, 'messages', call),
  headers: anthropicHeaders(target, betas, call),
  body,
})

/** Asks how many tokens a request would have. It costs nothing and makes nothing, so it takes no limits. */
export const countTokensRequest = (body: JsonObject, target: Target, call: CallFacts = noFacts): UpstreamRequest => ({
  method: 'POST',
  url: addressOf(target, 'messages/count_tokens', call),
  headers: anthropicHeaders(target, [], call),
  body: { ...withoutReserved(body, target.setting), model: target.model },
})
