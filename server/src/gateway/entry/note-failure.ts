import type { FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { UpstreamFailure } from '../forms/failure.ts'
import { RefusedKey, type RelayCaller } from './authenticate.ts'
import { AttemptsFailed, clientErrorOf } from './client-error.ts'
import type { RelayDeps } from './relay-deps.ts'

/** What is known of a call when it fails. */
export type KnownCall = {
  model: string
  group: string
  startedAt: number
  /** The channels tried, in order, and how each failed. */
  tried: readonly number[]
  failures: readonly UpstreamFailure[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as a call knows its model. */
    knownCall: KnownCall | undefined
  }
}

export function knowCall(request: FastifyRequest, { group }: RelayCaller, model: string): KnownCall {
  const known: KnownCall = { model, group, startedAt: performance.now(), tried: [], failures: [] }
  request.knownCall = known
  return known
}

/** Writes a row for a call that was refused or failed, so that its owner can see why. It costs nothing. */
export function noteFailure(request: FastifyRequest, error: unknown, { config, failureLog }: RelayDeps): void {
  const caller = request.relayCaller ?? (error instanceof RefusedKey ? error.caller : undefined)
  const { knownCall } = request
  if (!config.ERROR_LOG_ENABLED || !caller || error instanceof AppError) return
  failureLog.note(failedCall(request, caller, knownCall, error))
}

function failedCall(
  { id, routeOptions }: FastifyRequest,
  caller: RelayCaller,
  known: KnownCall | undefined,
  error: unknown,
) {
  const { status, type, code, message } = clientErrorOf(error, id, 'en')
  const tried = known?.tried ?? []
  const { user_id, username, token_id, token_name } = caller
  return {
    request_id: id,
    user_id,
    username,
    token_id,
    token_name,
    model_name: known?.model ?? '',
    group: known?.group ?? caller.group,
    channel: tried.at(-1) ?? 0,
    use_time: known ? Math.round((performance.now() - known.startedAt) / 1000) : 0,
    content: `status_code=${status}, ${message}`,
    other: {
      error_type: type,
      error_code: code,
      status_code: status,
      request_path: routeOptions.url ?? '',
      ...(known && tried.length > 0 && { admin_info: adminInfo(known, error) }),
    },
  }
}

const adminInfo = ({ tried, failures }: KnownCall, error: unknown) => ({
  use_channel: tried.map(String),
  failures: failures.map(({ kind, status }) => [kind, status]),
  ...(error instanceof AttemptsFailed && { failure: error.failure.kind, reason: error.message }),
})
