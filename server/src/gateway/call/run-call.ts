import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Call } from './call.ts'
import { openHold, releaseHold } from './hold.ts'
import { HoldKeeper } from './hold-keeper.ts'

/** Takes the hold of a call, and releases it unless `work` settles the call. */
export async function runCall(
  call: Call,
  { hold, reply }: { hold: number; reply: FastifyReply },
  deps: RelayDeps,
  work: (gone: LightAbortSignal) => Promise<void>,
): Promise<void> {
  const client = watchClient(reply.raw)
  call.gone = client.gone
  reply.request.runningCall?.show(call)
  call.recording = reply.request.recording
  call.trace = reply.request.trace
  try {
    await openHold(call, hold, deps, call.virtual?.wasHeld)
    if (call.hasHold) call.keeper = new HoldKeeper(call, deps)
    await work(client.gone)
  } catch (error) {
    client.gone.abort() // no request to an upstream outlives its call
    throw call.isSettling ? error : (call.cancelled ?? error)
  } finally {
    client.forget()
    call.keeper?.end()
    if (!call.isSettling) await releaseHold(call, deps)
  }
}

/** Aborts `gone` when the client of a response hangs up. */
export function watchClient(response: ServerResponse): { gone: LightAbortSignal; forget(): void } {
  const gone = new LightAbortSignal()
  const onClose = () => gone.abort()
  response.once('close', onClose)
  if (response.destroyed) onClose()
  return { gone, forget: () => void response.off('close', onClose) }
}
