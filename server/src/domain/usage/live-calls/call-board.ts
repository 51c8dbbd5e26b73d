import { type LiveCall, liveCall, shownCallsMax } from '@turnpike/contract/usage/live-calls'
import { z } from 'zod'
import type { Log } from '../../../log.ts'
import type { Store } from '../../../store/store.ts'
import { deleteCancels, deleteLiveCalls, readCancels, saveLiveCalls } from './live-calls.queries.ts'

/** A cancel request older than this names a call that no process has. */
const cancelSeconds = 30

/** The published calls of one process: its oldest calls, and the number of calls of each channel. */
const published = z.object({
  calls: z.array(liveCall),
  total: z.int(),
  channels: z.array(z.tuple([z.int(), z.int()])),
})
export type Published = z.infer<typeof published>

/** The calls of this process; the gateway passes them in. */
export type OwnCalls = {
  list(): Iterable<LiveCall>
  /** Returns false when there is no such call, or it cannot be ended. */
  cancel(requestId: string): boolean
}

export type CallBoard = {
  process: string
  own(): Published
  cancel: OwnCalls['cancel']
  /**
   * While a page shows running calls, publishes those of this process and ends those that other processes requested to
   * end.
   */
  look(lookedUntil: number): void
  close(): Promise<void>
}

type BoardDeps = { store: Store; clock: () => number; log: Log; process: string; calls: OwnCalls }

/** The running calls of this process, on the board that all processes share. */
export function createCallBoard({ store, clock, log, process, calls }: BoardDeps): CallBoard {
  let working: Promise<void> | undefined
  let hasPublished = false

  const own = () => summarise(calls.list())
  const publish = async () => {
    hasPublished = true
    const wanted = await readCancels(store, clock() - cancelSeconds)
    const ended = wanted.filter((id) => calls.cancel(id))
    if (ended.length > 0) await deleteCancels(store, ended)
    await saveLiveCalls(store, process, clock(), JSON.stringify(own()))
  }
  const remove = async () => {
    hasPublished = false
    await deleteLiveCalls(store, process)
  }

  return {
    process,
    own,
    cancel: calls.cancel,
    look(lookedUntil) {
      const isLookedAt = lookedUntil >= clock()
      if (working || (!isLookedAt && !hasPublished)) return
      working = (isLookedAt ? publish() : remove())
        .catch((error: unknown) => log.warn('running calls not published', { error }))
        .finally(() => {
          working = undefined
        })
    },
    async close() {
      await working
      if (hasPublished) await remove().catch(() => {}) // rows that are not renewed are ignored
    },
  }
}

function summarise(calls: Iterable<LiveCall>): Published {
  const shown: LiveCall[] = []
  const channels = new Map<number, number>()
  let total = 0
  for (const call of calls) {
    total++
    if (shown.length < shownCallsMax) shown.push(call)
    if (call.channel_id > 0) channels.set(call.channel_id, (channels.get(call.channel_id) ?? 0) + 1)
  }
  return { calls: shown, total, channels: [...channels] }
}

/** A text of another version that this one cannot read counts as absent. */
export function readPublished(text: string): Published | undefined {
  return published.safeParse(JSON.parse(text)).data
}
