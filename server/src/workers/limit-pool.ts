import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { InFlightLimits } from '../gateway/entry/shares.ts'
import type { Loan, Part } from './topics.ts'

/** A worker that does not answer in this time keeps what it was lent. */
const recallMs = 1000

/** Asks a worker for what it does not use of a limit; resolves with how much it has given up. */
export type Recall = (worker: number, part: Omit<Part, 'amount'>) => Promise<number>

/** One limit of one user or token, or of all: how much of it is lent, and to which workers, none of them with nothing. */
type Allocation = { lent: number; lentTo: Map<number, number>; isScarce: boolean; recalling?: Promise<void> }
const newAllocation = (): Allocation => ({ lent: 0, lentTo: new Map(), isScarce: false })

/**
 * Lends parts of the limits on running calls to workers. What is lent never exceeds a limit, and a worker uses only what
 * it was lent, so that all workers together are never looser than one process. It is not stricter either: before
 * anything is refused, what other workers were lent and do not use is recalled.
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

  /** All parts or none. Half of a limit is lent ahead, the same part to each worker, so that most calls need not ask. */
  async borrow(worker: number, parts: readonly Part[]): Promise<Loan> {
    const recalled = new Set<Part>()
    // While one limit is recalled the others may be lent, so each is looked at again.
    for (;;) {
      const lacking = parts.find((part) => this.#room(part) < part.amount)
      if (!lacking) return { lent: parts.map((part) => this.#lend(worker, part)) }
      if (recalled.has(lacking)) return { exhausted: lacking.limited }
      recalled.add(lacking)
      await this.#recall(lacking)
    }
  }

  /** Counts what is in use already, also beyond the limit. */
  owe(worker: number, part: Part): void {
    this.#change(worker, part, part.amount)
  }

  giveBack(worker: number, part: Part): void {
    this.#change(worker, part, -part.amount)
  }

  /** The worker has ended, and its calls with it. */
  forget(worker: number): void {
    for (const [key, allocation] of this.#allocations) {
      allocation.lent -= allocation.lentTo.get(worker) ?? 0
      allocation.lentTo.delete(worker)
      if (allocation.lent === 0) this.#allocations.delete(key)
    }
  }

  #room(part: Part): number {
    return this.#limits[part.limited] - (this.#allocations.get(keyOf(part))?.lent ?? 0)
  }

  #lend(worker: number, part: Part) {
    const { isScarce, lentTo } = this.#allocations.get(keyOf(part)) ?? newAllocation()
    const ahead = Math.floor(this.#limits[part.limited] / (2 * this.#workers)) - (lentTo.get(worker) ?? 0)
    const amount = isScarce ? part.amount : Math.max(part.amount, Math.min(ahead, this.#room(part)))
    this.#change(worker, part, amount)
    return { amount, isScarce }
  }

  #change(worker: number, part: Part, amount: number): void {
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

  /** From every worker, the one that asks included: it may have been lent more than it needs by now. */
  async #recall(part: Part): Promise<void> {
    const allocation = this.#allocations.get(keyOf(part))
    // While a limit is scarce workers return at once what they do not use, so one recall is enough.
    if (!allocation || allocation.isScarce) return allocation?.recalling
    allocation.isScarce = true
    allocation.recalling = this.#recallAll(part, allocation)
    await allocation.recalling
  }

  async #recallAll(part: Part, allocation: Allocation): Promise<void> {
    await turn() // a loan that was granted in this turn is on its way before the worker is asked
    const recalled = [...allocation.lentTo.keys()].map(async (worker) => {
      const amount = await this.#recallFrom(worker, part).catch(() => 0) // a worker that ended is forgotten
      if (allocation.lentTo.has(worker)) this.giveBack(worker, { ...part, amount })
    })
    const over = new AbortController()
    await Promise.race([Promise.all(recalled), pause(recallMs, undefined, { signal: over.signal }).catch(() => {})])
    over.abort()
  }
}

const keyOf = ({ limited, id }: Omit<Part, 'amount'>) => `${limited} ${id}`
