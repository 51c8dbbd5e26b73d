import type { RelayRefusalCode } from '@turnpike/contract/relay-refusals'
import type { ResponseError } from '../messages/message.ts'

/** What the person can do about a refusal; each has words, and some a button. */
export type Advice =
  | 'retry'
  | 'wait'
  | 'topUp'
  | 'signIn'
  | 'chooseModel'
  | 'chooseGroup'
  | 'changePin'
  | 'shorten'
  | 'reword'
  | 'checkSettings'
  | 'fewerAtOnce'
  | 'tellAdmin'

const ofRelay: Record<RelayRefusalCode, Advice> = {
  token_missing: 'signIn',
  invalid_token: 'signIn',
  token_exhausted: 'topUp',
  token_expired: 'signIn',
  token_disabled: 'signIn',
  ip_not_allowed: 'tellAdmin',
  user_banned: 'tellAdmin',
  org_member_missing: 'tellAdmin',
  limit_reached: 'wait',
  channels_busy: 'wait',
  group_forbidden: 'chooseGroup',
  group_deprecated: 'chooseGroup',
  group_not_allowed: 'chooseGroup',
  channel_pin_forbidden: 'changePin',
  invalid_request: 'checkSettings',
  invalid_image_url: 'checkSettings',
  stored_object_refused: 'checkSettings',
  stored_object_not_found: 'checkSettings',
  stored_item_not_found: 'checkSettings',
  invalid_channel_id: 'changePin',
  channel_disabled: 'changePin',
  model_not_allowed: 'chooseModel',
  model_not_found: 'chooseModel',
  no_available_channel: 'chooseModel',
  no_channel_at_price: 'chooseModel',
  no_suitable_model: 'chooseModel',
  model_retired: 'chooseModel',
  model_required: 'chooseModel',
  model_price_error: 'tellAdmin',
  sensitive_words_detected: 'reword',
  insufficient_user_quota: 'topUp',
  plan_insufficient: 'topUp',
  pre_consume_token_quota_failed: 'topUp',
  call_cancelled: 'tellAdmin',
  rate_limited: 'wait',
  too_many_in_flight: 'fewerAtOnce',
  too_many_bytes: 'fewerAtOnce',
  server_busy: 'wait',
  request_too_large: 'shorten',
  unsupported_media_type: 'checkSettings',
  not_supported: 'chooseModel',
  api_not_implemented: 'chooseModel',
  websocket_not_supported: 'retry',
  session_expired: 'signIn',
  server_stopping: 'retry',
  access_token_not_supported: 'signIn',
  channel_saturated: 'wait',
  upstream_failed: 'retry',
  output_limit_exceeded: 'retry',
  upstream_overloaded: 'wait',
  channel_refused: 'tellAdmin',
  upstream_timeout: 'retry',
  database_error: 'wait',
  internal: 'tellAdmin',
}

/** Failures of an upstream by their kind, where it gave no code of its own. */
const ofUpstream: Record<string, Advice> = {
  bad_request: 'checkSettings',
  content_refused: 'reword',
  content_filter: 'reword',
  too_long: 'shorten',
  context_length_exceeded: 'shorten',
  no_model: 'chooseModel',
  model_not_found: 'chooseModel',
  unsupported: 'chooseModel',
  call_cancelled: 'tellAdmin',
  rate_limited: 'wait',
  unreachable: 'retry',
  stream_broken: 'retry',
}

/** Codes of the relay's own errors inside a stream, where the status is that of its beginning. */
const ofStream: Record<string, Advice> = {
  insufficient_quota: 'topUp',
  rate_limit_exceeded: 'wait',
  server_error: 'retry',
}

const isOfStream = ({ code, status }: ResponseError): boolean => status === 200 && Object.hasOwn(ofStream, code)
const isRelayCode = (code: string): code is RelayRefusalCode => Object.hasOwn(ofRelay, code)

export function adviceFor(error: ResponseError): Advice {
  const { code, status } = error
  if (status === 401) return 'signIn'
  if (isOfStream(error)) return ofStream[code] ?? 'retry'
  if (isRelayCode(code)) return ofRelay[code]
  const known = Object.hasOwn(ofUpstream, code) ? ofUpstream[code] : undefined
  if (known) return known
  if (status === 429) return 'wait'
  return status >= 400 && status < 500 ? 'checkSettings' : 'retry'
}

const routingAdvice: ReadonlySet<Advice> = new Set(['chooseModel', 'chooseGroup', 'changePin'])

/** Whether the page that explains routes can say more about it. */
export const isOfRouting = (error: ResponseError): boolean =>
  isRelayCode(error.code) && (routingAdvice.has(adviceFor(error)) || error.code === 'model_price_error')

/** Whether a channel failed the request: its errors say more, and the model can be disabled on it. */
export const isOfChannel = ({ code, status }: ResponseError): boolean =>
  code !== 'unreachable' &&
  code !== 'stream_broken' &&
  (code === 'channel_refused' || code.startsWith('upstream_') || (!isRelayCode(code) && status >= 500))

/** The headlines that the page has words for; for all others the server's sentence is in the reader's language. */
export type Headline =
  | 'requestRefused'
  | 'upstreamRefused'
  | 'upstreamFailed'
  | 'unreachable'
  | 'brokenStream'
  | 'sessionExpired'

/**
 * What stands above the advice. Sentences about a malformed request and those of an upstream come in whatever language
 * they were written in, so they are a detail below words of our own.
 */
export function headlineFor(error: ResponseError): Headline | undefined {
  const { code, status, message } = error
  if (code === 'unreachable') return 'unreachable'
  if (code === 'stream_broken') return 'brokenStream'
  if (status === 401) return 'sessionExpired'
  if (code === 'invalid_request' || code === 'invalid_image_url') return 'requestRefused'
  if ((isRelayCode(code) || isOfStream(error)) && message !== '') return undefined
  return status >= 400 && status < 500 ? 'upstreamRefused' : 'upstreamFailed'
}

/** The server's sentence without the request id, which the page shows as a link. */
export const messageOf = ({ message }: ResponseError): string => message.replace(/\s*\(request id: [\w-]+\)\s*$/, '')
