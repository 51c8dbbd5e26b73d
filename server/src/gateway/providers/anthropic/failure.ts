import type { JsonObject } from '../../forms/chat.ts'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

/** The status of each error type, for errors inside a response that began with 200. */
const statusOfType: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Codes of `error.details` whose meaning the status and the type do not tell (@anthropic-ai/sdk 1.10, `ErrorDetails`). */
const kindOfDetail: Readonly<Record<string, FailureKind>> = {
  claude_code_key_creator_not_member: 'bad_key',
  organization_on_hold: 'bad_key',
  contract_spend_limit_reached: 'no_balance',
  enforced_spend_limit_reached: 'no_balance',
  cmek_key_disabled: 'no_permission',
  cmek_key_network_blocked: 'no_permission',
  organization_not_enrolled_in_beta: 'no_permission',
}

/** Failures that come under types that mean something else, and that have no code. */
const kindOfMessage: readonly [pattern: RegExp, kind: FailureKind][] = [
  [/spend limit|reached your specified API usage limits/i, 'no_balance'],
  [/organization has been (?:disabled|restricted)/i, 'bad_key'],
  // The account makes other requests.
  [/(?:extra usage is|usage credits are) required for long context/i, 'no_permission'],
  [/exceed context limit/i, 'too_long'],
  [/blocked by content filtering policy/i, 'content_refused'],
]

/** How a host without threads refuses the field or its beta. */
const lacksThreads = /^thread: Extra inputs are not permitted|^Unexpected value\(s\) .*`message-threads-/
/** The code after which the vendor's libraries continue without a thread. */
const withoutThread: JsonObject = { error_code: 'thread_unsupported_request' }

/** The meaning of an error beyond its status and type; undefined if these tell it. */
function ownKind(message: string, details: JsonObject | undefined): FailureKind | undefined {
  const code = textOf(details?.error_code)
  if (code !== undefined && Object.hasOwn(kindOfDetail, code)) return kindOfDetail[code]
  // A thread that cannot be continued is the request's failure under each of its statuses: the client begins a new one.
  if (code?.startsWith('thread_')) return 'bad_request'
  return kindOfMessage.find(([pattern]) => pattern.test(message))?.[1]
}

/** The failure that an Anthropic error means, in an error response or inside a stream. */
export const anthropicFailure: ReadFailure = (status, body, headers = {}) => {
  const error = objectOf(objectOf(body)?.error)
  const type = textOf(error?.type)
  const known = type !== undefined && Object.hasOwn(statusOfType, type) ? statusOfType[type] : undefined
  const failure = failureOf(status >= 400 ? status : (known ?? status), body, headers)
  const details = objectOf(error?.details) ?? (lacksThreads.test(failure.message) ? withoutThread : undefined)
  return new UpstreamFailure(ownKind(failure.message, details) ?? failure.kind, {
    status: failure.status,
    message: failure.message,
    type: failure.type,
    code: failure.code ?? type,
    param: failure.param,
    details,
    retryAfterSeconds: failure.retryAfterSeconds,
  })
}
