import type { FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { failureOf } from '../../translate/response/failure-of.ts'

/** Codes have parts; the first match counts. */
const kinds: [beginning: string, kind: FailureKind][] = [
  ['AuthFailure', 'bad_key'],
  ['FailedOperation.ResourcePackExhausted', 'no_balance'],
  ['ResourceInsufficient', 'no_balance'],
  ['FailedOperation.UserUnAuthError', 'no_permission'],
  ['LimitExceeded', 'rate_limited'],
  ['RequestLimitExceeded', 'rate_limited'],
  ['InvalidParameter', 'bad_request'],
  ['InternalError', 'overloaded'],
  ['FailedOperation.Engine', 'overloaded'],
]

/** Errors are inside the answer, and have a name of their own in streams. */
export function nativeFailure(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure {
  const response = objectOf(body)
  const error = objectOf(objectOf(response?.Response)?.Error)
  const streamed = objectOf(response?.ErrorMsg)
  if (!error && !streamed) return failureOf(status, body, headers)
  const { Code, Message } = error ?? { Code: streamed?.Code, Message: streamed?.Msg }
  const code = textOf(Code) ?? (typeof Code === 'number' ? String(Code) : undefined)
  const kind = kinds.find(([beginning]) => code?.startsWith(beginning))?.[1]
  return failureOf(status, { error: { message: Message, code } }, headers, code && kind ? { [code]: kind } : {})
}

export const nativeFailureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && (isObject(objectOf(body.Response)?.Error) || isObject(body.ErrorMsg))
    ? nativeFailure(200, body)
    : undefined
