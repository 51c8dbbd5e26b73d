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
import { Hold } from './hold.ts'

/** A call, and beside it what changes while it runs. */
export type OpenedCall = {
  readonly call: Call
  readonly hold: Hold
  readonly attempts: Attempts
  readonly slot: ChannelSlot
  readonly cancellation: Cancellation
  /** It is the next model of a virtual one, and limits of requests have counted it with the hold of a model before. */
  readonly isRepeat: boolean
}

/** A call of a virtual model, whose models are tried one after the other. */
export type VirtualCall = {
  readonly name: string
  /** The models that failed, in order. */
  readonly failed: string[]
  /** The call of the model that is tried, or was tried last. */
  last: OpenedCall | undefined
}

export const newVirtualCall = (name: string): VirtualCall => ({ name, failed: [], last: undefined })

/** The part of a client's request that every call needs. A session has no response of Fastify's. */
type CallRequest = Pick<FastifyRequest, 'id' | 'trace' | 'recording' | 'failureContext'>

type Wanted = {
  model: string
  /** Which providers can serve the request. */
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

/** The first steps of every call: from here on a failure is logged with its model, and only allowed models go on. */
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

/** What a kind of call has found out about its request since it was admitted. */
type Priced = Omit<
  CallDescription,
  'request_id' | 'caller' | 'snapshot' | 'model' | 'startedAt' | 'trace' | 'recording' | 'virtual'
>

/** Opens a call: nothing is held and nothing is sent. Of a virtual model it goes on from the model before. */
export function openCall(
  { request, caller, snapshot, model, virtual, context }: AdmittedCall,
  priced: Priced,
): OpenedCall {
  const before = virtual?.last
  const startedAt = before?.call.startedAt
  const { id: request_id, trace, recording } = request
  const call = newCall({ ...priced, request_id, caller, snapshot, model, startedAt, trace, recording, virtual })
  const opened = besideCall(call, before)
  context.tried = opened.attempts.tried
  context.failures = opened.attempts.failures
  context.promptTokens = call.promptTokens
  if (virtual) virtual.last = opened
  return opened
}

/** What changes while a call runs, in its first state. */
export const besideCall = (call: Call, before?: OpenedCall): OpenedCall => ({
  call,
  hold: new Hold(),
  attempts: new Attempts(before?.attempts),
  slot: new ChannelSlot(),
  cancellation: new Cancellation(),
  isRepeat: before !== undefined && (before.isRepeat || before.hold.isTaken),
})
