import type { ErrorCode } from '@turnpike/contract/errors'
import { beyondAmount, beyondReference, countInWindows, isRunning, type PotRow, roomIn } from '../pots/pot.ts'
import type { Draft } from './draft.ts'
import type { HoldRow, NewEntry, NewPotMove, Part, UserRow } from './plan.ts'

/** The balance among what may pay for a call; every other id is that of a pot. */
export const balance = 0

const partsOfText = (text: string): Part[] =>
  text.split('\n').map((line) => {
    const [id, amount] = line.split(' ')
    return { id: Number(id), amount: Number(amount) }
  })
/** What a hold has reserved, in the order in which it pays. Undefined: of the balance alone. */
export const partsOf = ({ parts }: Pick<HoldRow, 'parts'>): Part[] | undefined =>
  parts === '' ? undefined : partsOfText(parts)

export type Held = Pick<HoldRow, 'amount' | 'parts' | 'from_pots'>
export const sumOfParts = (parts: readonly Part[]) => parts.reduce((sum, { amount }) => sum + amount, 0)
const ofPots = (parts: readonly Part[]) => sumOfParts(parts.filter(({ id }) => id !== balance))
/** The columns of a hold that has reserved these parts. */
const heldOf = (parts: readonly Part[]): Held => ({
  amount: sumOfParts(parts),
  parts: parts.map(({ id, amount }) => `${id} ${amount}`).join('\n'),
  from_pots: ofPots(parts),
})
const ofBalance = (amount: number): Held => ({ amount, parts: '', from_pots: 0 })

/** The ids of pots that a hold names. */
export const potsOfHold = (hold: Pick<HoldRow, 'parts'>): number[] =>
  (partsOf(hold) ?? []).map(({ id }) => id).filter((id) => id !== balance)

/** The amount that a source can spend now, without what is held. */
export function roomOf(draft: Draft, user: UserRow | undefined, id: number, at: number): number {
  if (id === balance) return user ? Math.max(0, user.quota - user.held) : 0
  const pot = draft.pot(id)
  return pot ? roomIn(pot, at) : 0
}

export type Wanted = { sources?: readonly number[] | undefined; amount: number; at: number }

/** Why what may pay for a call does not suffice; undefined if it does. */
export function lackOf(draft: Draft, user: UserRow, { sources, amount, at }: Wanted): ErrorCode | undefined {
  if (!sources) return user.quota - user.held < amount ? 'quota_insufficient' : undefined
  const room = sources.reduce((sum, id) => sum + roomOf(draft, user, id, at), 0)
  if (room >= amount) return undefined
  return sources.includes(balance) ? 'quota_insufficient' : 'plan_insufficient'
}

/** Reserves an amount, which the sources have, of each in its turn. */
export function reserveOf(draft: Draft, user: UserRow | undefined, { sources, amount, at }: Wanted): Held {
  if (!sources) {
    if (user) user.held += amount
    return ofBalance(amount)
  }
  let rest = amount
  const parts = sources.map((id) => {
    const part = { id, amount: Math.min(rest, roomOf(draft, user, id, at)) }
    rest -= part.amount
    return part
  })
  add(draft, user, parts, 1)
  return heldOf(parts)
}

/** More for a hold, of the sources that it has. */
export function reserveMoreOf(draft: Draft, user: UserRow | undefined, hold: HoldRow, more: number, at: number): Held {
  const parts = partsOf(hold)
  const added = reserveOf(draft, user, { sources: parts?.map(({ id }) => id), amount: more, at })
  const addedParts = partsOf(added)
  if (!parts || !addedParts) return ofBalance(hold.amount + more)
  return heldOf(parts.map(({ id, amount }, index) => ({ id, amount: amount + (addedParts[index]?.amount ?? 0) })))
}

/** Frees what a hold has reserved. */
export function freeHold(draft: Draft, user: UserRow | undefined, hold: HoldRow): void {
  const parts = partsOf(hold)
  if (parts) add(draft, user, parts, -1)
  else if (user) user.held -= hold.amount
}

