import { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, listOf } from '../../translate/json/json-values.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'

const failures: FailureTable = {
  3003: 'bad_request',
  3006: 'too_long',
  3007: 'timeout',
  3008: 'timeout',
  3023: 'no_permission',
  // The free quota of the day is used up.
  3036: 'no_balance',
  4006: 'no_balance',
  3040: 'overloaded',
  3041: 'no_permission',
  3042: 'no_model',
  5004: 'bad_request',
  5005: 'unsupported',
  5007: 'no_model',
  5016: 'no_permission',
  5018: 'no_permission',
  5019: 'unsupported',
  9109: 'bad_key',
  10000: 'bad_key',
}

export const cloudflareFailure = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): UpstreamFailure => {
  const failure = failureOf(status, body, headers, failures)
  const isUsedUp = usedUpCodes.includes(failure.code) && failure.retryAfterSeconds === undefined
  return isUsedUp ? untilMidnight(failure, headers.date) : failure
}

const usedUpCodes: readonly unknown[] = ['3036', '4006']
const daySeconds = 24 * 60 * 60

/** The free quota begins again at midnight UTC. The date of the response stands for a clock. */
function untilMidnight(failure: UpstreamFailure, date = ''): UpstreamFailure {
  const at = Date.parse(date) / 1000
  if (Number.isNaN(at)) return failure
  const { kind, status, message, type, code, param } = failure
  return new UpstreamFailure(kind, {
    status,
    message,
    type,
    code,
    param,
    retryAfterSeconds: daySeconds - (at % daySeconds),
  })
}

/** The field `success` tells a response from an error. */
export const failureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && (body.success === false || listOf(body.errors).length > 0)
    ? cloudflareFailure(200, body)
    : undefined
