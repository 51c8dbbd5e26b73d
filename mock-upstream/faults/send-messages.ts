import { setImmediate, setTimeout } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { HeldSteps } from '../held-responses.ts'
import { garbage } from './alter-response.ts'
import type { Plan } from './fault.ts'

export type Sending = {
  client: WebSocket
  messages: string[]
  plan: Plan
  /** Aborted when the connection is closed. */
  signal: AbortSignal
  pause(ms: number): Promise<unknown>
  /** The state of the call when its connection closes. */
  state: { isComplete: boolean; isCut: boolean }
}

const beforeCutMs = 20

/** Sends the messages of a response with their faults, and closes the connection. */
export async function sendMessages({ client, messages, plan, signal, pause, state }: Sending): Promise<void> {
  const { cut, delay } = plan
  const cutAfter = cut ? (cut.afterChunks ?? 0) : Number.POSITIVE_INFINITY
  let sent = 0
  for (const message of spokenMessages(messages, plan)) {
    const waitMs = sent === 0 ? delay?.firstChunkMs : delay?.chunkMs
    if (waitMs !== undefined) await pause(waitMs)
    if (plan.spread) await setImmediate(undefined, { signal })
    signal.throwIfAborted()
    if (sent >= cutAfter) break
    await send(client, message)
    if (plan.endless && sent > 0) await setTimeout(plan.endless.everyMs ?? 1, undefined, { signal })
    sent++
  }
  if (!cut) {
    state.isComplete = true
    return client.close(1000)
  }
  const next = messages[sent]
  // The first half of a message that is never completed.
  if (cut.at === 'inside' && next) client.send(next.slice(0, Math.ceil(next.length / 2)), { fin: false })
  await setTimeout(beforeCutMs, undefined, { signal })
  if (cut.how === 'end') {
    state.isComplete = true
    return client.close(1000)
  }
  state.isCut = true
  client.terminate()
}

function* spokenMessages(messages: string[], plan: Plan): Generator<string> {
  const middle = Math.floor(messages.length / 2)
  yield* plan.endless ? messages.slice(0, middle) : messages
  const repeated = messages[middle]
  while (plan.endless && repeated) yield repeated
  if (plan['trailing-garbage']) yield garbage(plan)
}

/** Sends a message when the test releases it. The head's step sends nothing: the handshake was the head. */
export async function sendHeldMessages({ client, messages, signal, state }: Sending, steps: HeldSteps): Promise<void> {
  steps.begin(messages)
  await steps.next(signal)
  steps.sent()
  for (const [at, message] of messages.entries()) {
    await steps.next(signal)
    await setImmediate(undefined, { signal }) // so that a reader in this process gets each message separately
    if (at === messages.length - 1) state.isComplete = true
    await send(client, message)
    steps.sent()
  }
  await steps.next(signal)
  client.close(1000)
  steps.sent()
}

const send = (client: WebSocket, message: string): Promise<void> =>
  new Promise((resolve, reject) => client.send(message, (error) => (error ? reject(error) : resolve())))
