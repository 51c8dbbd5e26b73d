import type { JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'

const failures: FailureTable = {
  20012: 'no_model',
  30001: 'no_balance',
  50505: 'overloaded',
}
const success = 20_000

// Longer than any of its messages; a proxy's page is longer, and has tags.
const messageMax = 200
const isMessage = (body: unknown): body is string =>
  typeof body === 'string' && body !== '' && body.length <= messageMax && !body.includes('<')

/** An error is `{ code, message }`, or nothing but its message; a wrong key has no code. */
export function readFailure(status: number, body: unknown, headers: Record<string, string> = {}): UpstreamFailure {
  if (!isMessage(body)) return failureOf(status, body, headers, failures)
  const code = status === 401 ? { code: 'invalid_api_key', type: 'authentication_error' } : {}
  return failureOf(status, { error: { message: body, ...code } }, headers, failures)
}

/** An error may come with status 200. */
export const failureIn = (body: JsonObject): UpstreamFailure | undefined =>
  typeof body.code === 'number' && body.code !== success ? readFailure(200, body) : undefined
