/**
 * Whether a channel, or one key of a channel with several, may be called now. Each has one Cooldown, which outlives
 * snapshots: snapshots are immutable, and a cooldown changes with every failure.
 */
export class Cooldown {
  readonly channelId: number
  /** 0: the whole channel. */
  readonly keyId: number
  /** Unix seconds until which the channel or key gets no calls. Then one call tries it. 0: no cooldown. */
  until = 0
  /** Cooldowns in a row; each is longer than the one before. */
  consecutive = 0
  /** Failures in a row that were the channel's fault. */
  failures = 0
  /** By `performance.now()`. The success of an attempt that began earlier does not end the cooldown. */
  startedAt = 0
  /** One call tries whether it works again. */
  isTrial = false
  /** The key was just disabled, and the snapshot does not show it yet. */
  isOff = false
  /** The index of the next key, if keys are used in turn. */
  turn = 0
  /** When the last error was stored. */
  notedAt = 0
  /** Pending writes. Rows that are read meanwhile are older and are ignored. */
  writes = 0

  constructor(channelId: number, keyId = 0) {
    this.channelId = channelId
    this.keyId = keyId
  }
}

export const isOpenNow = ({ until, isOff }: Cooldown, clock: () => number): boolean =>
  !isOff && (until === 0 || until <= clock())

const firstCooldownSeconds = 30
const cooldownSecondsMax = 30 * 60

/** The length of the next cooldown, if the upstream does not name one. */
export const cooldownSeconds = (consecutive: number): number =>
  Math.min(firstCooldownSeconds * 2 ** consecutive, cooldownSecondsMax)
