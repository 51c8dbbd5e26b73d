import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import {
  type FailureTable,
  type FailureTexts,
  failureByText,
  failureOf,
  withKnownCode,
} from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

const failures: FailureTable = {
  1000: 'overloaded',
  1001: 'timeout',
  1002: 'rate_limited',
  1004: 'bad_key',
  1008: 'no_balance',
  1013: 'overloaded',
  1024: 'overloaded',
  1026: 'content_refused',
  1027: 'content_refused',
  1033: 'overloaded',
  1039: 'too_long',
  1041: 'rate_limited',
  1042: 'bad_request',
  2013: 'bad_request',
  2045: 'rate_limited',
  2049: 'bad_key', // the key belongs to another site
  2056: 'rate_limited', // a subscription has used up its quota for a period
  2061: 'no_permission', // a subscription without this model
}

/** Causes that share the code of an invalid parameter. */
const texts: FailureTexts = [
  [/context window exceeds limit/i, 'too_long'],
  [/unknown model/i, 'no_model'],
]

/** The code of a response whose text the filter removed. */
export const filteredCode = 1027
const tokenLimitCode = '1039'

/** The status code in the body of a response; zero is success, also where the HTTP status says otherwise. */
export const codeIn = (body: JsonObject): number | undefined => {
  const code = objectOf(body.base_resp)?.status_code
  return typeof code === 'number' && code !== 0 ? code : undefined
}

export const minimaxFailure: ReadFailure = (status, body, headers = {}) => {
  const failure = failureByText(failureOf(status, errorOf(body), headers, failures), texts)
  return withKnownCode(isRateLimit(failure) ? rateLimit(failure) : failure)
}

/** The error in OpenAI's form, which has the code at the end of the message, or in the vendor's own form. */
function errorOf(body: unknown): unknown {
  if (!isObject(body)) return body
  const own = codeIn(body)
  if (own !== undefined) return { error: { code: String(own), message: objectOf(body.base_resp)?.status_msg } }
  const error = objectOf(body.error)
  const [, code] = / \((\d{4})\)$/.exec(textOf(error?.message) ?? '') ?? []
  return code === undefined ? body : { error: { ...error, code } }
}

/** One code has two meanings: too many tokens in the prompt, or in a minute. */
const isRateLimit = ({ code, message }: UpstreamFailure): boolean =>
  code === tokenLimitCode && /tpm|rate|minute|分钟/i.test(message)

const rateLimit = ({ message, code }: UpstreamFailure): UpstreamFailure =>
  new UpstreamFailure('rate_limited', { status: 429, message, type: 'rate_limit_error', code })

export const failureIn = (body: unknown): UpstreamFailure | undefined =>
  isObject(body) && codeIn(body) !== undefined ? minimaxFailure(200, body) : undefined
