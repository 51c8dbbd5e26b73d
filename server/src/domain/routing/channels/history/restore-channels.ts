import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { indexChannels } from '../abilities/abilities.rules.ts'
import { insertChannels, readChannelsById } from '../channels.queries.ts'
import { insertKeys } from '../keys/channel-keys.queries.ts'
import { addSpending, lastSettledEntry, lockCharges } from './channel-spending.queries.ts'
import { takeDeleted } from './deleted-channels.queries.ts'

/** The spending with channels up to an entry of the ledger. */
export type Spending = { sums: ReadonlyMap<number, number>; upTo: number }

/** Entries per statement; other work on the event loop runs between two of them. */
const entriesAtOnce = 100_000

/** Adds up the spending with channels before the transaction that restores them, because it takes a while. */
export async function spendingSoFar(store: Store, ids: readonly number[]): Promise<Spending> {
  const sums = new Map<number, number>()
  const upTo = await lastSettledEntry(store)
  for (let after = 0; after < upTo; after += entriesAtOnce) {
    await addSpending(store, sums, ids, { after, upTo: Math.min(upTo, after + entriesAtOnce) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { sums, upTo }
}

/**
 * Restores deleted channels: ids, keys, tags, counters and routing index. Calls that were running when a channel was
 * deleted have been charged since, so its spending is counted again from the ledger.
 */
export async function restoreChannels(transaction: Store, ids: readonly number[], { sums, upTo }: Spending) {
  const rows = await takeDeleted(transaction, ids)
  if (rows.length < ids.length) throw new AppError('undo_expired')
  await lockCharges(transaction)
  const spent = new Map(sums)
  await addSpending(transaction, spent, ids, { after: upTo })
  await insertChannels(
    transaction,
    rows.map(({ keys: _, ...row }) => ({ ...row, used_quota: spent.get(row.id) ?? 0 })),
  )
  await insertKeys(
    transaction,
    rows.flatMap(({ keys = [] }) => keys),
  )
  const channels = await readChannelsById(transaction, ids)
  await indexChannels(transaction, channels)
  return channels
}
