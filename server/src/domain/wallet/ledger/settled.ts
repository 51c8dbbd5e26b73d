import { isSettlement, type Operation } from './operations.ts'
import type { HoldRow, Settled } from './plan.ts'

/** How the entry is marked that an expired hold leaves. */
export const expiredDetail = 'expired'

const restSuffix = '/rest'

/** A call that reports after its hold expired and was charged is charged the rest under this reference. */
export const restReference = (request_id: string) => request_id + restSuffix

export type SettlingEntry = { kind: string; reference: string; amount: number; channel_id: number; detail: string }

/**
 * Reads what became of calls without a hold from their charges, charges of a rest, and refunds. A free call leaves no
 * entry; the row of the log says that it is over.
 */
export function settledOf(entries: readonly SettlingEntry[], logged: readonly string[]): Map<string, Settled> {
  const settled = new Map<string, Settled>()
  for (const { kind, reference, amount, channel_id, detail } of entries)
    if (kind === 'charge' && !reference.endsWith(restSuffix))
      settled.set(reference, { charged: amount, channel_id, isFinal: detail !== expiredDetail })
  for (const { kind, reference } of entries) {
    const request_id = reference.endsWith(restSuffix) ? reference.slice(0, -restSuffix.length) : reference
    const known = settled.get(request_id)
    if (known && (kind === 'refund' || request_id !== reference)) known.isFinal = true
  }
  for (const request_id of logged)
    if (!settled.has(request_id)) settled.set(request_id, { charged: 0, channel_id: 0, isFinal: true })
  return settled
}

/** Whether an operation needs to know what the ledger says of its call: the call has no hold, or one that was reopened. */
export const needsSettled = (operation: Operation, hold: HoldRow | undefined): boolean =>
  hold ? hold.is_reopened === 1 : isSettlement(operation) || (operation.kind === 'hold' && operation.isAgain === true)
