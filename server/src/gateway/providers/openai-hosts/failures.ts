import type { UpstreamFailure } from '../../forms/failure.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { type FailureTable, type FailureTexts, failureOf } from '../../translate/response/failure-of.ts'

/** OpenRouter's codes are statuses, also in a stream that had begun. */
export const openRouterFailures: FailureTable = {
  400: 'bad_request',
  401: 'bad_key',
  402: 'no_balance',
  404: 'no_model',
  408: 'timeout',
  413: 'too_long',
  429: 'rate_limited',
  500: 'overloaded',
  502: 'overloaded',
  503: 'overloaded',
}

/** An exhausted key, and content that the model's vendor or the account's own rules refuse, have the same code. */
export const openRouterFailureTexts: FailureTexts = [
  [/key limit exceeded/i, 'no_balance'],
  [/flagged|moderation|^request blocked/i, 'content_refused'],
]

/** xAI responds to a wrong key with a 400, and to an empty account with a 403 or a 429. */
export const xaiFailureTexts: FailureTexts = [
  [/^Incorrect API key provided/, 'bad_key'],
  [/\bcredits\b|spending limit/, 'no_balance'],
]

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

/** The reason why Groq stopped a stream early: a text in a field of its own. */
export function groqFailureIn(body: unknown): UpstreamFailure | undefined {
  const message = textOf(objectOf(objectOf(body)?.x_groq)?.error)
  return message === undefined ? undefined : failureOf(200, { error: { message } })
}
