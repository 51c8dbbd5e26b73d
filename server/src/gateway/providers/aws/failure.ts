import type { UpstreamFailure } from '../../forms/failure.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

type Exception = { status: number; kind?: FailureTable[string] }

/** Bedrock's exceptions, by their name in a stream. Without a kind, the status and the message decide. */
const exceptions: Readonly<Record<string, Exception>> = {
  validationException: { status: 400 },
  serviceQuotaExceededException: { status: 400, kind: 'rate_limited' }, // "You can resubmit your request later"
  accessDeniedException: { status: 403, kind: 'no_permission' },
  unrecognizedClientException: { status: 403, kind: 'bad_key' },
  invalidSignatureException: { status: 403, kind: 'bad_key' },
  expiredTokenException: { status: 403, kind: 'bad_key' },
  resourceNotFoundException: { status: 404, kind: 'no_model' },
  modelTimeoutException: { status: 504, kind: 'timeout' },
  modelErrorException: { status: 503, kind: 'overloaded' },
  modelStreamErrorException: { status: 503, kind: 'overloaded' },
  throttlingException: { status: 429, kind: 'rate_limited' },
  modelNotReadyException: { status: 429, kind: 'rate_limited' },
  internalServerException: { status: 500, kind: 'overloaded' },
  serviceUnavailableException: { status: 503, kind: 'overloaded' },
}

/** Messages that say more than the class of the exception, mostly that the channel is at fault and not the request. */
const faults: [RegExp, NonNullable<Exception['kind']>][] = [
  [/on-demand throughput|model identifier is invalid|end of its life|marked by provider as legacy/i, 'no_model'],
  [/API Key is valid|Invalid API Key|security token included in the request is (?:expired|invalid)/i, 'bad_key'],
  [/doesn.t support|unsupported for streaming|cannot be provided in the same turn|invalid beta flag/i, 'unsupported'],
  [/too long for requested model|expected maxLength|Input Tokens Exceeded/i, 'too_long'],
]

/** `com.amazon.coral.service#ThrottlingException:http://…` as `throttlingException`. */
function exceptionName(text: string): string {
  const name = text.split(':', 1)[0]?.replace(/^.*#/, '') ?? ''
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Resource names contain the account number. */
const withoutResources = (message: string): string => message.replace(/arn:aws[\w-]*:[^\s"',)]+/g, '***')

function failureOfException(
  name: string,
  status: number,
  message: string | undefined,
  headers: Readonly<Record<string, string>>,
): UpstreamFailure {
  const known = Object.hasOwn(exceptions, name) ? exceptions[name] : undefined
  const code = known ? snakeCase(name) : undefined
  const kind = faults.find(([pattern]) => pattern.test(message ?? ''))?.[1] ?? known?.kind
  const effectiveStatus = known?.status ?? status
  return failureOf(
    effectiveStatus,
    { error: { message: message && withoutResources(message), code } },
    headers,
    kind ? { [code ?? `status ${effectiveStatus}`]: kind } : {},
  )
}

/** The failure that an error response means. Its class is in a header or in the body. */
export const bedrockFailure: ReadFailure = (status, body, headers = {}) => {
  const error = objectOf(body)
  const name = exceptionName(headers['x-amzn-errortype'] ?? textOf(error?.__type) ?? '')
  const message = textOf(error?.message) ?? textOf(error?.Message)
  // A proxy on the way, or Anthropic itself, sends errors of another shape.
  if (message === undefined && !Object.hasOwn(exceptions, name)) return failureOf(status, body, headers)
  return failureOfException(name, status, message, headers)
}

/** The failure in a body with status 200. In responses `message` is an object, or inside another member. */
export const failureIn = (body: unknown): UpstreamFailure | undefined =>
  (textOf(objectOf(body)?.message) ?? textOf(objectOf(body)?.Message)) === undefined
    ? undefined
    : bedrockFailure(200, body)

/** The failure that an exception inside a stream means. */
export function streamFailure(data: string): UpstreamFailure {
  const failure = objectOf(JSON.parse(data)) // written by the reader of frames
  const name = exceptionName(textOf(failure?.exception) ?? '')
  const message = textOf(failure?.message)
  if (name === '' && message === undefined) return badResponse('the provider sent a stream that cannot be read')
  return failureOfException(name, 500, message, {})
}
