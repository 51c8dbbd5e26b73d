import { isFirstCapture, isSettlement, type Operation } from './operations.ts'
import type { HoldRow, NewPotMove, Part, Settled, SettlingEntry } from './plan.ts'

/** The `detail` of the charge of an expired hold. */
export const expiredDetail = 'expired'

const restSuffix = '/rest'

/** The reference of the second charge of a call that reports more than the expiry of its hold has charged. */
export const restReference = (request_id: string) => request_id + restSuffix

/**
 * The settled charges of calls without a hold, from their first and second charges and their refunds. A free call has
 * no entry: its log row shows that it is settled.
 */
export function settledOf(
  entries: readonly SettlingEntry[],
  logged: readonly string[],
  moves: readonly SettledMove[] = [],
): Map<string, Settled> {
  const settled = new Map<string, Settled>()
  for (const { kind, reference, amount, channel_id, detail, limits, is_logged, created_at } of entries)
    if (kind === 'charge' && !reference.endsWith(restSuffix))
      settled.set(reference, {
        charged: amount,
        channel_id,
        budgets: limits,
        at: created_at,
        isLogged: is_logged === 1,
        isFinal: detail !== expiredDetail,
        moves: movesOf(moves, reference),
      })
  for (const { kind, reference } of entries) {
    const request_id = reference.endsWith(restSuffix) ? reference.slice(0, -restSuffix.length) : reference
    const known = settled.get(request_id)
    // A call that an administrator has refunded is settled as well: a late report of its charge changes nothing.
    if (known && (kind !== 'charge' || request_id !== reference)) known.isFinal = true
  }
  for (const request_id of logged)
    if (!settled.has(request_id))
      settled.set(request_id, {
        charged: 0,
        channel_id: 0,
        budgets: '',
        at: 0,
        isLogged: true,
        isFinal: true,
        moves: [],
      })
  return settled
}

export const settledMoveColumns = ['pot_id', 'request_id', 'amount'] as const
export type SettledMove = Pick<NewPotMove, (typeof settledMoveColumns)[number]>

/** What each pot has paid of a call, without what came back. */
function movesOf(moves: readonly SettledMove[], request_id: string): Part[] {
  const paid = new Map<number, number>()
  for (const { pot_id, request_id: of, amount } of moves)
    if (of === request_id) paid.set(pot_id, (paid.get(pot_id) ?? 0) + amount)
  return [...paid].map(([id, amount]) => ({ id, amount }))
}

/** Whether pots paid a part of a settled charge, so that their moves must be read. */
export const isFromPots = ({ from_pots }: SettlingEntry): boolean => from_pots > 0

/** Whether the entries of a call must be read: it has no hold, or a hold that was reopened after its expiry. */
export const needsSettled = (operation: Operation, hold: HoldRow | undefined): boolean =>
  hold
    ? hold.is_reopened === 1
    : (isSettlement(operation) && !isFirstCapture(operation)) ||
      (operation.kind === 'hold' && operation.isRepeat === true)
