import type { FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { isObject, objectOf } from '../../translate/json/json-values.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'

const codes: [kind: FailureKind, codes: number[]][] = [
  ['bad_request', [10_003, 10_004, 10_005, 10_163]],
  ['rate_limited', [10_006, 10_007, 11_201, 11_202, 11_203]],
  ['overloaded', [10_000, 10_001, 10_002, 10_008, 10_009, 10_010, 10_011, 10_012, 10_110]],
  ['content_refused', [10_013, 10_021]],
  // The application is not authorised, or its volume is used up.
  ['bad_key', [10_015, 10_016, 11_200]],
  // The model has another URL than the requested one.
  ['no_model', [10_404]],
  ['too_long', [10_907]],
]
const failures: FailureTable = Object.fromEntries(
  codes.flatMap(([kind, numbers]) => numbers.map((number) => [String(number), kind])),
)

/** Output that the upstream's filter stopped: the response ends there. */
const stoppedCodes: readonly unknown[] = [10_014, 10_019]

/** Success is code 0, in the header of a message over a WebSocket and beside the choices over HTTP. */
const codeOf = (body: unknown): unknown => {
  const response = objectOf(body)
  return objectOf(response?.header)?.code ?? response?.code
}

export const isStopped = (body: unknown): boolean => stoppedCodes.includes(codeOf(body))

export const sparkFailure = (status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure =>
  failureOf(status, body, headers, failures)

/** A refused handshake concerns the key, the clock or the IP address of the gateway. */
export const socketFailure = (status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure =>
  status === 403 ? failureOf(401, body, headers, failures) : sparkFailure(status, body, headers)

export function failureIn(body: unknown): UpstreamFailure | undefined {
  const code = codeOf(body)
  const isFailure = typeof code === 'number' && code !== 0 && !isStopped(body)
  return isObject(body) && isFailure ? sparkFailure(200, body) : undefined
}
