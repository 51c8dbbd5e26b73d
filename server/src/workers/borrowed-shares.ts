import { setImmediate as turn } from 'node:timers/promises'
import { Exhausted, type Limited, type Share, type Shares, type Want } from '../gateway/entry/shares.ts'
import type { Link } from './link.ts'
import type { Loan, Part, SupervisorTopics } from './topics.ts'

/** How often shares that nobody uses any more are given back. */
const returnEveryMs = 1000

/** The supervisor, as far as it lends parts of limits. */
export type Lender = {
  borrow(parts: Part[]): Promise<Loan>
  owe(part: Part): void
  giveBack(part: Part): void
}

/** The supervisor at the other end of a worker's link. */
export const lenderOf = (link: Link<Pick<SupervisorTopics, 'borrow' | 'owe' | 'give back'>>): Lender => ({
  borrow: (parts) => link.ask('borrow', parts),
  owe: (part) => link.tell('owe', part),
  giveBack: (part) => link.tell('give back', part),
})

export type BorrowedShares = Shares & {
  /** Gives up what is lent and not in use, and says how much that is. */
  recall(part: Omit<Part, 'amount'>): Promise<number>
  stop(): void
}

class BorrowedShare implements Share {
  readonly limited: Limited
  readonly id: number
  readonly #lender: Lender
  used = 0
  /** Of `used`, what is not lent yet: the supervisor is being asked. */
  asked = 0
  lent = 0
  isScarce = false
  openings = 0
  wasUsed = true

  constructor(limited: Limited, id: number, lender: Lender) {
    this.limited = limited
    this.id = id
    this.#lender = lender
  }

  get idle(): number {
    return this.lent - (this.used - this.asked)
  }

  lacks(amount: number): boolean {
    return this.used + amount > this.lent
  }

  add(amount: number): void {
    this.used += amount
    this.wasUsed = true
    if (this.idle < 0) {
      this.#lender.owe(this.part(-this.idle))
      this.lent -= this.idle
    } else if (this.isScarce) this.giveBackIdle()
  }

  giveBackIdle(): void {
    const amount = this.takeIdle()
    if (amount > 0) this.#lender.giveBack(this.part(amount))
  }

  takeIdle(): number {
    const amount = Math.max(0, this.idle)
    this.lent -= amount
    return amount
  }

  part(amount: number): Part {
    return { limited: this.limited, id: this.id, amount }
  }
}

/** The shares of a worker: it uses only what its supervisor has lent to it. */
export function borrowedShares(lender: Lender): BorrowedShares {
  const shares = new Map<string, BorrowedShare>()
  const keyOf = (limited: Limited, id: number) => `${limited} ${id}`
  const shareOf = (limited: Limited, id: number): BorrowedShare => {
    const key = keyOf(limited, id)
    const share = shares.get(key) ?? new BorrowedShare(limited, id, lender)
    shares.set(key, share)
    return share
  }
  // A key that is used again within a second finds its shares here, and nobody has to be asked.
  const timer = setInterval(() => {
    for (const [key, share] of shares) {
      if (!share.wasUsed && share.used === 0) {
        share.giveBackIdle()
        if (share.openings === 0) shares.delete(key)
      }
      share.wasUsed = false
    }
  }, returnEveryMs)
  timer.unref()

  return {
    open(limited, id) {
      const share = shareOf(limited, id)
      share.openings++
      return share
    },
    close(share) {
      ;(share as BorrowedShare).openings-- // which `open` has made
    },
    async borrow(wants) {
      const missing: { share: BorrowedShare; amount: number }[] = []
      for (const { share: wanted, amount } of wants as readonly (Want & { share: BorrowedShare })[]) {
        const lacking = Math.max(0, amount - Math.max(0, wanted.lent - wanted.used))
        wanted.asked += lacking
        wanted.add(amount)
        if (lacking > 0) missing.push({ share: wanted, amount: lacking })
      }
      const loan = await lender.borrow(missing.map(({ share, amount }) => share.part(amount))).catch(() => undefined)
      const lent = loan && 'lent' in loan ? loan.lent : []
      const exhausted = loan && 'exhausted' in loan ? loan.exhausted : 'bytes' // without a supervisor this worker ends
      for (const [index, { share, amount }] of missing.entries()) {
        const { amount: more, isScarce } = lent[index] ?? {
          amount: 0,
          isScarce: share.isScarce || share.limited === exhausted,
        }
        share.asked -= amount
        share.lent += more
        share.isScarce = isScarce
      }
      const isCovered = missing.every(({ share }) => share.idle >= 0) // by a loan, or by what has become idle meanwhile
      for (const { share, amount } of wants) share.add(isCovered ? 0 : -amount) // which also returns what is scarce
      if (!isCovered) throw new Exhausted(exhausted)
    },
    async recall({ limited, id }) {
      await turn() // loans that have arrived with this message, before it, are counted only when their waiters go on
      const share = shares.get(keyOf(limited, id))
      if (!share) return 0
      share.isScarce = true
      return share.takeIdle()
    },
    stop: () => clearInterval(timer),
  }
}
