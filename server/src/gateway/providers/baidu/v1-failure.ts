import { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'

const failures: FailureTable = Object.fromEntries(
  (
    [
      ['overloaded', [1, 2, 336_000, 336_100]],
      ['no_model', [3]],
      ['no_permission', [6]],
      ['rate_limited', [4, 18, 336_501, 336_502]],
      ['no_balance', [17, 19]],
      ['bad_key', [13, 14, 15, 100, 110, 111]],
      ['bad_request', [336_001, 336_003]],
      ['too_long', [336_103]],
    ] as const
  ).flatMap(([kind, codes]) => codes.map((code) => [`baidu_${code}`, kind])),
)

/** An error has a number beside the message and status 200. Errors of the token exchange have no number. */
export function failureOfV1(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure {
  const { error_code, error_msg, error, error_description } = isObject(body) ? body : {}
  if (error_code !== undefined)
    return failureOf(status, { error: { message: error_msg, code: `baidu_${error_code}` } }, headers, failures)
  if (textOf(error) === undefined || textOf(error_description) === undefined) return failureOf(status, body, headers)
  return new UpstreamFailure('bad_key', {
    status: 401,
    message: String(error_description),
    type: 'authentication_error',
    code: String(error),
  })
}

export const failureInV1 = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && typeof body.error_code === 'number' && body.error_code !== 0 ? failureOfV1(200, body) : undefined
