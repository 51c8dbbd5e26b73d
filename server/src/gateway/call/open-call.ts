import type { FastifyRequest } from 'fastify'
import { admitModel, findRouting, type Routing } from '../entry/admit.ts'
import { type FailureContext, startFailureContext } from '../entry/errors/note-failure.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { Channel, ProviderFilter } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { Attempts } from './attempts.ts'
import { type Call, type CallDescription, newCall } from './call.ts'
import { Cancellation } from './cancellation.ts'
import { ChannelSlot } from './channel-slot.ts'
import { startOf } from './estimated-cost.ts'
import { Hold } from './hold.ts'

/** A call, and its state while it runs. */
export type OpenedCall = {
  readonly call: Call
  readonly hold: Hold
  readonly attempts: Attempts
  readonly slot: ChannelSlot
  readonly cancellation: Cancellation
  /** A further model of a virtual one: request limits have counted the call with the hold of an earlier model. */
  readonly isRepeat: boolean
}

/** A call of a virtual model, whose models are tried one after the other. */
export type VirtualCall = {
  readonly name: string
  readonly failed: string[]
  /** The call of the model that is tried now, or was tried last. */
  last: OpenedCall | undefined
}

/** The start of a call in Unix seconds; a further model of a virtual one continues the same call. */
export const startOfTry = (virtual: VirtualCall | undefined, now: number): number =>
  virtual?.last ? startOf(virtual.last.call, now) : now

export const newVirtualCall = (name: string): VirtualCall => ({ name, failed: [], last: undefined })

/** The part of a client's request that every call needs. A realtime session has no response of Fastify's. */
type CallRequest = Pick<FastifyRequest, 'id' | 'trace' | 'recording' | 'failureContext' | 'headers'>

type Wanted = {
  model: string
  needs?: ProviderFilter | undefined
  /** The only channel that can serve it. */
  pinned?: Channel | undefined
  virtual?: VirtualCall | undefined
}

/** A call that its caller may make, and the channels that can serve it. */
type AdmittedCall = {
  readonly request: CallRequest
  readonly caller: RelayCaller
  readonly snapshot: Snapshot
  readonly model: string
  readonly virtual: VirtualCall | undefined
  readonly context: FailureContext
  readonly routing: Routing
}

/**
 * The first steps of every call: failures are logged with the model from here on, and a model that is not allowed is
 * refused.
 */
export function admitCall(
  request: CallRequest,
  caller: RelayCaller,
  { model, needs, pinned, virtual }: Wanted,
  snapshot: Snapshot,
): AdmittedCall {
  const context = startFailureContext(request, caller, model, { needs, virtual: virtual?.name })
  admitModel(caller, model)
  const routing = pinned ? { pinned } : findRouting(caller, model, snapshot, needs)
  return { request, caller, snapshot, model, virtual, context, routing }
}

/** Facts that a kind of call has found out about its request since it was admitted. */
type Priced = Omit<
  CallDescription,
  'request_id' | 'caller' | 'snapshot' | 'model' | 'startedAt' | 'trace' | 'recording' | 'virtual' | 'clientHeaders'
>

/**
 * Opens a call. Nothing is held and nothing is sent. A further model of a virtual one continues with the earlier
 * attempts.
 */
export function openCall(
  { request, caller, snapshot, model, virtual, context }: AdmittedCall,
  priced: Priced,
): OpenedCall {
  const before = virtual?.last
  const startedAt = before?.call.startedAt
  const { id: request_id, trace, recording } = request
  const clientHeaders = snapshot.hasOverrides ? request.headers : undefined
  const call = newCall({
    ...priced,
    request_id,
    caller,
    snapshot,
    model,
    startedAt,
    trace,
    recording,
    virtual,
    clientHeaders,
  })
  const opened = besideCall(call, before)
  context.tried = opened.attempts.tried
  context.failures = opened.attempts.failures
  context.promptTokens = call.promptTokens
  if (virtual) virtual.last = opened
  return opened
}

/** The initial state of a call. */
export const besideCall = (call: Call, before?: OpenedCall): OpenedCall => ({
  call,
  hold: new Hold(),
  attempts: new Attempts(before?.attempts),
  slot: new ChannelSlot(),
  cancellation: new Cancellation(),
  isRepeat: before !== undefined && (before.isRepeat || before.hold.isTaken),
})
