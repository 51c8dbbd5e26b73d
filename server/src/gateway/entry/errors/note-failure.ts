import type { FastifyRequest } from 'fastify'
import { priceOf } from '../../../domain/money/pricing/price-book.ts'
import { AppError } from '../../../http/app-error.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import type { ProviderFilter } from '../../routing/channel.ts'
import { routeFacts } from '../../routing/route-facts.ts'
import { RefusedKey, type RelayCaller } from '../key/authenticate.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { AttemptsFailed, clientErrorOf } from './client-error.ts'
import { isRefusal } from './is-refusal.ts'
import { Refusal, type RefusalCode } from './refusals.ts'

/** Facts of a call, for the case that it fails. */
export type FailureContext = {
  model: string
  virtual: string | undefined
  group: string
  startedAt: number
  /** The channels tried, in order, and how each failed. */
  tried: readonly number[]
  failures: readonly UpstreamFailure[]
  /** The filter for the channels of the call. */
  needs: ProviderFilter | undefined
  promptTokens: number
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as a call knows its model. */
    failureContext: FailureContext | undefined
  }
}

type About = { needs?: ProviderFilter | undefined; virtual?: string | undefined }

export function startFailureContext(
  request: Pick<FastifyRequest, 'failureContext'>,
  { group }: RelayCaller,
  model: string,
  { needs, virtual }: About = {},
): FailureContext {
  const startedAt = request.failureContext?.startedAt ?? performance.now()
  const context: FailureContext = { model, virtual, group, startedAt, tried: [], failures: [], needs, promptTokens: 0 }
  request.failureContext = context
  return context
}

/** Writes a log row for a refused or failed call, so that its owner can see why. The call costs nothing. */
export function noteFailure(request: FastifyRequest, error: unknown, deps: RelayDeps): void {
  const caller = request.relayCaller ?? (error instanceof RefusedKey ? error.caller : undefined)
  const { failureContext } = request
  const model = pricedModel(failureContext, deps.snapshot)
  const code = codeOf(error)
  deps.metrics.failed({ model, group: failureContext?.group ?? '', code })
  request.trace?.failed(code)
  if (!deps.config.ERROR_LOG_ENABLED || !caller || error instanceof AppError) return
  deps.failureLog.note(failedCall(request, caller, failureContext, error), () => adminInfo(failureContext, error, deps))
}

/** Clients may send any text as a model, so only priced models become metric labels. */
const pricedModel = (context: FailureContext | undefined, snapshot: RelayDeps['snapshot']): string =>
  context && priceOf(snapshot.current().prices, context.model) ? context.model : ''

function codeOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof AppError) return error.code
  return error instanceof AttemptsFailed ? `upstream_${error.failure.kind}` : 'internal'
}

function failedCall(
  { id, routeOptions }: FastifyRequest,
  caller: RelayCaller,
  context: FailureContext | undefined,
  error: unknown,
) {
  const { status, type, code, message } = clientErrorOf(error, id, 'en')
  const tried = context?.tried ?? []
  const { user_id, account_id, username, token_id, token_name } = caller
  return {
    request_id: id,
    user_id,
    account_id,
    username,
    token_id,
    token_name,
    model_name: context?.model ?? '',
    group: context?.group ?? caller.group,
    channel: tried.at(-1) ?? 0,
    use_time: context ? Math.round((performance.now() - context.startedAt) / 1000) : 0,
    content: `status_code=${status}, ${message}`,
    other: {
      error_type: type,
      error_code: code,
      status_code: status,
      request_path: routeOptions.url ?? '',
      ...(context?.virtual && { virtual_model: context.virtual }),
      ...(isRefusal(error) && { refused: true }),
    },
  }
}

/** Details for administrators only: the channels tried, how each failed, and why the others were not tried. */
function adminInfo(context: FailureContext | undefined, error: unknown, deps: RelayDeps): object | undefined {
  if (!context) return undefined
  const { tried, failures } = context
  const route = isOfRouting(error) ? routeOf(context, deps) : []
  if (tried.length === 0 && route.length === 0) return undefined
  return {
    ...(tried.length > 0 && {
      use_channel: tried.map(String),
      failures: failures.map(({ kind, status }) => [kind, status]),
    }),
    ...(error instanceof AttemptsFailed && { failure: error.failure.kind, reason: error.message }),
    ...(route.length > 0 && { route }),
  }
}

const routingRefusals: ReadonlySet<RefusalCode> = new Set([
  'model_not_found',
  'no_available_channel',
  'model_retired',
  'not_supported',
  'no_channel_at_price',
])
const isOfRouting = (error: unknown): boolean =>
  error instanceof AttemptsFailed || (error instanceof Refusal && routingRefusals.has(error.code))

const routeOf = ({ model, group, needs, promptTokens, tried }: FailureContext, { snapshot, clock }: RelayDeps) =>
  routeFacts(snapshot.current(), { model, group, needs, promptTokens }, tried, clock)
