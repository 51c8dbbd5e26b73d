import type { FastifyReply } from 'fastify'
import { groupRatioOf } from './admit.ts'
import { type Call, openHold, releaseHold } from './call.ts'
import type { RelayDeps } from './relay-deps.ts'

type Asked = Pick<Call, 'caller' | 'model' | 'price' | 'promptTokens' | 'snapshot'> & { reply: FastifyReply }

/** Everything settled about a call before it is sent. */
export const newCall = ({ reply, ...asked }: Asked): Call => ({
  ...asked,
  request_id: reply.request.id,
  groupRatio: groupRatioOf(asked.snapshot, asked.caller.group),
  startedAt: performance.now(),
  tried: [],
  held: 0,
})

/** What work on a call is handed: when its client hangs up, and how to say that the call's money is now its own affair. */
export type Running = { gone: AbortSignal; willSettle(): void }

/** Counts a call among the running, sets its money aside, and gives it back unless the work settles it. */
export async function runCall(
  call: Call,
  { hold, reply }: { hold: number; reply: FastifyReply },
  deps: RelayDeps,
  work: (running: Running) => Promise<void>,
): Promise<void> {
  const leave = deps.inFlight.enter(call.caller)
  const gone = new AbortController()
  const onClose = () => gone.abort()
  reply.raw.once('close', onClose)
  if (reply.raw.destroyed) onClose()
  let isSettled = false
  try {
    await openHold(call, hold, deps)
    await work({
      gone: gone.signal,
      willSettle() {
        isSettled = true
      },
    })
  } finally {
    reply.raw.off('close', onClose)
    if (!isSettled) await releaseHold(call, deps)
    leave()
  }
}
