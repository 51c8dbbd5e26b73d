import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { LightAbortSignal } from '../../outbound/light-abort-signal.ts'
import { groupRatioOf } from '../entry/admit.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type Call, openHold, releaseHold } from './call.ts'

type Asked = Pick<Call, 'caller' | 'model' | 'price' | 'promptTokens' | 'snapshot' | 'countPrompt'>

/** Everything settled about a call before it is sent. */
export const newCall = (
  request_id: string,
  { caller, model, price, promptTokens, snapshot, countPrompt }: Asked,
): Call => ({
  request_id,
  caller,
  snapshot,
  model,
  price,
  groupRatio: groupRatioOf(snapshot, caller.group),
  promptTokens,
  countPrompt,
  startedAt: performance.now(),
  tried: [],
  held: 0,
  isSettling: false,
})

/** Counts a call among the running, sets its money aside, and gives it back unless the work settles it. */
export async function runCall(
  call: Call,
  { hold, reply }: { hold: number; reply: FastifyReply },
  deps: RelayDeps,
  work: (gone: LightAbortSignal) => Promise<void>,
): Promise<void> {
  const { inFlight } = deps
  inFlight.enter(call.caller)
  const client = watchClient(reply.raw)
  try {
    await openHold(call, hold, deps)
    await work(client.gone)
  } finally {
    client.forget()
    if (!call.isSettling) await releaseHold(call, deps)
    inFlight.leave(call.caller)
  }
}

/** Notices when the client of an answer hangs up. */
export function watchClient(answer: ServerResponse): { gone: LightAbortSignal; forget(): void } {
  const gone = new LightAbortSignal()
  const onClose = () => gone.abort()
  answer.once('close', onClose)
  if (answer.destroyed) onClose()
  return { gone, forget: () => void answer.off('close', onClose) }
}
