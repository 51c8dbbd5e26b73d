import type { JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'

/** Codes of the native format, and the same in the spelling of the compatible one. */
const failures: FailureTable = {
  InvalidApiKey: 'bad_key',
  invalid_api_key: 'bad_key',
  Arrearage: 'no_balance',
  AccessDenied: 'no_permission',
  access_denied: 'no_permission',
  'Model.AccessDenied': 'no_permission',
  'AllocationQuota.FreeTierOnly': 'no_permission',
  ModelNotFound: 'no_model',
  model_not_found: 'no_model',
  Throttling: 'rate_limited',
  'Throttling.RateQuota': 'rate_limited',
  limit_requests: 'rate_limited',
  limit_burst_rate: 'rate_limited',
  // Tokens per minute, in spite of the names: the account is not empty.
  'Throttling.AllocationQuota': 'rate_limited',
  insufficient_quota: 'rate_limited',
  DataInspectionFailed: 'content_refused',
  data_inspection_failed: 'content_refused',
  InternalError: 'overloaded',
  RequestTimeOut: 'overloaded',
}
const malformed: FailureTable = { InvalidParameter: 'bad_request', invalid_parameter_error: 'bad_request' }
const tooLong: FailureTable = { InvalidParameter: 'too_long', invalid_parameter_error: 'too_long' }

const isAboutLength = (body: unknown): boolean => /range of input length/i.test(JSON.stringify(body) ?? '')

export const qwenFailure = (status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure =>
  failureOf(status, body, headers, { ...failures, ...(isAboutLength(body) ? tooLong : malformed) })

/** A native error has its code beside its message, in place of an output. */
export const nativeFailureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && isError(body) ? qwenFailure(200, body) : undefined

const isError = ({ code, message, output }: JsonObject): boolean =>
  textOf(code) !== undefined && textOf(message) !== undefined && output === undefined
