import { isReadableHeader } from '@turnpike/contract/routing/override-headers'
import { isForm } from '../../light/is-form.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { UpstreamRequest } from '../providers/provider.ts'
import { isObject } from '../translate/json/json-values.ts'
import { applyToBody } from './apply-body.ts'
import { type ClientHeaders, HeaderChanges } from './apply-headers.ts'
import type { Overrides } from './read-overrides.ts'

/** Facts of a call that conditions can name beside the members of the body. */
export type OverrideFacts = {
  key(): string
  model: string
  upstreamModel: string
  /** The path that the client called. */
  path: string
  headers: ClientHeaders
  caller?: { user_id: number; group: string; own_group: string } | undefined
  /** How many attempts came before, and how the last one failed. */
  retries: number
  lastFailure?: { status: number; message: string; code?: string | undefined; type?: string | undefined } | undefined
  isTest: boolean
}

/** A request after the overrides of its channel, and its JSON body, if it has one, before and after them. */
export type Overridden = {
  request: UpstreamRequest
  before: JsonObject | undefined
  after: JsonObject | undefined
}

/** Forms and other bodies that are no JSON stay as they are; their headers are overridden too. */
export function overrideRequest(overrides: Overrides, request: UpstreamRequest, facts: OverrideFacts): Overridden {
  const before = jsonBody(request)
  const changes = new HeaderChanges(overrides.headers, facts.headers, facts.key)
  const known = () => conditionFacts(facts, changes)
  const after = applyToBody(overrides, before, known, (operation) => changes.carryOut(operation))
  const headers = changes.over(request.headers)
  return { request: { ...request, headers, ...(after && { body: after }) }, before, after }
}

/** The headers alone, for requests about an account or a task, which have no body of the client. */
export function overrideHeaders(
  overrides: Overrides,
  request: UpstreamRequest,
  facts: Pick<OverrideFacts, 'key' | 'headers'>,
): UpstreamRequest {
  const changes = new HeaderChanges(overrides.headers, facts.headers, facts.key)
  return { ...request, headers: changes.over(request.headers) }
}

const jsonBody = ({ body }: UpstreamRequest): JsonObject | undefined =>
  body instanceof Uint8Array || body instanceof URLSearchParams || isForm(body) || !isObject(body) ? undefined : body

/** By the names that related gateways use. */
function conditionFacts(facts: OverrideFacts, changes: HeaderChanges): JsonObject {
  const { model, upstreamModel, path, headers, caller, retries, lastFailure, isTest } = facts
  const is_retry = retries > 0
  return {
    model: upstreamModel,
    upstream_model: upstreamModel,
    original_model: model,
    request_path: path,
    request_headers: readableOf(headers),
    header_override: changes.shown(),
    ...(caller && {
      user_id: caller.user_id,
      user_group: caller.own_group,
      using_group: caller.group,
      token_group: caller.group,
    }),
    retry_index: retries,
    is_retry,
    retry: { index: retries, is_retry },
    is_channel_test: isTest,
    ...(lastFailure && failureFacts(lastFailure)),
  }
}

/** Without the client's credentials, because an administrator could guess them by conditions. */
const readableOf = (headers: ClientHeaders): JsonObject =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isReadableHeader(name)))

function failureFacts({
  status,
  message,
  code = '',
  type = '',
}: NonNullable<OverrideFacts['lastFailure']>): JsonObject {
  const last_error = { status_code: status, message, code, error_code: code, type, error_type: type }
  return {
    last_error,
    last_error_status_code: status,
    last_error_message: message,
    last_error_code: code,
    last_error_type: type,
  }
}
