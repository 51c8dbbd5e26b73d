import type { Limit, LimitHit } from '../../domain/routing/limits/counter-key.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'

/** A call that waits for a slot on a channel. */
export type QueueEntry = {
  readonly userId: number
  readonly number: number
  /** By `performance.now()`. */
  readonly since: number
  queue: Queue | undefined
}

type Waiting = { entry: QueueEntry; resolve(isItsTurn: boolean): void }

/** The calls that wait for the same counters. */
type Queue = {
  /** The reached limits by key, as the last refused call saw them. */
  reached: Map<string, LimitHit>
  /** By user, in the order of their turns; the calls of a user in the order of arrival. */
  users: Map<number, QueueEntry[]>
  waiting: Map<QueueEntry, Waiting>
  /** The call whose turn it is, while it tries to take a slot. */
  trying: QueueEntry | undefined
  /** A slot was freed during that try. */
  isFreed: boolean
}

/** Calls of other processes end unnoticed, and limits per minute reset by themselves. */
const lookEveryMs = 500
const defaultMax = 500

/**
 * The calls of this process that wait because all their channels are full. One call of a queue at a time tries again:
 * users take turns, and the calls of one user keep their order of arrival. A call that finds others waiting for a
 * channel does not overtake them.
 */
export class ChannelQueue {
  readonly #max: number
  readonly #queues = new Map<string, Queue>()
  #entries = 0
  #count = 0
  #timer: NodeJS.Timeout | undefined

  constructor(max = defaultMax) {
    this.#max = max
  }

  get size(): number {
    return this.#count
  }

  /** Undefined if too many calls wait already. */
  enter(userId: number): QueueEntry | undefined {
    if (this.#count >= this.#max) return undefined
    this.#count++
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref()
    return { userId, number: ++this.#entries, since: performance.now(), queue: undefined }
  }

  /**
   * Resolves with true when it is the turn of the call, which then tries to take a slot; with false when its wait is
   * over.
   */
  wait(entry: QueueEntry, reached: readonly LimitHit[], untilMs: number, gone: LightSignal): Promise<boolean> {
    const queue = this.#queueFor(entry, reached)
    return new Promise((resolve) => {
      const end = (isItsTurn: boolean) => {
        clearTimeout(timer)
        gone.removeEventListener('abort', giveUp)
        queue.waiting.delete(entry)
        resolve(isItsTurn)
      }
      const giveUp = () => end(false)
      const timer = setTimeout(giveUp, Math.max(0, untilMs - performance.now()))
      gone.addEventListener('abort', giveUp)
      queue.waiting.set(entry, { entry, resolve: end })
      if (gone.aborted) giveUp()
      else if (queue.trying === entry) this.#refused(queue)
    })
  }

  /** The call has a slot, or waits no longer. */
  leave(entry: QueueEntry, hasSlot: boolean): void {
    this.#count--
    const { queue } = entry
    if (queue) this.#takeOut(queue, entry, hasSlot)
    if (this.#count > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** A call has released its slot. */
  freed(limits: readonly Limit[]): void {
    if (this.#count === 0) return
    for (const queue of this.#queues.values()) if (limits.some(({ key }) => queue.reached.has(key))) this.#next(queue)
  }

  /** The limit that other calls already wait for. */
  awaited(limits: readonly Limit[]): LimitHit | undefined {
    if (this.#count === 0) return undefined
    for (const { key } of limits)
      for (const queue of this.#queues.values()) {
        const reached = queue.reached.get(key)
        if (reached) return reached
      }
    return undefined
  }

  #look(): void {
    for (const queue of this.#queues.values()) this.#next(queue)
  }

  #queueFor(entry: QueueEntry, reached: readonly LimitHit[]): Queue {
    const name = reached
      .map(({ key }) => key)
      .sort()
      .join('\n')
    let queue = this.#queues.get(name)
    if (!queue) {
      queue = { reached: new Map(), users: new Map(), waiting: new Map(), trying: undefined, isFreed: false }
      this.#queues.set(name, queue)
    }
    for (const each of reached) queue.reached.set(each.key, each)
    if (entry.queue !== queue) {
      if (entry.queue) this.#takeOut(entry.queue, entry, false)
      entry.queue = queue
      const own = queue.users.get(entry.userId) ?? []
      own.push(entry)
      queue.users.set(
        entry.userId,
        own.sort((one, other) => one.number - other.number),
      )
    }
    return queue
  }

  #takeOut(queue: Queue, entry: QueueEntry, hasSlot: boolean): void {
    entry.queue = undefined
    const left = (queue.users.get(entry.userId) ?? []).filter((each) => each !== entry)
    // The user who got a slot has the last turn.
    if (hasSlot || left.length === 0) queue.users.delete(entry.userId)
    if (left.length > 0) queue.users.set(entry.userId, left)
    if (queue.users.size === 0) {
      for (const [name, each] of this.#queues) if (each === queue) this.#queues.delete(name)
      return
    }
    if (queue.trying !== entry) return
    queue.trying = undefined
    this.#next(queue)
  }

  #refused(queue: Queue): void {
    queue.trying = undefined
    if (!queue.isFreed) return
    queue.isFreed = false
    this.#next(queue)
  }

  #next(queue: Queue): void {
    if (queue.trying) {
      queue.isFreed = true
      return
    }
    for (const entries of queue.users.values()) {
      const next = entries.map((entry) => queue.waiting.get(entry)).find((each) => each !== undefined)
      if (!next) continue
      queue.trying = next.entry
      queue.isFreed = false
      next.resolve(true)
      return
    }
  }
}
