import type { JsonObject } from '../../forms/chat.ts'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

// The reasons of google/api/error_reason.proto (github.com/googleapis/googleapis, read 2026-11-18).
const keyReasons: ReadonlySet<unknown> = new Set([
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'API_KEY_ANDROID_APP_BLOCKED',
  'API_KEY_IOS_APP_BLOCKED',
])
const accountReasons: ReadonlySet<unknown> = new Set([
  'CONSUMER_SUSPENDED',
  'SERVICE_DISABLED',
  'CONSUMER_INVALID',
  'USER_PROJECT_DENIED',
])
const keyPattern =
  /api key (?:was reported as leaked|not valid|not found|expired)|(?:consumer|project).{0,80}has been suspended/i
const creditPattern = /credits? (?:is|are) depleted|billing to be enabled/i
const policyPattern = /violates? Google's Responsible AI practices/i
const lengthPattern = /token count .{0,80}exceeds the maximum|payload size exceeds/i

/** The fields of Google's error envelope that are read. Streaming endpoints wrap the envelope in a list. */
type GoogleError = { code: number; message: string | undefined; status: string; details: JsonObject[] }

function errorIn(body: unknown): GoogleError | undefined {
  const error = objectOf(objectOf(Array.isArray(body) ? body[0] : body)?.error)
  if (!error) return undefined
  const { code, message, status, details } = error
  return {
    code: typeof code === 'number' && code >= 400 && code <= 599 ? code : 0,
    message: textOf(message),
    status: textOf(status) ?? '',
    details: listOf(details).filter(isObject),
  }
}

const detail = ({ details }: GoogleError, type: string): JsonObject | undefined =>
  details.find((each) => textOf(each['@type'])?.endsWith(type))

/** `34s` or `1.5s`. */
function delayIn(error: GoogleError): string | undefined {
  return /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(textOf(detail(error, 'RetryInfo')?.retryDelay) ?? '')?.[1]
}

const isDailyQuota = (error: GoogleError): boolean =>
  listOf(detail(error, 'QuotaFailure')?.violations).some(
    (each) => isObject(each) && `${textOf(each.quotaId) ?? ''} ${textOf(each.quotaMetric) ?? ''}`.includes('PerDay'),
  )

/** The meaning of a Google error whose status alone would mislead. */
function kindOf(status: number, error: GoogleError, reason: string | undefined): FailureKind | undefined {
  if (keyReasons.has(reason) || keyPattern.test(error.message ?? '')) return 'bad_key'
  if (reason === 'BILLING_DISABLED' || creditPattern.test(error.message ?? '')) return 'no_balance'
  if (accountReasons.has(reason)) return 'bad_key'
  if (error.status === 'FAILED_PRECONDITION' && status === 400) return 'no_permission'
  if (status === 402) return 'no_balance'
  // The same message, "exceeded your current quota", is used for a rate limit and for an empty account.
  if (status === 429) return isDailyQuota(error) ? 'no_balance' : 'rate_limited'
  if (status === 400 && lengthPattern.test(error.message ?? '')) return 'too_long'
  if (status === 400 && policyPattern.test(error.message ?? '')) return 'content_refused'
  return undefined
}

/** The failure that a Google error means, in an error response or inside a stream. */
export const geminiFailure: ReadFailure = (status, body, headers = {}) => {
  const error = errorIn(body)
  if (!error) return failureOf(status, body, headers)
  const reason = textOf(detail(error, 'ErrorInfo')?.reason)
  const effectiveStatus = status >= 400 ? status : error.code || status
  const kind = kindOf(effectiveStatus, error, reason)
  const code = reason ?? (error.status.toLowerCase() || 'unknown')
  const wait = kind === 'no_balance' && isDailyQuota(error) ? secondsToPacificMidnight(headers.date) : delayIn(error)
  return failureOf(
    kind === 'bad_key' && effectiveStatus === 400 ? 401 : effectiveStatus,
    { error: { message: error.message, code } },
    wait === undefined ? headers : { 'retry-after': String(wait) },
    kind ? { [code]: kind } : {},
  )
}

/** Google refused the prompt itself, so the client's request is at fault. */
export const promptBlocked = (reason: string): UpstreamFailure =>
  new UpstreamFailure('content_refused', {
    status: 400,
    message: `prompt blocked by the provider: ${reason.slice(0, 80)}`,
    type: 'invalid_request_error',
    code: 'content_filter',
  })

/** Neither a candidate nor a reason: a retry may succeed. */
export const emptyResponse = (): UpstreamFailure =>
  new UpstreamFailure('bad_response', {
    status: 500,
    message: 'the provider sent an empty response',
    type: 'upstream_error',
    code: 'empty_response',
  })

/** The model produced an invalid call. */
export const modelFault = (reason: string): UpstreamFailure =>
  new UpstreamFailure('bad_response', {
    status: 502,
    message: `the model ended its response early: ${reason.slice(0, 80)}`,
    type: 'upstream_error',
    code: reason.toLowerCase().slice(0, 80),
  })

const secondsOfDay = 24 * 60 * 60

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The time until Google's quota day ends, by the date of its response. */
function secondsToPacificMidnight(date: string | undefined): number | undefined {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return undefined
  const parts = new Map(pacific.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return secondsOfDay - (parts.get('hour') ?? 0) * 3600 - (parts.get('minute') ?? 0) * 60 - (parts.get('second') ?? 0)
}
