import {
  attemptsMax,
  type ChannelAttempt,
  type FailureKind,
  failureKinds,
} from '@turnpike/contract/routing/channel-attempts'

export type Outcome = FailureKind | 'ok'
/** A stored attempt; `isRetry` means that another channel had failed the same call before. */
export type KeptAttempt = ChannelAttempt & { isRetry: boolean }

const outcomes: readonly Outcome[] = ['ok', ...failureKinds]
const numberOf = new Map(outcomes.map((outcome, number) => [outcome, number]))
const okNumber = outcomes.indexOf('ok')
const msMax = 0xffff_ffff

/** The newest attempts on one channel, in arrays of a fixed size, so that noting one creates no lasting garbage. */
export class AttemptRing {
  readonly #at = new Float64Array(attemptsMax)
  readonly #ms = new Uint32Array(attemptsMax)
  readonly #outcome = new Uint8Array(attemptsMax)
  readonly #status = new Uint16Array(attemptsMax)
  readonly #isRetry = new Uint8Array(attemptsMax)
  readonly #model: string[] = []
  #noted = 0
  /** The last median, and how many attempts there were then. */
  #median: number | undefined
  #medianOf = 0

  /** Returns the number by which the attempt can be amended. */
  note({ at, ms, outcome, status, model, isRetry }: KeptAttempt): number {
    const slot = this.#noted % attemptsMax
    this.#at[slot] = at
    this.#ms[slot] = Math.min(Math.max(0, Math.round(ms)), msMax)
    this.#outcome[slot] = numberOf.get(outcome) ?? 0
    this.#status[slot] = status
    this.#isRetry[slot] = isRetry ? 1 : 0
    this.#model[slot] = model
    return this.#noted++
  }

  /** Changes how an attempt ended; returns false when newer ones have taken its slot. */
  amend(number: number, outcome: Outcome, status: number): boolean {
    if (number < this.#noted - attemptsMax || number >= this.#noted) return false
    const slot = number % attemptsMax
    this.#outcome[slot] = numberOf.get(outcome) ?? 0
    this.#status[slot] = status
    return true
  }

  /** The median time to first output of the newest calls; undefined without any success. */
  medianMs(): number | undefined {
    if (this.#medianOf === this.#noted) return this.#median
    const times: number[] = []
    for (let slot = 0; slot < Math.min(this.#noted, attemptsMax); slot++)
      if (this.#outcome[slot] === okNumber) times.push(this.#ms[slot] ?? 0)
    times.sort((one, other) => one - other)
    this.#median = times[Math.floor(times.length / 2)]
    this.#medianOf = this.#noted
    return this.#median
  }

  /** From the oldest to the newest. */
  list(): KeptAttempt[] {
    const count = Math.min(this.#noted, attemptsMax)
    return Array.from({ length: count }, (_, index) => {
      const slot = (this.#noted - count + index) % attemptsMax
      return {
        at: this.#at[slot] ?? 0,
        ms: this.#ms[slot] ?? 0,
        outcome: outcomes[this.#outcome[slot] ?? 0] ?? 'ok',
        status: this.#status[slot] ?? 0,
        model: this.#model[slot] ?? '',
        isRetry: this.#isRetry[slot] === 1,
      }
    })
  }
}
