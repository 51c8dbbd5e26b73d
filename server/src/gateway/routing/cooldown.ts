/**
 * Whether a channel, or one key of a channel with several, may be called now. There is one for each, kept over all
 * snapshots: snapshots do not change, this does with every failure.
 */
export class Cooldown {
  readonly channelId: number
  /** 0: the channel as a whole. */
  readonly keyId: number
  /** Unix seconds until which it gets no calls. Once they are over, one call tries it. 0: not paused. */
  until = 0
  /** Pauses in a row; each is longer than the one before. */
  consecutive = 0
  /** Failures in a row by the fault of the channel. */
  failures = 0
  /** By `performance.now()`: an attempt that began before the pause says nothing about what came after. */
  startedAt = 0
  /** One call tries whether it works again. */
  isTrial = false
  /** The key was disabled a moment ago, and the snapshot does not know it yet. */
  isOff = false
  /** Which key is the next one, where they are taken in turn. */
  turn = 0
  /** When its last error was written. */
  notedAt = 0
  /** Writes under way: what is read from the database meanwhile is older than this. */
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

/** The length of the next pause, where the upstream does not say how long to wait. */
export const cooldownSeconds = (consecutive: number): number =>
  Math.min(firstCooldownSeconds * 2 ** consecutive, cooldownSecondsMax)
