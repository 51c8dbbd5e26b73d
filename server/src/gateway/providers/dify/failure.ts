import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

type Meaning = { kind: FailureKind; status: number; type: string; code?: string }

const malformed: Meaning = { kind: 'bad_request', status: 400, type: 'invalid_request_error' }
/** The app is not set up at Dify: another channel may serve the request. */
const notConfigured: Meaning = { kind: 'overloaded', status: 503, type: 'server_error' }
const rateLimited: Meaning = { kind: 'rate_limited', status: 429, type: 'rate_limit_error' }

/** The meanings of Dify's codes. It sends most of them with a status of 400. */
const meanings: Readonly<Record<string, Meaning>> = {
  invalid_param: malformed,
  bad_request: malformed,
  not_chat_app: notConfigured,
  app_unavailable: notConfigured,
  provider_not_initialize: notConfigured,
  model_currently_not_support: notConfigured,
  provider_quota_exceeded: {
    kind: 'no_balance',
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  completion_request_error: { kind: 'overloaded', status: 500, type: 'server_error' },
  unauthorized: { kind: 'bad_key', status: 401, type: 'authentication_error' },
  not_found: { ...malformed, status: 404 },
  file_too_large: { ...malformed, status: 413 },
  unsupported_file_type: { ...malformed, status: 415 },
  too_many_requests: rateLimited,
  rate_limit_error: rateLimited,
  internal_server_error: { kind: 'overloaded', status: 500, type: 'server_error' },
}

/** `{ code, message, status }`, as a response or as an event. */
export const difyFailure: ReadFailure = (status, body, headers = {}) => {
  const error = objectOf(body)
  const code = textOf(error?.code) ?? ''
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined
  const own = typeof error?.status === 'number' && error.status >= 400 && error.status <= 599 ? error.status : status
  const failure = failureOf(status >= 400 ? status : own, body, headers)
  if (!meaning) return failure
  const { message, retryAfterSeconds } = failure
  return new UpstreamFailure(meaning.kind, {
    code,
    ...meaning,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** The failure in a body or event in place of a response. */
export const failureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) &&
  (body.event === 'error' || (body.answer === undefined && body.data === undefined && textOf(body.code) !== undefined))
    ? difyFailure(200, body)
    : undefined

/** A conversation that Dify no longer has, or not for this user. */
export const isGone = ({ status, code }: UpstreamFailure): boolean => status === 404 && code === 'not_found'
