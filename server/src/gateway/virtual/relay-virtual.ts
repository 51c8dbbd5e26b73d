import { type FallbackKind, modelHeader, virtualModelHeader } from '@turnpike/contract/routing/virtual-models'
import type { FastifyReply } from 'fastify'
import type { KeptVirtualModel } from '../../domain/routing/virtual-models/virtual-models.queries.ts'
import { newVirtualCall, type VirtualCall } from '../call/open-call.ts'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import { startFailureContext } from '../entry/errors/note-failure.ts'
import { Refusal, type RefusalCode } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { FailureKind } from '../forms/failure.ts'
import { type MemberRequest, suitableMembers } from './suitable-members.ts'

/**
 * A call of a virtual model: `relay` makes the whole call for one model after the other, until one succeeds or fails in
 * a way that ends the call. The hold of a model is released before the next is taken, so there is never more than one.
 */
export async function relayVirtual(
  virtual: KeptVirtualModel,
  memberRequest: MemberRequest,
  relay: (model: string, tried: VirtualCall) => Promise<void>,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const { request } = reply
  startFailureContext(request, memberRequest.caller, virtual.name, { virtual: virtual.name })
  const tried = newVirtualCall(virtual.name)
  const members = suitableMembers(virtual, memberRequest, deps)
  for (const [index, { model }] of members.entries()) {
    nameModel(reply, virtual.name, model)
    try {
      return await relay(model, tried)
    } catch (error) {
      // Keep-alives may have opened the response, so only a delivered attempt has begun its output.
      const isOver = tried.last?.attempts.delivered !== undefined || reply.raw.destroyed
      if (isOver || index === members.length - 1 || !mayFallBack(virtual.fallback_on, error)) throw error
      tried.failed.push(model)
      deps.log.info('next model', { request_id: request.id, virtual_model: virtual.name, failed: model })
    }
  }
}

/** The first suitable member, for calls without fallback. */
export function firstMember(virtual: KeptVirtualModel, request: MemberRequest, deps: RelayDeps): string {
  const [first] = suitableMembers(virtual, request, deps)
  return first?.model ?? virtual.name // never empty: without a member the call was refused
}

export function nameModel(reply: FastifyReply, name: string, model: string): void {
  // Header values are Latin-1; names of models need not be.
  if (!reply.sent) reply.header(virtualModelHeader, encodeURI(name)).header(modelHeader, encodeURI(model))
}

/** The body with the model's own name, where the body names one. */
export const withModel = (body: JsonObject, model: string): JsonObject => ('model' in body ? { ...body, model } : body)

/** The administrator's name for an upstream failure; undefined: another model would not help. */
const kindOfFailure: Record<FailureKind, FallbackKind | undefined> = {
  rate_limited: 'rate_limited',
  overloaded: 'server_error',
  network: 'server_error',
  bad_response: 'server_error',
  timeout: 'timeout',
  bad_key: 'account',
  no_balance: 'account',
  no_permission: 'account',
  no_model: 'no_channel',
  unsupported: 'no_channel',
  content_refused: 'content_refused',
  too_long: 'too_long',
  bad_request: undefined,
}

/** The same for refusals of the gateway; all others concern the caller or the request. */
const kindOfRefusal: Partial<Record<RefusalCode, FallbackKind>> = {
  model_not_found: 'no_channel',
  no_available_channel: 'no_channel',
  no_channel_at_price: 'no_channel',
  not_supported: 'no_channel',
  insufficient_user_quota: 'balance',
  plan_insufficient: 'balance',
  pre_consume_token_quota_failed: 'balance',
}

function kindOf(error: unknown): FallbackKind | undefined {
  if (error instanceof AttemptsFailed) return kindOfFailure[error.failure.kind]
  return error instanceof Refusal ? kindOfRefusal[error.code] : undefined
}

/** Whether the next model may be tried after this error of a call that has delivered nothing. */
function mayFallBack(fallbackOn: readonly FallbackKind[], error: unknown): boolean {
  const kind = kindOf(error)
  return kind !== undefined && fallbackOn.includes(kind)
}
