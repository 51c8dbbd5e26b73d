import type { Language } from '@turnpike/contract/errors'
import { AppError } from '../../../http/app-error.ts'
import type { ClientError } from '../../dialects/dialect.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { type Channel, mappedStatus } from '../../routing/channel.ts'
import { Refusal, type RefusalCode, refusalOfMistake } from './refusals.ts'
import { sanitiseDetails, sanitiseIdentifier, sanitiseMessage } from './sanitise.ts'

/** The failure that ended the attempts, ready for the client: its channel's own status, and no secrets in its message. */
export class AttemptsFailed extends Error {
  readonly failure: UpstreamFailure
  readonly status: number
  constructor(failure: UpstreamFailure, channel: Channel) {
    super(sanitiseMessage(failure.message, channel.secrets()))
    this.failure = sanitiseFailure(failure, channel.secrets())
    const status = mappedStatus(channel, failure)
    this.status = status >= 400 && status <= 599 ? status : 502
  }
}

/** The same failure with safe identifiers: an upstream may echo a key in any member. */
function sanitiseFailure(failure: UpstreamFailure, secrets: readonly string[]): UpstreamFailure {
  const { kind, status, message, type, code, param, details, retryAfterSeconds } = failure
  return new UpstreamFailure(kind, {
    status,
    message: sanitiseMessage(message, secrets),
    type: sanitiseIdentifier(type, secrets),
    code: sanitiseIdentifier(code, secrets),
    param: sanitiseIdentifier(param, secrets),
    details: details && sanitiseDetails(details, secrets),
    retryAfterSeconds,
  })
}

/** The type that clients of this family know. */
const ownType = 'new_api_error'
const clientsMistake: ReadonlySet<RefusalCode> = new Set([
  'invalid_request',
  'invalid_image_url',
  'model_not_found',
  'model_retired',
  'stored_item_not_found',
  'stored_object_not_found',
  'stored_object_refused',
])

/** Everything that can go wrong in the relay, as one client error: our own refusals, upstream failures, bugs. */
export function clientErrorOf(error: unknown, requestId: string, language: Language): ClientError {
  const shown = describe(error, requestId, language)
  return { ...shown, message: `${shown.message} (request id: ${requestId})` }
}

/** Refusals that a repeated request meets again, although SDKs repeat requests with their status. */
const lastingRefusals: ReadonlySet<RefusalCode> = new Set([
  'not_supported',
  'api_not_implemented',
  'call_cancelled',
  'output_limit_exceeded',
])
/** SDKs wait for a limit that resets within this time. */
const resetSecondsMax = 60

/** Whether the same request fails again if the client repeats it soon. */
export function isLasting(error: unknown): boolean {
  const refusal = refusalOf(error)
  if (refusal)
    return (
      lastingRefusals.has(refusal.code) ||
      (refusal.status === 429 && (refusal.about.retryAfterSeconds ?? 0) > resetSecondsMax)
    )
  const failure = error instanceof AttemptsFailed ? error.failure : error
  return failure instanceof UpstreamFailure && clientsOwn.has(failure.kind)
}

const quotaRefusals: ReadonlySet<RefusalCode> = new Set([
  'insufficient_user_quota',
  'plan_insufficient',
  'pre_consume_token_quota_failed',
])

/**
 * An error inside a stream that has begun. Agents then decide by code and type whether to repeat the request, and know
 * only the vendors' codes. So temporary failures become server errors or rate limits, and a used-up balance or budget
 * becomes an insufficient quota, after which agents stop.
 */
export function streamErrorOf(error: unknown, requestId: string, language: Language): ClientError {
  const shown = clientErrorOf(error, requestId, language)
  const lasts = isLasting(error)
  if (error instanceof Refusal && (quotaRefusals.has(error.code) || (lasts && error.code === 'limit_reached')))
    return { ...shown, type: 'insufficient_quota', code: 'insufficient_quota' }
  if (lasts) return shown
  if (shown.status === 429) return { ...shown, type: 'rate_limit_error', code: 'rate_limit_exceeded' }
  if (shown.status < 500) return shown
  const status = overloadStatuses.has(shown.status) ? 503 : 500
  return { ...shown, status, type: 'server_error', code: 'server_error' }
}

function describe(error: unknown, requestId: string, language: Language): ClientError {
  const refusal = refusalOf(error)
  if (refusal) {
    const { status, code, about } = refusal
    const type = about.type ?? (clientsMistake.has(code) ? 'invalid_request_error' : ownType)
    return {
      status,
      message: refusal.text(language),
      type,
      code: about.dialectCode ?? code,
      ...(about.param && { param: about.param }),
      ...(about.details && { details: about.details }),
      requestId,
    }
  }
  if (error instanceof AttemptsFailed)
    return failureError(error.failure, error.status, error.message, requestId, language)
  if (error instanceof UpstreamFailure)
    return failureError(
      sanitiseFailure(error, []),
      error.status,
      sanitiseMessage(error.message, []),
      requestId,
      language,
    )
  return ownError('internal', requestId, language)
}

const ownError = (code: RefusalCode, requestId: string, language: Language): ClientError => {
  const refusal = new Refusal(code)
  return { status: refusal.status, message: refusal.text(language), type: ownType, code, requestId }
}

/** An error as a refusal of the relay; undefined for upstream failures, bugs and errors of the console. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof BadRequest) return refusalOfMistake(error)
  if (!(error instanceof AppError)) return undefined
  if (error.code === 'body_too_large') return new Refusal('request_too_large')
  if (error.code === 'unsupported_media_type') return new Refusal('unsupported_media_type')
  if (error.code === 'invalid_json')
    return new Refusal('invalid_request', { params: { reason: 'The request body is not valid JSON' } })
  if (error.code === 'too_many_requests')
    return new Refusal('rate_limited', {
      ...(error.params && { params: error.params }),
      ...(error.retryAfterSeconds && { retryAfterSeconds: error.retryAfterSeconds }),
    })
  if (error.code === 'database_error') return new Refusal('database_error')
  return undefined
}

/** Failures of the request itself keep the upstream's message; those of the channel's account are hidden. */
const clientsOwn: ReadonlySet<FailureKind> = new Set([
  'bad_request',
  'content_refused',
  'too_long',
  'no_model',
  'unsupported',
])

/** Statuses of busy upstreams; other 5xx are their faults. */
const overloadStatuses: ReadonlySet<number> = new Set([503, 529])

function failureError(
  failure: UpstreamFailure,
  status: number,
  message: string,
  requestId: string,
  language: Language,
): ClientError {
  if (status !== failure.status || clientsOwn.has(failure.kind)) {
    return {
      // A client would blame a 401 on its own key, which was accepted.
      status: status === 401 ? 502 : status,
      message,
      type: failure.type ?? 'upstream_error',
      code: failure.code ?? failure.kind,
      ...(failure.param && { param: failure.param }),
      ...(failure.details && { details: failure.details }),
      requestId,
    }
  }
  if (failure.kind === 'rate_limited') return ownError('channel_saturated', requestId, language)
  if (failure.kind === 'timeout') return ownError('upstream_timeout', requestId, language)
  if (failure.kind === 'overloaded' && overloadStatuses.has(failure.status))
    return ownError('upstream_overloaded', requestId, language)
  if (failure.kind === 'bad_key' || failure.kind === 'no_permission')
    return ownError('channel_refused', requestId, language)
  return {
    ...ownError('upstream_failed', requestId, language),
    type: 'upstream_error',
    code: failure.code ?? failure.kind,
  }
}
