/** The limits on running calls: of the whole server, of each user and of each token. */
export type Limited = 'calls' | 'user calls' | 'token calls' | 'bytes' | 'user bytes'
export type InFlightLimits = Readonly<Record<Limited, number>>

/** How much of one limit is in use in this process. */
export interface Share {
  readonly limited: Limited
  readonly used: number
  /** Whether the amount exceeds the rest that this process may use. */
  lacks(amount: number): boolean
  /** Counts units in use; a negative amount returns them. */
  add(amount: number): void
}

export type Want = { share: Share; amount: number }

/** The limit that has no room; nothing was added. */
export class Exhausted extends Error {
  readonly limited: Limited
  constructor(limited: Limited) {
    super(`no room in the limit of ${limited}`)
    this.limited = limited
  }
}

/** The shares of this process in all limits. */
export type Shares = {
  /** `id` of the user or token; 0 for the limits of the whole server. */
  open(limited: Limited, id: number): Share
  /** The user or token of this share has no running call. */
  close(share: Share): void
  /** Borrows missing units and adds the amounts, all or none; rejects with Exhausted. */
  borrow(wants: readonly Want[]): Promise<void>
}

class OwnShare implements Share {
  used = 0
  readonly limited: Limited
  readonly #max: number

  constructor(limited: Limited, max: number) {
    this.limited = limited
    this.#max = max
  }

  lacks(amount: number): boolean {
    return this.used + amount > this.#max
  }

  add(amount: number): void {
    this.used += amount
  }
}

/** The shares of a single process, which may use every limit alone and has nobody to borrow from. */
export const ownShares = (limits: InFlightLimits): Shares => ({
  open: (limited) => new OwnShare(limited, limits[limited]),
  close() {},
  borrow(wants) {
    const lacking = wants.find(({ share, amount }) => share.lacks(amount))
    throw new Exhausted(lacking?.share.limited ?? 'calls') // some share lacks units, or `borrow` would not be called
  },
})
