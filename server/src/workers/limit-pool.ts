import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { InFlightLimits } from '../gateway/entry/in-flight/shares.ts'
import type { LimitUnits, Loan } from './topics.ts'

/** A worker that does not respond to a recall in this time keeps its units. */
const recallMs = 1000

/** Recalls the unused units of a limit from a worker. Resolves with their number. */
export type Recall = (worker: number, part: Omit<LimitUnits, 'amount'>) => Promise<number>

/** The lent units of one limit of a user, of a token or of the whole server. */
type Allocation = {
  lent: number
  /** Units per worker; zero entries are removed. */
  lentTo: Map<number, number>
  /**
   * A worker has lacked units. Until half of the limit is free, workers get only what they need and return it at once.
   */
  isScarce: boolean
  recalling?: Promise<void>
}
const newAllocation = (): Allocation => ({ lent: 0, lentTo: new Map(), isScarce: false })

/**
 * Lends units of the limits on running calls (calls and bytes) to workers. A worker uses only units that it was lent,
 * and the lent units never exceed the limit: so the workers together are never looser than one process. They are not
 * stricter either: before a request is refused, every worker gives up its unused units. Machines do not share these
 * limits.
 *
 * Fixed shares would be stricter for a user whose connections all reach one worker, and a request to the supervisor for
 * every call costs two messages per call (decision 22). Units lent ahead cost a call no message.
 */
export class LimitPool {
  readonly #limits: InFlightLimits
  readonly #workers: number
  readonly #recallFrom: Recall
  readonly #allocations = new Map<string, Allocation>()

  constructor(limits: InFlightLimits, workers: number, recallFrom: Recall) {
    this.#limits = limits
    this.#workers = workers
    this.#recallFrom = recallFrom
  }

  /** Lends all parts or none. Half of each limit is lent ahead, in equal shares, so that most calls need no message. */
  async borrow(worker: number, parts: readonly LimitUnits[]): Promise<Loan> {
    const recalled = new Set<LimitUnits>()
    // The recall of one limit takes time, in which another worker may borrow of the others: every limit is checked again.
    for (;;) {
      const lacking = parts.find((part) => this.#room(part) < part.amount)
      if (!lacking) return { lent: parts.map((part) => this.#lend(worker, part)) }
      if (recalled.has(lacking)) return { exhausted: lacking.limited }
      recalled.add(lacking)
      await this.#recall(lacking)
    }
  }

  /** Counts units that a worker uses without a loan, also beyond the limit. */
  owe(worker: number, part: LimitUnits): void {
    this.#change(worker, part, part.amount)
  }

  giveBack(worker: number, part: LimitUnits): void {
    this.#change(worker, part, -part.amount)
  }

  /** Takes back all units of a worker that has ended. */
  forget(worker: number): void {
    for (const [key, allocation] of this.#allocations) {
      allocation.lent -= allocation.lentTo.get(worker) ?? 0
      allocation.lentTo.delete(worker)
      if (allocation.lent === 0) this.#allocations.delete(key)
    }
  }

  #room(part: LimitUnits): number {
    return this.#limits[part.limited] - (this.#allocations.get(keyOf(part))?.lent ?? 0)
  }

  #lend(worker: number, part: LimitUnits) {
    const { isScarce, lentTo } = this.#allocations.get(keyOf(part)) ?? newAllocation()
    const ahead = Math.floor(this.#limits[part.limited] / (2 * this.#workers)) - (lentTo.get(worker) ?? 0)
    const amount = isScarce ? part.amount : Math.max(part.amount, Math.min(ahead, this.#room(part)))
    this.#change(worker, part, amount)
    return { amount, isScarce }
  }

  #change(worker: number, part: LimitUnits, amount: number): void {
    const key = keyOf(part)
    const allocation = this.#allocations.get(key) ?? newAllocation()
    allocation.lent += amount
    const lentNow = (allocation.lentTo.get(worker) ?? 0) + amount
    if (lentNow === 0) allocation.lentTo.delete(worker)
    else allocation.lentTo.set(worker, lentNow)
    if (allocation.lent <= this.#limits[part.limited] / 2) allocation.isScarce = false
    if (allocation.lent === 0) this.#allocations.delete(key)
    else this.#allocations.set(key, allocation)
  }

  /** Recalls from every worker, including the borrower, which may have been lent more than it needs in the meantime. */
  async #recall(part: LimitUnits): Promise<void> {
    const allocation = this.#allocations.get(keyOf(part))
    // While a limit is scarce, workers return unused units at once: one recall is enough.
    if (!allocation || allocation.isScarce) return allocation?.recalling
    allocation.isScarce = true
    allocation.recalling = this.#recallAll(part, allocation)
    await allocation.recalling
  }

  async #recallAll(part: LimitUnits, allocation: Allocation): Promise<void> {
    await turn() // a loan that was granted in this turn must be sent before the recall
    const recalled = [...allocation.lentTo.keys()].map(async (worker) => {
      const amount = await this.#recallFrom(worker, part).catch(() => 0) // `forget` takes back the units of a worker that ended
      if (allocation.lentTo.has(worker)) this.giveBack(worker, { ...part, amount })
    })
    const over = new AbortController()
    await Promise.race([Promise.all(recalled), pause(recallMs, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
  }
}

const keyOf = ({ limited, id }: Omit<LimitUnits, 'amount'>) => `${limited} ${id}`
