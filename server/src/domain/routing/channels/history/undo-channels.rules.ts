import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, targetOf } from '../../../system/audit/audit.queries.ts'
import { findAct, readChangesOf, type StoredChange } from '../../../system/audit/changes.queries.ts'
import { changedSince, claimAct } from '../../../system/audit/undo.rules.ts'
import { indexChannels } from '../abilities/abilities.rules.ts'
import {
  type ChannelUpdate,
  type ChannelWithKey,
  insertChannels,
  readChannelsById,
  readChannelsWithKey,
} from '../channels.queries.ts'
import { changeByAdmin } from '../edit/change-by-admin.ts'
import { changeAll } from '../edit/change-channels.rules.ts'
import { targetsOf } from '../edit/channel-audit.ts'
import { hasPlainPassword, withEarlierProxy, withSealedProxy } from '../edit/channel-proxy.ts'
import { insertKeys, readKeysOf } from '../keys/channel-keys.queries.ts'
import { isUntouched, restoreKeys } from '../keys/kept-keys.ts'
import { type ChangedKeys, recordedChange, withKeys } from './channel-changes.ts'
import { addSpending, lastSettledEntry, lockCharges, takeDeleted } from './deleted-channels.queries.ts'
import { checkUntouched, earlierValues, withKeyAtHome } from './earlier-values.ts'

type UndoChannelsDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'reload'>

const deletion = 'channel.delete'
const idsOf = (changes: readonly StoredChange[]) => changes.map(({ subject }) => Number(subject))

/** Undoes an act on channels: for all that it changed, or for none. Returns how many they are. */
export async function undoChannelAct(deps: UndoChannelsDeps, actor: Actor, id: number): Promise<{ count: number }> {
  const spending = await spendingOfDeleted(deps.store, id)
  const { data } = await changeByAdmin(deps, actor, async (transaction) => {
    const act = await claimAct(transaction, 'channel', id, actor.at)
    const changes = spending
      ? await restored(transaction, deps.vault, act.changes, spending)
      : await takenBack(transaction, deps, act.changes)
    const { length: count } = changes.rows
    const [only] = changes.rows
    const target = only && count === 1 ? targetOf(only) : targetsOf(changes.rows.map((row) => row.id))
    const detail = { undoes: id, action: act.action, count }
    return { result: { count }, audit: { action: 'channel.undo', target, detail, changes: changes.recorded } }
  })
  return data
}

/** Undefined for an act that deleted nothing. */
async function spendingOfDeleted(store: Store, id: number): Promise<Spending | undefined> {
  const act = await findAct(store, id)
  return act?.action === deletion ? spendingSoFar(store, idsOf(await readChangesOf(store, id))) : undefined
}

async function restored(transaction: Store, vault: Vault, changes: readonly StoredChange[], spending: Spending) {
  if (changes.some(({ fields }) => fields === undefined)) throw new AppError('undo_impossible')
  const rows = await restoreChannels(transaction, vault, idsOf(changes), spending)
  return { rows, recorded: rows.map((row) => ({ kind: 'channel' as const, subject: row.id, fields: {} })) }
}

async function takenBack(
  transaction: Store,
  { vault, clock }: Pick<Deps, 'vault' | 'clock'>,
  changes: readonly StoredChange[],
) {
  const rows = new Map((await readChannelsWithKey(transaction, idsOf(changes))).map((row) => [row.id, row]))
  const updates = changes.map((change) => updateOf(vault, rows.get(Number(change.subject)), change))
  if (updates.length === 0) throw new AppError('undo_impossible')
  // Most acts set one value for many channels, so that many of the earlier values are equal too.
  const changing = updates.filter(({ update }) => Object.keys(update).length > 0)
  for (const equal of Map.groupBy(changing, ({ update }) => JSON.stringify(update)).values())
    await changeAll(
      transaction,
      equal.map(({ row }) => row),
      equal[0]?.update ?? {},
      clock(),
    )
  const recorded = []
  for (const { row, update, keys } of updates)
    recorded.push(recordedChange(row, update, vault, keys && (await withEarlierKeys(transaction, row, keys))))
  return { rows: updates.map(({ row }) => row), recorded }
}

/** Restores the earlier keys of a channel, and returns the resulting changes. */
async function withEarlierKeys(transaction: Store, row: ChannelWithKey, { before, after }: ChangedKeys) {
  const current = await readKeysOf(transaction, [row.id])
  if (!isUntouched(after, row.multi_key_mode, current)) return changedSince(`#${row.id} ${row.name}`, 'key')
  await restoreKeys(transaction, row.id, before, after)
  const { after: restored, ...changed } = withKeys(row, current, await readKeysOf(transaction, [row.id]))
  return { ...changed, after: { ...restored, mode: before.mode } }
}

function updateOf(
  vault: Vault,
  row: ChannelWithKey | undefined,
  change: StoredChange,
): { row: ChannelWithKey; update: ChannelUpdate; keys: ChangedKeys | undefined } {
  const earlier = earlierValues(vault, change)
  if (earlier === 'unrecorded') throw new AppError('undo_impossible')
  if (earlier === 'expired') throw new AppError('undo_expired')
  if (!row) return changedSince(`#${change.subject}`, 'id')
  checkUntouched(row, earlier.set)
  return { row, update: withEarlierProxy(vault, withKeyAtHome(row, earlier), row), keys: earlier.keys }
}

/** The spending with channels up to an entry of the ledger. */
type Spending = { sums: ReadonlyMap<number, number>; upTo: number }

/** Entries per statement; other work on the event loop runs between two of them. */
const entriesAtOnce = 100_000

/** Adds up the spending with channels before the transaction that restores them, because it takes a while. */
async function spendingSoFar(store: Store, ids: readonly number[]): Promise<Spending> {
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
async function restoreChannels(transaction: Store, vault: Vault, ids: readonly number[], { sums, upTo }: Spending) {
  const rows = await takeDeleted(transaction, ids)
  if (rows.length < ids.length) throw new AppError('undo_expired')
  await lockCharges(transaction)
  const spent = new Map(sums)
  await addSpending(transaction, spent, ids, { after: upTo })
  await insertChannels(
    transaction,
    rows.map(({ keys: _, ...row }) => ({
      ...(hasPlainPassword(row.setting) ? withSealedProxy(vault, row) : row),
      used_quota: spent.get(row.id) ?? 0,
    })),
  )
  await insertKeys(
    transaction,
    rows.flatMap(({ keys = [] }) => keys),
  )
  const channels = await readChannelsById(transaction, ids)
  await indexChannels(transaction, channels)
  return channels
}