function add(draft: Draft, user: UserRow | undefined, parts: readonly Part[], sign: 1 | -1): void {
  for (const { id, amount } of parts) {
    const source = id === balance ? user : draft.pot(id)
    if (source) source.held += sign * amount
  }
}

/** A part of a hold: what it takes of each source, in order, and what is left of the hold. */
export function splitHold(hold: HoldRow, amount: number): { part: Held; left: Held } {
  const parts = partsOf(hold)
  if (!parts) return { part: ofBalance(amount), left: ofBalance(hold.amount - amount) }
  let rest = amount
  const taken = parts.map((one) => {
    const part = { id: one.id, amount: Math.min(rest, one.amount) }
    rest -= part.amount
    return part
  })
  const left = parts.map((one, index) => ({ id: one.id, amount: one.amount - (taken[index]?.amount ?? 0) }))
  return { part: heldOf(taken), left: heldOf(left) }
}

type Charge = { amount: number; at: number; reference: string }

/**
 * Takes a charge from the pots among its sources, each in its turn. The parts are what its hold had reserved, which is
 * free by now: a pot that has ended pays no more than that. Returns what each pot paid; the balance pays the rest.
 */
export function takeFromPots(
  draft: Draft,
  user: UserRow,
  parts: readonly Part[],
  { amount, at, reference }: Charge,
): Part[] {
  let rest = amount
  const taken: Part[] = []
  for (const part of parts) {
    const pot = part.id === balance ? undefined : draft.pot(part.id)
    if (!pot) {
      rest -= Math.min(rest, roomOf(draft, user, part.id, at))
      continue
    }
    const reserved = pot.amount === 0 ? part.amount : Math.min(part.amount, pot.quota - pot.held)
    const paid = Math.min(rest, isRunning(pot, at) ? roomIn(pot, at) : reserved)
    if (paid <= 0) continue
    pot.quota -= paid
    pot.windows = countInWindows(pot.windows, paid, at)
    rest -= paid
    taken.push({ id: pot.id, amount: paid })
    draft.potMoves.push(moveOf('charge', pot.id, paid, { at, reference }))
  }
  return taken
}

/**
 * Returns a refund to where its charge came from: to the balance first, as far as the balance paid, then to the pots, the
 * last one first. Returns the part of the pots.
 */
export function returnToPots(
  draft: Draft,
  { charged, moves, at: chargedAt }: { charged: number; moves: readonly Part[]; at: number },
  { amount, at, reference }: Charge,
): number {
  let rest = Math.max(0, amount - (charged - sumOfParts(moves)))
  const returned = rest
  for (const { id, amount: paid } of moves.toReversed()) {
    const pot = draft.pot(id)
    const back = Math.min(rest, paid)
    if (!pot || back <= 0) continue
    const beyond = beyondAmount(pot, back)
    pot.quota += back - beyond
    pot.windows = countInWindows(pot.windows, -back, at, chargedAt)
    if (beyond > 0) draft.entries.push(expiryOf(pot, beyond, { at, reference }))
    rest -= back
    draft.potMoves.push(moveOf('refund', id, -back, { at, reference }))
  }
  return returned - rest
}

const expiryOf = ({ id, user_id }: PotRow, amount: number, { at, reference }: Omit<Charge, 'amount'>): NewEntry => ({
  ...{ user_id, caller_id: 0, token_id: 0, channel_id: 0, overdraft: 0, from_pots: 0, is_logged: 0, limits: '' },
  ...{ kind: 'plan_expiry', amount, detail: String(id), created_at: at },
  reference: beyondReference(id, { kind: 'refund', reference }),
})

const moveOf = (
  kind: NewPotMove['kind'],
  pot_id: number,
  amount: number,
  { at, reference }: Omit<Charge, 'amount'>,
): NewPotMove => ({ pot_id, kind, reference, request_id: reference, amount, created_at: at })
