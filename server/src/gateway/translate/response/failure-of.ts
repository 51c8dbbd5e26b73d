import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { isObject } from '../json/json-values.ts'
import { type ErrorBody, readErrorBody } from './error-body.ts'
import { limitResetSeconds } from './limit-reset.ts'

/**
 * The meanings of an upstream's own codes and types that the common table lacks. They are looked up by code, then by
 * type. A status with an unusual meaning is written `status 412`; the common codes win over it.
 */
export type FailureTable = Readonly<Record<string, FailureKind>>

const kindOfCode: FailureTable = {
  insufficient_quota: 'no_balance',
  insufficient_user_quota: 'no_balance',
  plan_insufficient: 'no_balance',
  credit_balance_exhausted: 'no_balance',
  billing_hard_limit_reached: 'no_balance',
  billing_not_active: 'no_balance',
  invalid_api_key: 'bad_key',
  account_deactivated: 'bad_key',
  authentication_error: 'bad_key',
  permission_error: 'no_permission',
  unsupported_country_region_territory: 'no_permission',
  model_not_found: 'no_model',
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  slow_down: 'rate_limited',
  server_is_overloaded: 'overloaded',
  overloaded_error: 'overloaded',
  context_length_exceeded: 'too_long',
  string_above_max_length: 'too_long',
  content_filter: 'content_refused',
  content_policy_violation: 'content_refused',
  moderation_blocked: 'content_refused',
}

const balancePattern =
  /insufficient (?:account )?balance|credit balance is too low|exceeded your current quota|余额不足|欠费/i
const lengthPattern = /context length|context window|token limit|prompt is too long|input is too long/i

const kindOfStatus: Readonly<Record<number, FailureKind>> = {
  401: 'bad_key',
  402: 'no_balance',
  403: 'no_permission',
  404: 'no_model',
  405: 'unsupported',
  407: 'network',
  408: 'timeout',
  409: 'overloaded',
  410: 'no_model',
  413: 'too_long',
  424: 'overloaded',
  425: 'overloaded',
  429: 'rate_limited',
  451: 'no_permission',
  501: 'unsupported',
  504: 'timeout',
  524: 'timeout',
}

/** An error inside a stream or a body with status 200 has no status of its own: its code or type gives one. */
const statusOfCode: [RegExp, number][] = [
  [/insufficient_quota|rate_limit|throttl|too_many|resource_exhausted/, 429],
  [/authentication|invalid_api_key/, 401],
  [/permission/, 403],
  [/not_found/, 404],
  [/invalid|bad_request|context_length|content_policy/, 400],
  [/overloaded|unavailable/, 503],
  [/timeout|deadline/, 504],
]

const statusOfKind: Partial<Record<FailureKind, number>> = {
  bad_key: 401,
  no_balance: 429,
  no_permission: 403,
  no_model: 404,
  rate_limited: 429,
  overloaded: 503,
  timeout: 504,
  bad_request: 400,
  content_refused: 400,
  too_long: 400,
}

const entryOf = <Value>(table: Readonly<Record<string, Value>>, name: string | undefined): Value | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined

function kindByStatus(status: number, message: string): FailureKind {
  if ((status === 400 || status === 422) && lengthPattern.test(message)) return 'too_long'
  // Upstreams report an empty account under various statuses; the message is similar everywhere.
  if ((status === 400 || status === 403 || status === 429) && balancePattern.test(message)) return 'no_balance'
  return kindOfStatus[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'overloaded')
}

const typeOfKind: Readonly<Record<FailureKind, string>> = {
  bad_key: 'authentication_error',
  no_balance: 'insufficient_quota',
  no_permission: 'permission_error',
  no_model: 'invalid_request_error',
  rate_limited: 'rate_limit_error',
  overloaded: 'server_error',
  timeout: 'timeout_error',
  network: 'server_error',
  bad_request: 'invalid_request_error',
  content_refused: 'invalid_request_error',
  too_long: 'invalid_request_error',
  bad_response: 'upstream_error',
  unsupported: 'invalid_request_error',
}

