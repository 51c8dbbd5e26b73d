import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../log.ts'
import { DatabaseAway, failureOf } from './database-failure.ts'

export type GroupCommitLimits = {
  /** Operations in one transaction. */
  batchMax: number
  /** Operations that may wait; one more is refused. */
  queueMax: number
  /** How long an operation waits for its commit. */
  giveUpMs: number
  /** How long a database may fail before it counts as away, and operations are refused at once. */
  awayAfterMs: number
}

type Settings<Operation, Outcome> = GroupCommitLimits & {
  execute(operations: readonly Operation[]): Promise<Outcome[]>
  /** Operations with the same key wait for the same locks. */
  keyOf(operation: Operation): unknown
  /** Called when the database answers again. */
  onBack(): void
  log: Log
}

type Item<Operation, Outcome> = {
  operation: Operation
  since: number
  wasSent: boolean
  isOver: boolean
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

const sweepEveryMs = 100
const retryAfterMaxMs = 25
const probeEveryMs = 250
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/**
 * Operations queue; one batch at a time takes all queued operations and commits them together, so that under load many
 * operations share one commit. An operation that is not committed in time fails as DatabaseAway.
 */
export class GroupCommit<Operation, Outcome> {
  readonly counts = { batches: 0, operations: 0 }
  readonly #settings: Settings<Operation, Outcome>
  readonly #queue: Item<Operation, Outcome>[] = []
  #running: Item<Operation, Outcome>[] = []
  #runningSince = 0
  #failingSince: number | undefined
  #isAway = false
  #isClosed = false
  #loop: Promise<void> | undefined
  #sweeper: NodeJS.Timeout | undefined

  constructor(settings: Settings<Operation, Outcome>) {
    this.#settings = settings
  }

  get isAway(): boolean {
    return this.#isAway
  }

  get waiting(): number {
    return this.#queue.length + this.#running.length
  }

  submit(operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#isAway || this.#isClosed) return reject(new DatabaseAway('the database is away'))
      if (this.#queue.length >= this.#settings.queueMax) return reject(new DatabaseAway('too many operations wait'))
      this.#queue.push({ operation, since: performance.now(), wasSent: false, isOver: false, resolve, reject })
      this.#loop ??= this.#run()
      this.#sweeper ??= setInterval(() => this.#sweep(), sweepEveryMs).unref()
    })
  }

  /** Commits the queued operations and refuses new ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#loop
    clearInterval(this.#sweeper)
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0 || (this.#isAway && !this.#isClosed)) {
      if (this.#isAway) await this.#probe()
      else {
        await nextTurn() // operations submitted in this turn of the event loop share the commit
        await this.#commit(this.#queue.splice(0, this.#settings.batchMax))
      }
    }
    this.#loop = undefined
  }

  async #commit(batch: Item<Operation, Outcome>[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const items = batch.filter(({ isOver }) => !isOver)
      if (items.length === 0) return
      const error = await this.#attempt(items)
      if (error === undefined) return
      const failure = failureOf(error)
      if (failure === 'poison' || failure === 'blocked') return this.#isolate(items, failure, error)
      this.#failingSince ??= performance.now()
      if (performance.now() - this.#failingSince > this.#settings.awayAfterMs) return this.#giveUp(items, error)
      await pause(Math.min(retryAfterMaxMs, 2 ** attempt) * Math.random())
    }
  }

  /** Runs one transaction. Returns its error. */
  async #attempt(items: Item<Operation, Outcome>[]): Promise<unknown> {
    this.#running = items
    this.#runningSince = performance.now()
    for (const item of items) item.wasSent = true
    try {
      const outcomes = await this.#settings.execute(items.map(({ operation }) => operation))
      this.counts.batches += 1
      this.counts.operations += items.length
      for (const [index, item] of items.entries()) {
        item.isOver = true
        item.resolve(outcomes[index] as Outcome) // an executor answers every operation
      }
      this.#answered()
    } catch (error) {
      return error ?? new Error('failed without a reason')
    } finally {
      this.#running = []
    }
  }

  /** Commits operations apart, so that one poison operation or one locked row does not fail or delay the others. */
  async #isolate(items: Item<Operation, Outcome>[], failure: 'poison' | 'blocked', error: unknown): Promise<void> {
    const { keyOf } = this.#settings
    const groups = Map.groupBy(items, (item) => (failure === 'poison' ? item : keyOf(item.operation)))
    if (groups.size > 1) for (const group of groups.values()) await this.#commit(group)
    else
      for (const item of items)
        fail(item, failure === 'poison' ? error : new DatabaseAway('a lock is held for too long', { cause: error }))
  }

  #giveUp(items: Item<Operation, Outcome>[], error: unknown): void {
    this.#goAway(error)
    for (const item of [...items, ...this.#queue.splice(0)]) fail(item, away(item, error))
  }

  async #probe(): Promise<void> {
    await pause(probeEveryMs)
    try {
      await this.#settings.execute([])
      this.#answered()
    } catch {} // still away
  }

  #goAway(error: unknown) {
    if (!this.#isAway) this.#settings.log.error('database away: new calls are refused', { error })
    this.#isAway = true
  }

  #answered() {
    this.#failingSince = undefined
    if (!this.#isAway) return
    this.#isAway = false
    this.#settings.log.info('database is back')
    this.#settings.onBack()
  }

  #sweep() {
    const before = performance.now() - this.#settings.giveUpMs
    if (this.#running.length > 0 && this.#runningSince < before) this.#goAway(new Error('no answer'))
    for (const item of this.#running) if (item.since < before) fail(item, away(item))
    const late = this.#queue.findIndex(({ since }) => since >= before)
    for (const item of this.#queue.splice(0, late === -1 ? this.#queue.length : late)) fail(item, away(item))
    if (this.waiting > 0) return
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }
}

function away(item: { wasSent: boolean }, cause?: unknown): DatabaseAway {
  const error = new DatabaseAway('not committed in time', { cause })
  error.wasSent = item.wasSent
  return error
}

function fail(item: { isOver: boolean; reject(error: unknown): void }, error: unknown) {
  if (item.isOver) return
  item.isOver = true
  item.reject(error)
}
