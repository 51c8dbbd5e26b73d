import type { JsonObject } from '../../forms/chat.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import type { ClientRequestHead, Target, UpstreamRequest } from '../provider.ts'
import { anthropicHeaders } from './headers.ts'

const noFacts: ClientRequestHead = { headers: {}, query: {} }

const addressOf = ({ base_url }: Target, path: string, { query }: ClientRequestHead): string =>
  `${base_url.replace(/\/v1$/, '')}/v1/${path}${query.beta === 'true' ? '?beta=true' : ''}`

/** A request to Anthropic itself; other hosts of the models have other URLs and credentials. */
export const messagesRequest = (
  body: JsonObject,
  target: Target,
  betas: readonly string[] = [],
  call: ClientRequestHead = noFacts,
): UpstreamRequest => ({
  method: 'POST',
  url: addressOf(target, 'messages', call),
  headers: anthropicHeaders(target, betas, call),
  body,
})

/** A request to count the tokens of a prompt. It is free and generates nothing, so no output limit is added. */
export const countTokensRequest = (
  body: JsonObject,
  target: Target,
  call: ClientRequestHead = noFacts,
): UpstreamRequest => ({
  method: 'POST',
  url: addressOf(target, 'messages/count_tokens', call),
  headers: anthropicHeaders(target, [], call),
  body: { ...withoutReserved(body, target.setting), model: target.model },
})
