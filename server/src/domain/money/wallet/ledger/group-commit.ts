import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../../../log.ts'
import { DatabaseAway, failureOf } from './database-failure.ts'
import { LeftOut, type LockMode } from './executor.ts'

export type GroupCommitLimits = {
  /** Operations in one transaction. */
  batchMax: number
  /** Operations that may wait in one line. Further ones are refused. */
  queueMax: number
  /** The longest wait of an operation for its commit. */
  giveUpMs: number
  /** The time of failures after which the database counts as away, and operations are refused at once. */
  awayAfterMs: number
  /** How long operations that need a contended lock go straight to the second line. */
  contendedMs: number
  /** How long the second line gathers operations before it waits for their locks. */
  gatherMs: number
}

type Settings<Operation, Outcome> = GroupCommitLimits & {
  /** `onCommit` gets the outcomes of a batch that is committed and still waits for the disk. */
  execute(
    operations: readonly Operation[],
    mode: LockMode,
    onCommit: (outcomes: readonly Outcome[]) => void,
  ): Promise<(Outcome | LeftOut)[]>
  /** Whether an operation need not wait for the disk. */
  isDoneAtCommit(operation: Operation): boolean
  /** The known locks of an operation. */
  locksOf(operation: Operation): readonly string[]
  /** Operations of the same kind write to the same tables. */
  kindOf(operation: Operation): string
  /** Called when the database answers again. */
  onBack(): void
  /** Called for an operation that was given up and then committed nevertheless. */
  onLate(operation: Operation, outcome: Outcome): void
  log: Log
}

