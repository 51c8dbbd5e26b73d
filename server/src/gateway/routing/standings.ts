import {
  type CoolingRow,
  claimTrial,
  deleteCooling,
  readCooling,
  saveCooling,
} from '../../domain/routing/channels/keys/cooling.queries.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/store.ts'
import { pauseSeconds, Standing } from './standing.ts'

/** The standings of all channels and keys, shared by all processes through the database. */
export type Standings = {
  of(channelId: number, keyId?: number): Standing
  /** Pauses it: for the time that the upstream named, or longer each time. */
  pause(standing: Standing, reason: string, seconds?: number): void
  /** Whether a call may try what was paused: of all processes one call at a time. */
  claim(standing: Standing): Promise<boolean>
  /** A call has succeeded. */
  recover(standing: Standing): void
  /** Reads what the other processes have written. */
  sync(): Promise<void>
  /** Whether anything can be paused, so that the database is read every few seconds. */
  watch(isNeeded: boolean): void
  /** Waits for what is being written. */
  settled(): Promise<void>
  close(): Promise<void>
}

const syncEveryMs = 2000
/** For this long no other call tries what one call is trying. */
const trialSeconds = 60
/** What an upstream may ask for at most. */
const namedSecondsMax = 24 * 60 * 60
const reasonMax = 500

type Needs = { store: Store; clock: () => number; log: Log }

/**
 * Pauses are rare and short, so they are not part of the snapshot: a change is in force here at once, and in the other
 * processes when they next read the small table of pauses.
 */
export async function loadStandings({ store, clock, log }: Needs): Promise<Standings> {
  const standings = new Map<string, Standing>()
  const writing = new Set<Promise<unknown>>()
  const idOf = (channelId: number, keyId: number) => `${channelId} ${keyId}`

  function of(channelId: number, keyId = 0): Standing {
    const id = idOf(channelId, keyId)
    let standing = standings.get(id)
    if (!standing) {
      standing = new Standing(channelId, keyId)
      standings.set(id, standing)
    }
    return standing
  }

  /** Calls do not wait for these writes; one that fails leaves the pause to this process alone. */
  function write(standing: Standing, work: () => Promise<unknown>): void {
    standing.writes++
    const done = work()
      .catch((error: unknown) => log.warn('pause not written', { channel_id: standing.channelId, error }))
      .finally(() => {
        standing.writes--
        writing.delete(done)
      })
    writing.add(done)
  }

  async function sync(): Promise<void> {
    const rows = new Map<string, CoolingRow>()
    for (const row of await readCooling(store)) rows.set(idOf(row.channel_id, row.key_id), row)
    for (const [id, { channel_id, key_id }] of rows) if (!standings.has(id)) of(channel_id, key_id)
    for (const [id, standing] of standings) {
      const row = rows.get(id)
      if (standing.writes > 0 || (!row && standing.until === 0)) continue
      if (row && row.until > standing.until) standing.pausedAt = performance.now()
      standing.until = row?.until ?? 0
      standing.pauses = row?.pauses ?? 0
    }
  }

  await sync()
  let isNeeded = false
  let isSyncing = false
  const timer = setInterval(() => {
    if (isSyncing || !isNeeded) return
    isSyncing = true
    sync()
      .catch((error: unknown) => log.debug('pauses not read', { error }))
      .finally(() => {
        isSyncing = false
      })
  }, syncEveryMs).unref()

  return {
    of,
    pause(standing, reason, seconds) {
      const at = clock()
      const pausedUntil = standing.isTrial ? 0 : standing.until
      // A call goes to what is paused only while everything else is paused too; it does not make the pause longer.
      if (seconds === undefined && pausedUntil > at) return
      const length = seconds === undefined ? pauseSeconds(standing.pauses) : Math.min(seconds, namedSecondsMax)
      const until = at + Math.max(1, Math.ceil(length))
      if (until <= pausedUntil) return
      const pauses = standing.pauses + 1
      Object.assign(standing, { until, pauses, pausedAt: performance.now(), failures: 0, isTrial: false })
      const { channelId: channel_id, keyId: key_id } = standing
      log.info('paused after a failure', { channel_id, key_id, seconds: until - at, pauses })
      write(standing, () =>
        saveCooling(store, { channel_id, key_id, until, pauses, reason: reason.slice(0, reasonMax), at }),
      )
    },
    async claim(standing) {
      const now = clock()
      if (standing.until === 0 || standing.until > now) return true // every other one is paused too
      const until = now + trialSeconds
      // At once, so that no other call of this process chooses it.
      Object.assign(standing, { until, isTrial: true, pausedAt: performance.now(), writes: standing.writes + 1 })
      try {
        const { channelId: channel_id, keyId: key_id } = standing
        standing.isTrial = await claimTrial(store, { channel_id, key_id, now, until })
        return standing.isTrial
      } catch (error) {
        // As if another process had the trial: the call goes on without this channel.
        standing.isTrial = false
        log.warn('trial not claimed', { channel_id: standing.channelId, key_id: standing.keyId, error })
        return false
      } finally {
        standing.writes--
      }
    },
    recover(standing) {
      const wasPaused = standing.until !== 0
      Object.assign(standing, { until: 0, pauses: 0, failures: 0, isTrial: false })
      if (!wasPaused) return
      const { channelId, keyId } = standing
      log.info('called again after a pause', { channel_id: channelId, key_id: keyId })
      write(standing, () => deleteCooling(store, channelId, keyId))
    },
    sync,
    watch(wanted) {
      isNeeded = wanted
    },
    async settled() {
      await Promise.all(writing)
    },
    async close() {
      clearInterval(timer)
      await Promise.all(writing)
    },
  }
}
