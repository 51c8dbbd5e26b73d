import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { openHold, releaseHold } from './hold.ts'
import { HoldKeeper } from './hold-keeper.ts'
import type { OpenedCall } from './open-call.ts'

/** Takes the hold of a call, and releases it unless `work` settles the call. */
export async function runCall(
  opened: OpenedCall,
  { amount, reply }: { amount: number; reply: FastifyReply },
  deps: RelayDeps,
  work: (gone: LightAbortSignal) => Promise<void>,
): Promise<void> {
  const { hold, cancellation } = opened
  const client = watchClient(reply.raw)
  cancellation.gone = client.gone
  reply.request.runningCall?.show(opened)
  try {
    await openHold(opened, amount, deps, opened.isRepeat)
    if (hold.isTaken) hold.keeper = new HoldKeeper(opened, deps)
    await work(client.gone)
  } catch (error) {
    client.gone.abort() // no request to an upstream outlives its call
    throw hold.isSettling ? error : (cancellation.refusal ?? error)
  } finally {
    client.forget()
    hold.keeper?.end()
    if (!hold.isSettling) await releaseHold(opened, deps)
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