type Item<Operation, Outcome> = {
  operation: Operation
  since: number
  wasSent: boolean
  /** An earlier attempt lost its connection and may have been committed. */
  isUncertain: boolean
  /** Its lock was not free after a wait. */
  hasWaited: boolean
  isOver: boolean
  isGivenUp: boolean
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

type Line<Operation, Outcome> = {
  queue: Item<Operation, Outcome>[]
  running: Item<Operation, Outcome>[]
  runningSince: number
  loop: Promise<void> | undefined
}
const fresh = { wasSent: false, isUncertain: false, hasWaited: false, isOver: false, isGivenUp: false }
const newLine = () => ({ queue: [], running: [], runningSince: 0, loop: undefined })

const sweepEveryMs = 100
const retryAfterMaxMs = 25
const probeEveryMs = 250
const gatherTurnsMax = 4
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

/**
 * Queues operations. One batch at a time takes all queued operations and commits them together, so that under load many
 * operations share one commit. An operation whose row is locked by another transaction waits in a second line, so that
 * it does not delay the others. An operation that is not committed in time fails with DatabaseAway.
 */
export class GroupCommit<Operation, Outcome> {
  readonly counts = { batches: 0, operations: 0 }
  readonly #settings: Settings<Operation, Outcome>
  readonly #main: Line<Operation, Outcome> = newLine()
  readonly #beside: Line<Operation, Outcome> = newLine()
  /** Locks that stayed with other transactions after a wait. Operations that need one skip the main line. */
  readonly #locked = new Set<string>()
  /**
   * Locks that were not free when an operation of the main line needed them, each with the time until which it counts
   * as contended. If two instances serve the same users, most attempts of the main line would fail.
   */
  readonly #contended = new Map<string, number>()
  #failingSince: number | undefined
  #isAway = false
  #isClosed = false
  #sweeper: NodeJS.Timeout | undefined

  constructor(settings: Settings<Operation, Outcome>) {
    this.#settings = settings
  }

  get isAway(): boolean {
    return this.#isAway
  }

  get waiting(): number {
    return [this.#main, this.#beside].reduce((sum, { queue, running }) => sum + queue.length + running.length, 0)
  }

  submit(operation: Operation): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      if (this.#isAway || this.#isClosed) return reject(new DatabaseAway('the database is away'))
      const since = performance.now()
      const line = this.#isLocked(operation) || this.#isContended(operation, since) ? this.#beside : this.#main
      if (line.queue.length >= this.#settings.queueMax) return reject(new DatabaseAway('too many operations wait'))
      line.queue.push({ ...fresh, operation, since, resolve, reject })
      this.#begin(line)
    })
  }

  /** Commits the queued operations and refuses new ones. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#main.loop
    await this.#beside.loop // after the main line, which may have begun it
    clearInterval(this.#sweeper)
  }

  #begin(line: Line<Operation, Outcome>): void {
    line.loop ??= line === this.#main ? this.#runMain() : this.#runBeside()
    this.#sweeper ??= setInterval(() => this.#sweep(), sweepEveryMs).unref()
  }

  async #runMain(): Promise<void> {
    const line = this.#main
    while (line.queue.length > 0 || (this.#isAway && !this.#isClosed)) {
      if (this.#isAway) await this.#probe()
      else {
        await gather(line)
        await this.#commit(line, line.queue.splice(0, this.#settings.batchMax), 'skip')
      }
    }
    line.loop = undefined
  }

  /**
   * Most locks belong to a batch of another instance and are free in a moment, so the line waits for them. It gathers
   * operations first, because none can join a batch that already waits. It does not wait twice for a lock that stays:
   * the operations that need it are tried from time to time, without the others.
   */
  async #runBeside(): Promise<void> {
    const line = this.#beside
    const { batchMax, gatherMs } = this.#settings
    const isNew = ({ hasWaited, operation }: Item<Operation, Outcome>) => !hasWaited && !this.#isLocked(operation)
    while (line.queue.length > 0) {
      if (!this.#isAway) {
        await pause(gatherMs)
        await this.#commit(line, take(line, batchMax, isNew), 'wait')
        await this.#commit(
          line,
          take(line, batchMax, (item) => !isNew(item)),
          'skip all',
        )
      }
      if (this.#isAway || !line.queue.every(isNew)) await pause(retryAfterMaxMs * Math.random())
    }
    line.loop = undefined
  }

  #isLocked(operation: Operation): boolean {
    return this.#locked.size > 0 && this.#settings.locksOf(operation).some((lock) => this.#locked.has(lock))
  }

  #isContended(operation: Operation, now: number): boolean {
    const isNow = (lock: string) => (this.#contended.get(lock) ?? 0) > now
    return this.#contended.size > 0 && this.#settings.locksOf(operation).some(isNow)
  }

  async #commit(line: Line<Operation, Outcome>, batch: Item<Operation, Outcome>[], mode: LockMode): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      const items = batch.filter(({ isOver }) => !isOver)
      if (items.length === 0) return
      const error = await this.#attempt(line, items, mode)
      if (error === undefined) return
      const failure = failureOf(error)
      if (failure === 'blocked') return this.#sort(line, items, mode)
      if (failure === 'poison') return this.#isolate(line, items, mode, error)
      if (failure === 'away') for (const item of items) item.isUncertain = true
      this.#failingSince ??= performance.now()
      if (performance.now() - this.#failingSince > this.#settings.awayAfterMs) return this.#giveUp(items, error)
      await pause(Math.min(retryAfterMaxMs, 2 ** attempt) * Math.random())
    }
  }

  /** Runs one transaction. Returns its error. */
  async #attempt(line: Line<Operation, Outcome>, items: Item<Operation, Outcome>[], mode: LockMode): Promise<unknown> {
    line.running = items
    line.runningSince = performance.now()
    for (const item of items) item.wasSent = true
    try {
      const outcomes = await this.#settings.execute(
        items.map(({ operation }) => operation),
        mode,
        (committed) => this.#answerEarly(items, committed),
      )
      if (!outcomes.every((outcome) => outcome instanceof LeftOut)) this.counts.batches += 1
      // An executor gives one outcome per operation.
      for (let index = 0; index < items.length; index++)
        this.#answer(items[index] as Item<Operation, Outcome>, outcomes[index] as Outcome | LeftOut, mode)
      this.#answered()
    } catch (error) {
      return error ?? new Error('failed without a reason')
    } finally {
      line.running = []
    }
  }

  /**
   * Resolves operations that need not wait for the disk. The next operation of their calls can share the next commit.
   */
  #answerEarly(items: readonly Item<Operation, Outcome>[], outcomes: readonly Outcome[]): void {
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as Item<Operation, Outcome>
      if (this.#settings.isDoneAtCommit(item.operation)) this.#resolve(item, outcomes[index] as Outcome)
    }
  }

  #answer(item: Item<Operation, Outcome>, outcome: Outcome | LeftOut, mode: LockMode): void {
    if (outcome instanceof LeftOut) {
      if (mode === 'skip all') this.#noteLock(outcome.lock)
      else this.#contended.set(outcome.lock, performance.now() + this.#settings.contendedMs)
      this.#park(item, mode === 'skip all')
    } else this.#resolve(item, outcome)
  }

  #resolve(item: Item<Operation, Outcome>, outcome: Outcome): void {
    if (item.isGivenUp) {
      item.isGivenUp = false
      this.#settings.onLate(item.operation, outcome)
    }
    if (item.isOver) return
    this.counts.operations += 1
    item.isOver = true
    item.resolve(outcome)
    if (this.#locked.size > 0) for (const lock of this.#settings.locksOf(item.operation)) this.#locked.delete(lock)
  }

  #noteLock(lock: string): void {
    if (this.#locked.has(lock)) return
    this.#locked.add(lock)
    this.#settings.log.warn('a row stays locked by another transaction: calls that need it wait', { lock })
  }

  /** Moves an operation that was not written to the second line. */
  #park(item: Item<Operation, Outcome>, hasWaited: boolean): void {
    item.wasSent = false
    item.hasWaited = hasWaited
    if (item.isOver) return
    this.#beside.queue.push(item)
    this.#begin(this.#beside)
  }

  /**
   * Handles a batch whose lock was not free in time. A lock on a table blocks the kinds of operations that write to it.
   */
  async #sort(line: Line<Operation, Outcome>, items: Item<Operation, Outcome>[], mode: LockMode): Promise<void> {
    const kinds = Map.groupBy(items, ({ operation }) => this.#settings.kindOf(operation))
    if (mode === 'skip all' && kinds.size > 1) for (const kind of kinds.values()) await this.#commit(line, kind, mode)
    else for (const item of items) this.#park(item, true)
  }

  /** Commits each operation alone, so that a poison operation does not fail the others. */
  async #isolate(
    line: Line<Operation, Outcome>,
    items: Item<Operation, Outcome>[],
    mode: LockMode,
    error: unknown,
  ): Promise<void> {
    if (items.length > 1) for (const item of items) await this.#commit(line, [item], mode)
    else for (const item of items) fail(item, error)
  }

  #giveUp(items: Item<Operation, Outcome>[], error: unknown): void {
    this.#goAway(error)
    for (const item of [...items, ...this.#main.queue.splice(0), ...this.#beside.queue.splice(0)])
      fail(item, away(item, error))
  }

  async #probe(): Promise<void> {
    await pause(probeEveryMs)
    try {
      await this.#settings.execute([], 'skip', () => {})
      this.#answered()
    } catch {} // still away
  }

  #goAway(error: unknown) {
    if (!this.#isAway) this.#settings.log.error('database away: new calls are refused', { error })
    this.#isAway = true
    this.#begin(this.#main) // the main line probes the database
  }

  #answered() {
    this.#failingSince = undefined
    if (!this.#isAway) return
    this.#isAway = false
    this.#settings.log.info('database is back')
    this.#settings.onBack()
  }

  #sweep() {
    const now = performance.now()
    const before = now - this.#settings.giveUpMs
    if (this.#main.running.length > 0 && this.#main.runningSince < before) this.#goAway(new Error('no answer'))
    const isLate = ({ since }: Item<Operation, Outcome>) => since < before
    for (const line of [this.#main, this.#beside])
      for (const item of [...line.running.filter(isLate), ...take(line, line.queue.length, isLate)])
        fail(item, away(item))
    for (const [lock, until] of this.#contended) if (until < now) this.#contended.delete(lock)
    if (this.waiting > 0 || this.#contended.size > 0) return
    clearInterval(this.#sweeper)
    this.#sweeper = undefined
  }
}

/**
 * Waits for further operations, as long as each turn of the event loop brings some. Under load fewer commits are
 * needed, and a lone call waits one turn.
 */
async function gather(line: { queue: readonly unknown[] }): Promise<void> {
  for (let seen = 0, turn = 0; seen < line.queue.length && turn < gatherTurnsMax; turn++) {
    seen = line.queue.length
    await nextTurn()
  }
}

/** Takes up to `count` items out of the queue, in order. */
function take<Queued>(line: { queue: Queued[] }, count: number, isWanted: (item: Queued) => boolean): Queued[] {
  const taken = line.queue.filter(isWanted).slice(0, count)
  const gone = new Set(taken)
  if (gone.size > 0) line.queue = line.queue.filter((item) => !gone.has(item))
  return taken
}

function away(item: { wasSent: boolean; isUncertain: boolean; isGivenUp: boolean }, cause?: unknown): DatabaseAway {
  const error = new DatabaseAway('not committed in time', { cause })
  error.wasSent = item.wasSent || item.isUncertain
  item.isGivenUp = true
  return error
}

function fail(item: { isOver: boolean; reject(error: unknown): void }, error: unknown) {
  if (item.isOver) return
  item.isOver = true
  item.reject(error)
}
