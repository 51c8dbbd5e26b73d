import type { Match } from './faults/fault.ts'
import { type MatchedCall, matches } from './faults/fault-rules.ts'

/** A response whose head, pieces and end are sent when a test releases them. */
export type HeldResponse = {
  /**
   * Resolves when the call has arrived, with all pieces of its response: an event is a piece, and so is a quarter of a
   * whole body.
   */
  pieces: Promise<readonly string[]>
  releaseHead(): Promise<void>
  /** Sends the head if necessary and `count` more pieces, each in its own turn of the event loop. */
  release(count: number): Promise<void>
  /** Sends all remaining pieces. They end a whole body, but not a stream. */
  releasePieces(): Promise<void>
  /** Sends the rest, and ends the response. */
  end(): Promise<void>
}

/** The writer's side of a held response. A step is the head, a piece or the end. */
export type HeldSteps = {
  /** Sets the pieces. From then on steps can be released. */
  begin(pieces: readonly string[]): void
  /** Waits until the next step is released. Rejects when the client is gone. */
  next(signal: AbortSignal): Promise<void>
  /** The step has been sent. */
  sent(): void
}

export type HeldResponses = {
  /** Holds the response to the next matching call. */
  hold(match: Match): HeldResponse
  /** Removes and returns the hold on this call's response, if there is one. */
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

  /** Releases every step up to this one, and waits until it is sent or the client has left. */
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
