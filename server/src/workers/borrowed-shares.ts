import { setImmediate as turn } from 'node:timers/promises'
import { Exhausted, type Limited, type Share, type Shares, type Want } from '../gateway/entry/in-flight/shares.ts'
import type { Link } from './link.ts'
import type { LimitUnits, Loan, SupervisorTopics } from './topics.ts'

const returnEveryMs = 1000

/** The supervisor's side of the loans. */
export type Lender = {
  borrow(parts: LimitUnits[]): Promise<Loan>
  owe(part: LimitUnits): void
  giveBack(part: LimitUnits): void
}

/** The lender that a worker reaches by its link to the supervisor. */
export const lenderOf = (link: Link<Pick<SupervisorTopics, 'borrow' | 'owe' | 'give back'>>): Lender => ({
  borrow: (parts) => link.request('borrow', parts),
  owe: (part) => link.tell('owe', part),
  giveBack: (part) => link.tell('give back', part),
})

export type BorrowedShares = Shares & {
  /** Gives up the unused units of a limit. Resolves with their number. */
  recall(part: Omit<LimitUnits, 'amount'>): Promise<number>
  stop(): void
}

class BorrowedShare implements Share {
  readonly limited: Limited
  readonly id: number
  readonly #lender: Lender
  used = 0
  /** The part of `used` for which a request to the supervisor is under way. */
  requested = 0
  lent = 0
  /** Unused units must be returned at once. */
  isScarce = false
  /** The number of `open` without `close`. */
  openings = 0
  /** Since the timer last looked. */
  wasUsed = true

  constructor(limited: Limited, id: number, lender: Lender) {
    this.limited = limited
    this.id = id
    this.#lender = lender
  }

  get idle(): number {
    return this.lent - (this.used - this.requested)
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

  part(amount: number): LimitUnits {
    return { limited: this.limited, id: this.id, amount }
  }
}

/** The shares of a worker, which uses only units that the supervisor has lent to it. */
export function borrowedShares(lender: Lender): BorrowedShares {
  const shares = new Map<string, BorrowedShare>()
  const keyOf = (limited: Limited, id: number) => `${limited} ${id}`
  const shareOf = (limited: Limited, id: number): BorrowedShare => {
    const key = keyOf(limited, id)
    const share = shares.get(key) ?? new BorrowedShare(limited, id, lender)
    shares.set(key, share)
    return share
  }
  // A share is kept for a second after its last use, so that the next call of the same key needs no message.
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
      ;(share as BorrowedShare).openings-- // every share comes from `open`
    },
    async borrow(wants) {
      const missing: { share: BorrowedShare; amount: number }[] = []
      for (const { share: wanted, amount } of wants as readonly (Want & { share: BorrowedShare })[]) {
        const lacking = Math.max(0, amount - Math.max(0, wanted.lent - wanted.used))
        wanted.requested += lacking
        wanted.add(amount)
        if (lacking > 0) missing.push({ share: wanted, amount: lacking })
      }
      const loan = await lender.borrow(missing.map(({ share, amount }) => share.part(amount))).catch(() => undefined)
      const lent = loan && 'lent' in loan ? loan.lent : []
      const exhausted = loan && 'exhausted' in loan ? loan.exhausted : 'bytes' // a worker without its supervisor is about to end
      for (const [index, { share, amount }] of missing.entries()) {
        const { amount: more, isScarce } = lent[index] ?? {
          amount: 0,
          isScarce: share.isScarce || share.limited === exhausted,
        }
        share.requested -= amount
        share.lent += more
        share.isScarce = isScarce
      }
      const isCovered = missing.every(({ share }) => share.idle >= 0) // by the loan, or by units that calls returned in the meantime
      for (const { share, amount } of wants) share.add(isCovered ? 0 : -amount) // also with 0, which returns units of a scarce limit
      if (!isCovered) throw new Exhausted(exhausted)
    },
    async recall({ limited, id }) {
      await turn() // loans that arrived just before this message are counted when their promises have resolved
      const share = shares.get(keyOf(limited, id))
      if (!share) return 0
      share.isScarce = true
      return share.takeIdle()
    },
    stop: () => clearInterval(timer),
  }
}
