import type { JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { type FailureTable, type FailureTexts, failureByText, failureOf } from '../../translate/response/failure-of.ts'
import type { ReadFailure } from '../provider.ts'

/** An exhausted key, and content that the model's vendor or the account's own rules refuse, have the same code. */
const openRouterTexts: FailureTexts = [
  [/key limit exceeded/i, 'no_balance'],
  [/flagged|moderation|^request blocked/i, 'content_refused'],
  [/is not a valid model ID/i, 'no_model'],
]

const lengthPattern = /context (?:length|limit|window)|prompt is too long/i

/** The router's own message does not tell why the model's host refused a request; the host's error is beside it. */
function isTooLongForHost(error: JsonObject | undefined): boolean {
  const raw = objectOf(error?.metadata)?.raw
  return raw !== undefined && lengthPattern.test(JSON.stringify(raw))
}

/** OpenRouter's codes are statuses, also in a stream that had begun. */
export const openRouterFailure: ReadFailure = (status, body, headers = {}) => {
  const error = objectOf(objectOf(body)?.error)
  const code = error?.code
  const effectiveStatus = status < 400 && typeof code === 'number' && code >= 400 && code < 600 ? code : status
  const table: FailureTable = effectiveStatus === 400 && isTooLongForHost(error) ? { 400: 'too_long' } : {}
  return failureByText(failureOf(effectiveStatus, body, headers, table), openRouterTexts)
}

/** xAI responds to a wrong key with a 400, and to an empty account with a 403 or a 429. */
export const xaiFailureTexts: FailureTexts = [
  [/^Incorrect(?: |%20)API(?: |%20)key/, 'bad_key'],
  [/\bcredits\b|spending limit/, 'no_balance'],
  [/maximum prompt length/, 'too_long'],
  [/^Model not found/, 'no_model'],
  [/^Content violates usage guidelines/, 'content_refused'],
]

export const perplexityFailures: FailureTable = { invalid_model: 'no_model', too_many_prompt_tokens: 'too_long' }

/** An organisation that Groq has restricted stays so, though the status is that of a wrong request. */
export const groqFailures: FailureTable = {
  'status 498': 'overloaded',
  organization_restricted: 'bad_key',
  model_decommissioned: 'no_model',
}

/** Together's models without a host of their own, or whose host is not running. */
export const togetherFailures: FailureTable = {
  model_not_available: 'no_model',
  dedicated_endpoint_not_running: 'no_model',
}
export const togetherFailureTexts: FailureTexts = [
  [/`inputs` tokens \+ `max_new_tokens` must be|`inputs` must have less than/, 'too_long'],
]

/** Fireworks suspends an account when its spending limit is reached. */
export const fireworksFailures: FailureTable = { 'status 412': 'no_balance' }

/** NVIDIA responds to a wrong key with a 403. */
export const nvidiaFailureTexts: FailureTexts = [[/^Authorization failed$/, 'bad_key']]

export const huggingFaceFailures: FailureTable = { model_not_supported: 'no_model' }
export const huggingFaceFailureTexts: FailureTexts = [[/is not supported by any provider/, 'no_model']]

export const serverFailureTexts: FailureTexts = [[/longer than the maximum model length/, 'too_long']]

export const arkFailures: FailureTable = {
  AuthenticationError: 'bad_key',
  AccountOverdueError: 'no_balance',
  AccessDenied: 'no_permission',
  ModelNotOpen: 'no_permission',
  OperationDenied: 'no_permission',
  'InvalidEndpoint.ClosedEndpoint': 'no_model',
  'InvalidEndpoint.NotFound': 'no_model',
  'InvalidEndpointOrModel.NotFound': 'no_model',
  'InvalidEndpointOrModel.ModelIDAccessDisabled': 'no_model',
  InputTextRiskDetection: 'content_refused',
  InputImageRiskDetection: 'content_refused',
  OutputTextRiskDetection: 'content_refused',
  OutputImageRiskDetection: 'content_refused',
  SensitiveContentDetected: 'content_refused',
  InputTextSensitiveContentDetected: 'content_refused',
  InputImageSensitiveContentDetected: 'content_refused',
  OutputTextSensitiveContentDetected: 'content_refused',
  OutputImageSensitiveContentDetected: 'content_refused',
  ServerOverloaded: 'overloaded',
  InternalServiceError: 'overloaded',
}

export const arkFailureTexts: FailureTexts = [[/exceed max message tokens/, 'too_long']]

/** The failure in a body with status 200, from hosts whose errors have no wrapper. */
export function failureInMessage(body: unknown): UpstreamFailure | undefined {
  const { choices, message } = objectOf(body) ?? {}
  return choices === undefined && textOf(message) !== undefined ? failureOf(200, body) : undefined
}

/** The reason why Groq stopped a stream early: a text in a field of its own. */
export function groqFailureIn(body: unknown): UpstreamFailure | undefined {
  const message = textOf(objectOf(objectOf(body)?.x_groq)?.error)
  return message === undefined ? undefined : failureOf(200, { error: { message } })
}
