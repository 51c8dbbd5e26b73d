import { AssertionError } from 'node:assert'
import type { HeldResponse } from '../../../../mock-upstream/held-responses.ts'
import type { RelayServer } from '../../harness/relay-harness.ts'
import { eventsIn, type Loose, open, type Sending } from '../send.ts'

/** A call whose client reads the response as it comes, and may leave at any moment. */
export type ClientCall = {
  /** Resolves with the head of the response. */
  response: Promise<Response>
  /** The bytes so far, as text. */
  text(): string
  events(): Loose[]
  /** The number of bytes so far. */
  length(): number
  /** Resolves as soon as what has come satisfies the condition. */
  until(what: string, isSatisfied: () => boolean): Promise<void>
  /** Resolves when the call is over, whether its response ended, broke off or never came. */
  over: Promise<'ended' | 'broken'>
  leave(): void
}

export function beginCall(relay: Pick<RelayServer, 'url'>, path: string, sending: Sending): ClientCall {
  const leaving = new AbortController()
  const response = open(relay, path, { ...sending, signal: leaving.signal })
  const pieces: Buffer[] = []
  const watchers = new Set<() => void>()
  const text = () => Buffer.concat(pieces).toString()
  const over = readAll()
  async function readAll(): Promise<'ended' | 'broken'> {
    try {
      for await (const bytes of (await response).body ?? []) {
        pieces.push(Buffer.from(bytes))
        for (const watch of watchers) watch()
      }
      return 'ended'
    } catch {
      return 'broken'
    }
  }
  return {
    response,
    text,
    events: () => eventsIn(text()),
    length: () => Buffer.concat(pieces).length,
    until: (what, isSatisfied) =>
      soon(
        () => `${what}; so far came ${text().slice(-500)}`,
        new Promise((resolve) => {
          const watch = () => {
            if (!isSatisfied()) return
            watchers.delete(watch)
            resolve()
          }
          watchers.add(watch)
          watch()
        }),
      ),
    over,
    leave: () => leaving.abort(),
  }
}

/** Longer than anything takes here on a busy machine, and shorter than the limits of the relay. */
const patienceMs = 60_000

/** What does not come soon does not come: the test says what it waited for. */
export async function soon<Value>(what: string | (() => string), promise: Promise<Value>): Promise<Value> {
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(() => {
    const message = `did not come: ${typeof what === 'string' ? what : what()}`
    timer.reject(new AssertionError({ message }))
  }, patienceMs)
  try {
    return await Promise.race([promise, timer.promise])
  } finally {
    clearTimeout(timeout)
  }
}

/** Waits until the call of a client is at the upstream, which holds its response. */
export async function arrival(held: HeldResponse, client: ClientCall): Promise<readonly string[]> {
  const refused = client.over.then(() => {
    throw new AssertionError({ message: `the call was over before the upstream responded: ${client.text()}` })
  })
  return soon('the call at the upstream', Promise.race([held.pieces, refused]))
}

/**
 * Whatever this process has written to a socket before this call has been read by its other end, which is in this process
 * too: every turn of the event loop looks at every socket.
 */
export async function socketsRead(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}
