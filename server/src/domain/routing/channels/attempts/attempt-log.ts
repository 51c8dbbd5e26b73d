import type { Log } from '../../../../log.ts'
import type { Store } from '../../../../store/store.ts'
import { AttemptRing, type KeptAttempt, type Outcome } from './attempt-ring.ts'
import { writeAttempts } from './attempt-text.ts'
import { readExistingIds, saveAttempts } from './attempts.queries.ts'
import { recentFailures } from './failing.rules.ts'

export type AttemptLog = {
  /** Returns at once; the number is for `amend`. */
  note(channelId: number, attempt: KeptAttempt): number
  /** Changes how an attempt ended: a response that had begun broke off. */
  amend(channelId: number, number: number, outcome: Outcome, status: number): void
  /** How long the newest calls of a channel took in this process; undefined where nothing is known. */
  medianMs(channelId: number): number | undefined
  /** Writes the changes since the last call. */
  save(): Promise<void>
  close(): Promise<void>
}

const saveEveryMs = 3000
/** A statement of SQLite has at most 32,766 values. */
const channelsAtOnce = 1000

type AttemptLogDeps = { store: Store; log: Log; process: string }

/**
 * The newest attempts of relayed calls on every channel. They are kept in memory, written every few seconds in one
 * batch, and read from the database together with those of the other processes. A process that is killed loses its last
 * seconds.
 */
export function createAttemptLog({ store, log, process }: AttemptLogDeps): AttemptLog {
  const rings = new Map<number, AttemptRing>()
  let changed = new Set<number>()
  let saving: Promise<void> = Promise.resolve()
  let isSaving = false
  let isAway = false

  const saveSome = async (ids: readonly number[]) => {
    const existing = await readExistingIds(store, ids)
    const rows = []
    for (const id of ids) {
      const attempts = existing.has(id) ? (rings.get(id)?.list() ?? []) : []
      const last = attempts.at(-1)
      if (!last) rings.delete(id)
      else
        rows.push({
          channel_id: id,
          process,
          newest: last.at,
          recent_failures: recentFailures(attempts),
          attempts: writeAttempts(attempts),
        })
    }
    await saveAttempts(store, rows)
  }

  const saveChanged = async () => {
    const ids = [...changed]
    changed = new Set()
    try {
      for (let from = 0; from < ids.length; from += channelsAtOnce)
        await saveSome(ids.slice(from, from + channelsAtOnce))
      isAway = false
    } catch (error) {
      changed = changed.union(new Set(ids)) // the next save writes them
      if (!isAway) log.warn('attempts not saved', { channels: ids.length, error })
      isAway = true
    }
  }

  const save = () => {
    saving = saving.then(saveChanged)
    return saving
  }
  const timer = setInterval(() => {
    if (isSaving || changed.size === 0) return
    isSaving = true
    void save().finally(() => {
      isSaving = false
    })
  }, saveEveryMs).unref()

  return {
    note(channelId, attempt) {
      let ring = rings.get(channelId)
      if (!ring) {
        ring = new AttemptRing()
        rings.set(channelId, ring)
      }
      changed.add(channelId)
      return ring.note(attempt)
    },
    amend(channelId, number, outcome, status) {
      if (rings.get(channelId)?.amend(number, outcome, status)) changed.add(channelId)
    },
    medianMs: (channelId) => rings.get(channelId)?.medianMs(),
    save,
    async close() {
      clearInterval(timer)
      await save()
    },
  }
}
