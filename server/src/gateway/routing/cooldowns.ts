import {
  type CooldownRow,
  claimTrial,
  deleteCooldown,
  readCooldownRows,
  saveCooldown,
} from '../../domain/routing/channels/keys/cooling.queries.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/store.ts'
import { Cooldown, cooldownSeconds } from './cooldown.ts'

/** The cooldowns of all channels and keys, shared by all processes through the database. */
export type Cooldowns = {
  of(channelId: number, keyId?: number): Cooldown
  /** Starts a cooldown: for the time that the upstream named, or longer each time. */
  start(cooldown: Cooldown, reason: string, seconds?: number): void
  /** Whether a call may try a channel whose cooldown is over: one call at a time, of all processes. */
  claim(cooldown: Cooldown): Promise<boolean>
  /** A call has succeeded, which ends the cooldown. */
  recover(cooldown: Cooldown): void
  /** Reads the cooldowns that other processes have written. */
  sync(): Promise<void>
  /** Whether cooldowns are possible, so that the database is read every few seconds. */
  watch(isNeeded: boolean): void
  settled(): Promise<void>
  close(): Promise<void>
}

const syncEveryMs = 2000
/** For this long, no other call tries the same channel. */
const trialSeconds = 60
/** The longest cooldown that an upstream may name. */
const namedSecondsMax = 24 * 60 * 60
const reasonMax = 500

type CooldownsDeps = { store: Store; clock: () => number; log: Log }

/**
 * Cooldowns are rare and short, so they are not part of the snapshot. A change applies here at once, and in other
 * processes when they next read the small table.
 */
export async function loadCooldowns({ store, clock, log }: CooldownsDeps): Promise<Cooldowns> {
  const cooldowns = new Map<string, Cooldown>()
  const writing = new Set<Promise<unknown>>()
  const idOf = (channelId: number, keyId: number) => `${channelId} ${keyId}`

  function of(channelId: number, keyId = 0): Cooldown {
    const id = idOf(channelId, keyId)
    let cooldown = cooldowns.get(id)
    if (!cooldown) {
      cooldown = new Cooldown(channelId, keyId)
      cooldowns.set(id, cooldown)
    }
    return cooldown
  }

  /** Calls do not wait for these writes. After a failed write, only this process knows the cooldown. */
  function write(cooldown: Cooldown, work: () => Promise<unknown>): void {
    cooldown.writes++
    const done = work()
      .catch((error: unknown) => log.warn('cooldown not written', { channel_id: cooldown.channelId, error }))
      .finally(() => {
        cooldown.writes--
        writing.delete(done)
      })
    writing.add(done)
  }

  async function sync(): Promise<void> {
    const rows = new Map<string, CooldownRow>()
    for (const row of await readCooldownRows(store)) rows.set(idOf(row.channel_id, row.key_id), row)
    for (const [id, { channel_id, key_id }] of rows) if (!cooldowns.has(id)) of(channel_id, key_id)
    for (const [id, cooldown] of cooldowns) {
      const row = rows.get(id)
      if (cooldown.writes > 0 || (!row && cooldown.until === 0)) continue
      if (row && row.until > cooldown.until) cooldown.startedAt = performance.now()
      cooldown.until = row?.until ?? 0
      cooldown.consecutive = row?.pauses ?? 0
    }
  }

  await sync()
  let isNeeded = false
  let isSyncing = false
  const timer = setInterval(() => {
    if (isSyncing || !isNeeded) return
    isSyncing = true
    sync()
      .catch((error: unknown) => log.debug('cooldowns not read', { error }))
      .finally(() => {
        isSyncing = false
      })
  }, syncEveryMs).unref()

  return {
    of,
    start(cooldown, reason, seconds) {
      const at = clock()
      const coolingUntil = cooldown.isTrial ? 0 : cooldown.until
      // A channel in cooldown is called only while all others are in cooldown too. Such a failure does not extend the
      // cooldown.
      if (seconds === undefined && coolingUntil > at) return
      const length = seconds === undefined ? cooldownSeconds(cooldown.consecutive) : Math.min(seconds, namedSecondsMax)
      const until = at + Math.max(1, Math.ceil(length))
      if (until <= coolingUntil) return
      const consecutive = cooldown.consecutive + 1
      Object.assign(cooldown, { until, consecutive, startedAt: performance.now(), failures: 0, isTrial: false })
      const { channelId: channel_id, keyId: key_id } = cooldown
      log.info('cooldown started after a failure', { channel_id, key_id, seconds: until - at, consecutive })
      write(cooldown, () =>
        saveCooldown(store, { channel_id, key_id, until, pauses: consecutive, reason: reason.slice(0, reasonMax), at }),
      )
    },
    async claim(cooldown) {
      const now = clock()
      if (cooldown.until === 0 || cooldown.until > now) return true // every other channel is cooling down too
      const until = now + trialSeconds
      // Set before the write, so that no other call of this process chooses it.
      Object.assign(cooldown, { until, isTrial: true, startedAt: performance.now(), writes: cooldown.writes + 1 })
      try {
        const { channelId: channel_id, keyId: key_id } = cooldown
        cooldown.isTrial = await claimTrial(store, { channel_id, key_id, now, until })
        return cooldown.isTrial
      } catch (error) {
        // As if another process had the trial: the call continues without this channel.
        cooldown.isTrial = false
        log.warn('trial not claimed', { channel_id: cooldown.channelId, key_id: cooldown.keyId, error })
        return false
      } finally {
        cooldown.writes--
      }
    },
    recover(cooldown) {
      const wasCoolingDown = cooldown.until !== 0
      Object.assign(cooldown, { until: 0, consecutive: 0, failures: 0, isTrial: false })
      if (!wasCoolingDown) return
      const { channelId, keyId } = cooldown
      log.info('called again after a cooldown', { channel_id: channelId, key_id: keyId })
      write(cooldown, () => deleteCooldown(store, channelId, keyId))
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