const codeOfKind: Partial<Record<FailureKind, string>> = {
  no_balance: 'insufficient_quota',
  no_model: 'model_not_found',
  content_refused: 'content_filter',
  too_long: 'context_length_exceeded',
}

/**
 * The failure that an error response means, from its status and body. `table` has the codes of one upstream; they win
 * over the common ones, and their type is replaced by the one OpenAI's clients know. A status below 400 belongs to a
 * response that failed after it had begun: the error's code gives the status.
 */
export function failureOf(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  table: FailureTable = {},
): UpstreamFailure {
  const error = readErrorBody(body)
  const upstreamKind = entryOf(table, error.code) ?? entryOf(table, error.type)
  const knownKind = upstreamKind ?? entryOf(kindOfCode, error.code) ?? entryOf(kindOfCode, error.type)
  const effectiveStatus = status >= 400 ? status : statusOf(error, knownKind)
  const kind = knownKind ?? entryOf(table, `status ${status}`) ?? kindByStatus(effectiveStatus, error.message ?? '')
  if (error.message === undefined)
    return new UpstreamFailure(kind, {
      status: effectiveStatus,
      message: `bad response status code ${status}`,
      type: error.type ?? 'upstream_error',
      code: error.code ?? 'bad_response_status_code',
      retryAfterSeconds: retryAfterSeconds(headers, kind),
    })
  return new UpstreamFailure(kind, {
    status: effectiveStatus,
    message: error.message,
    type: upstreamKind || error.type === undefined ? typeOfKind[kind] : error.type,
    code: error.code ?? codeOfKind[kind],
    param: error.param,
    retryAfterSeconds: retryAfterSeconds(headers, kind),
  })
}

/** The failure with the code that OpenAI's clients know for it, if there is one, instead of the upstream's number. */
export function withKnownCode(failure: UpstreamFailure): UpstreamFailure {
  const code = codeOfKind[failure.kind]
  if (code === undefined) return failure
  const { kind, status, message, type, param, details, retryAfterSeconds } = failure
  return new UpstreamFailure(kind, { status, message, type, code, param, details, retryAfterSeconds })
}

/** The meanings of messages, for upstreams that distinguish some errors only by their text. */
export type FailureTexts = readonly (readonly [text: RegExp, kind: FailureKind])[]

/** The failure with the kind that the table gives its message. */
export function failureByText(failure: UpstreamFailure, texts: FailureTexts = []): UpstreamFailure {
  const kind = texts.find(([text]) => text.test(failure.message))?.[1]
  if (kind === undefined || kind === failure.kind) return failure
  const { status, message, param, retryAfterSeconds } = failure
  const code = codeOfKind[kind] ?? failure.code
  return new UpstreamFailure(kind, { status, message, type: typeOfKind[kind], code, param, retryAfterSeconds })
}

/** The failure in a body with status 200, from servers that report errors in a field `detail`. */
export const failureInDetail = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && body.detail !== undefined ? failureOf(200, body) : undefined

function statusOf(error: ErrorBody, kind: FailureKind | undefined): number {
  const fromKind = kind && statusOfKind[kind]
  if (fromKind !== undefined) return fromKind
  const codes = `${error.code ?? ''} ${error.type ?? ''}`.toLowerCase()
  return statusOfCode.find(([pattern]) => pattern.test(codes))?.[1] ?? 500
}

const secondsMax = 24 * 60 * 60

/**
 * The delay that an upstream requests before a retry. A date is compared with the response's own date, so no clock
 * matters.
 */
function retryAfterSeconds(headers: Readonly<Record<string, string>>, kind: FailureKind): number | undefined {
  const milliseconds = headers['retry-after-ms']
  if (milliseconds !== undefined && /^\d{1,12}(?:\.\d+)?$/.test(milliseconds))
    return bounded(Number(milliseconds) / 1000)
  const wait = headers['retry-after']
  if (wait === undefined) return kind === 'rate_limited' ? limitResetSeconds(headers) : undefined
  if (/^\d{1,12}(?:\.\d+)?$/.test(wait)) return bounded(Number(wait))
  return bounded((Date.parse(wait) - Date.parse(headers.date ?? '')) / 1000)
}

function bounded(seconds: number): number | undefined {
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), secondsMax) : undefined
}
