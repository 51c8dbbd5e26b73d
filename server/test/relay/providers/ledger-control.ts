import type { Deps } from '../../../src/deps.ts'
import type { Ledger } from '../../../src/domain/money/wallet/ledger/ledger.ts'
import type { RelayServer } from '../../harness/relay-harness.ts'

/** Lets a test hold up or refuse the charges of one user, and hear of them. */
export type LedgerControl = {
  /** Resolves when the next charge or release of this user is durable. */
  nextSettlement(user_id: number): Promise<void>
  /** The next charge of this user waits until it is let go. */
  holdCapture(user_id: number): HeldCapture
  /** Charges of this user cannot be kept: neither the database nor the spool takes them. */
  refuseCaptures(user_id: number): void
}
export type HeldCapture = { sent: Promise<void>; release(): void }

/** The server passes its ledger by reference, so that a test can stand between it and the relay. */
export const ledgerOf = ({ deps }: RelayServer): Ledger => (deps as Deps & { ledger: Ledger }).ledger // the relay's own parts are there beside the others

export function controlLedger(relay: RelayServer): LedgerControl {
  const ledger = ledgerOf(relay)
  const { capture, release } = ledger
  const held = new Map<number, { sent(): void; released: Promise<void> }>()
  const refused = new Set<number>()
  const waiting = new Map<number, () => void>()
  const settled = (user_id: number) => {
    waiting.get(user_id)?.()
    waiting.delete(user_id)
  }
  ledger.capture = async (sent) => {
    const { user_id } = sent
    if (refused.has(user_id)) return { ok: false, code: 'database_error' }
    const hold = held.get(user_id)
    held.delete(user_id)
    hold?.sent()
    await hold?.released
    const outcome = await capture(sent)
    settled(user_id)
    return outcome
  }
  ledger.release = async (sent) => {
    const outcome = await release(sent)
    settled(sent.user_id)
    return outcome
  }
  return {
    nextSettlement: (user_id) => new Promise((resolve) => waiting.set(user_id, resolve)),
    holdCapture(user_id) {
      const sent = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      held.set(user_id, { sent: sent.resolve, released: released.promise })
      return { sent: sent.promise, release: released.resolve }
    },
    refuseCaptures: (user_id) => void refused.add(user_id),
  }
}
