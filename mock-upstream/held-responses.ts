import type { Match } from './faults/fault.ts'
import { type MatchedCall, matches } from './faults/fault-rules.ts'

/** One answer whose bytes leave only when a test says so: its head, then its pieces, then its end. */
export type HeldResponse = {
  /**
   * Resolves when the call has arrived, with everything its answer will send: an event is a piece, and so is a quarter
   * of a whole body.
   */
  pieces: Promise<readonly string[]>
  releaseHead(): Promise<void>
  /** Sends so many more pieces, the head before them. Each leaves in a turn of the event loop of its own. */
  release(count: number): Promise<void>
  /** Sends all pieces that are left. A stream does not end with them; a whole body does. */
  releasePieces(): Promise<void>
  /** Sends what is left, and ends the answer. */
  end(): Promise<void>
}

/** The writer's side of a held reply. A step is the head, a piece or the end. */
export type HeldSteps = {
  /** Says what there is to send; afterwards the steps can be released. */
  begin(pieces: readonly string[]): void
  /** Waits until the next step is released. Rejects when the client is gone. */
  next(signal: AbortSignal): Promise<void>
  /** The step has been sent. */
  sent(): void
}

export type HeldResponses = {
  /** Holds the answer to the next call that matches. */
  hold(match: Match): HeldResponse
  /** The hold on this call's answer, if there is one; it is used up. */
  take(call: MatchedCall): HeldSteps | undefined
}

export function createHeldResponses(): HeldResponses {
  let waiting: { match: Match; steps: HeldSteps }[] = []
  return {
    hold(match) {
      const { response, steps } = createHeldResponse()
      waiting.push({ match, steps })
      return response
    },
    take(call) {
      const found = waiting.find(({ match }) => matches(match, call))
      if (found) waiting = waiting.filter((each) => each !== found)
      return found?.steps
    },
  }
}

function createHeldResponse(): { response: HeldResponse; steps: HeldSteps } {
  const pieces = Promise.withResolvers<readonly string[]>()
  let released = 0
  let sent = 0
  let isOver = false
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const watch of watchers) watch()
  }
  const until = (isDue: () => boolean) =>
    new Promise<void>((resolve) => {
      const watch = () => {
        if (!isDue()) return
        watchers.delete(watch)
        resolve()
      }
      watchers.add(watch)
      watch()
    })

  /** Lets every step up to this one go, and waits until it has gone, or the client has. */
  async function releaseUpTo(step: (pieceCount: number) => number): Promise<void> {
    const target = step((await pieces.promise).length)
    released = Math.max(released, target)
    notify()
    await until(() => sent >= target || isOver)
  }

  return {
    response: {
      pieces: pieces.promise,
      releaseHead: () => releaseUpTo(() => 1),
      release: (count) => releaseUpTo(() => Math.max(sent, 1) + count),
      releasePieces: () => releaseUpTo((pieceCount) => 1 + pieceCount),
      end: () => releaseUpTo((pieceCount) => 2 + pieceCount),
    },
    steps: {
      begin: pieces.resolve,
      async next(signal) {
        const onAbort = () => {
          isOver = true
          notify()
        }
        signal.addEventListener('abort', onAbort, { once: true })
        if (signal.aborted) onAbort()
        await until(() => released > sent || isOver)
        signal.removeEventListener('abort', onAbort)
        signal.throwIfAborted()
      },
      sent() {
        sent++
        notify()
      },
    },
  }
}
