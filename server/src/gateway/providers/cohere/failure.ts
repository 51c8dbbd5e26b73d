import { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { failureByText, failureOf } from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

/** A trial key has a monthly number of calls; the limit per minute is an ordinary rate limit. */
const isUsedUpTrial = (message: string): boolean => /trial key/i.test(message) && !/minute/i.test(message)

const blockedStatus = 498

/** Too many tokens in the prompt. With the same first words, a limit above the model's own is the client's mistake. */
const tooLong = /^too many tokens: (?!max tokens)/

export const cohereFailure: ReadFailure = (status, body, headers = {}) => {
  const failure = failureByText(failureOf(status, body, headers), [[tooLong, 'too_long']])
  const { message, param, retryAfterSeconds } = failure
  if (status === 429 && isUsedUpTrial(message))
    return new UpstreamFailure('no_balance', {
      status,
      message,
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      retryAfterSeconds,
    })
  // The prompt or the response contains a word that Cohere blocks.
  if (status === blockedStatus)
    return new UpstreamFailure('content_refused', {
      status: 400,
      message,
      type: 'invalid_request_error',
      code: 'content_filter',
      param,
    })
  return failure
}

/** An error is `{ message: text }`. In a response `message` is an object or absent. */
export const failureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && textOf(body.message) !== undefined ? cohereFailure(200, body) : undefined
