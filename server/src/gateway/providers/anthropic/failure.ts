import type { JsonObject } from '../../forms/chat.ts'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { failureOf } from '../../translate/response/failure-of.ts'

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

const spendLimitPattern = /spend limit|reached your specified API usage limits/i
const disabledPattern = /organization has been (?:disabled|restricted)/i

/** Some failures of the account come under types that mean something else. */
function accountFailure(message: string, details: JsonObject | undefined): FailureKind | undefined {
  if (details?.error_code === 'enforced_spend_limit_reached' || spendLimitPattern.test(message)) return 'no_balance'
  return disabledPattern.test(message) ? 'bad_key' : undefined
}

/** A thread that cannot be continued is the request's failure, under each of its statuses: the client begins a new one. */
const threadFailure = (details: JsonObject | undefined): FailureKind | undefined =>
  textOf(details?.error_code)?.startsWith('thread_') ? 'bad_request' : undefined

/** The failure that an Anthropic error means, in an error response or inside a stream. */
export function anthropicFailure(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure {
  const error = objectOf(objectOf(body)?.error)
  const type = textOf(error?.type)
  const known = type !== undefined && Object.hasOwn(statusOfType, type) ? statusOfType[type] : undefined
  const failure = failureOf(status >= 400 ? status : (known ?? status), body, headers)
  const details = objectOf(error?.details)
  return new UpstreamFailure(accountFailure(failure.message, details) ?? threadFailure(details) ?? failure.kind, {
    status: failure.status,
    message: failure.message,
    type: failure.type,
    code: failure.code ?? type,
    param: failure.param,
    details,
    retryAfterSeconds: failure.retryAfterSeconds,
  })
}
