import type { Store } from '../../../../store/store.ts'
import { changeChannels } from '../channels.queries.ts'
import { changeKey, deleteKeys, insertKeys, type KeyRow, readKeysOf } from './channel-keys.queries.ts'

export type KeyModeColumn = '' | 'random' | 'polling'
/** The keys of a channel as they were before an act, encrypted, with the host that they were saved for. */
export type KeptKeys = { mode: KeyModeColumn; host: string; rows: KeyRow[] }
/** The same after the act, without keys: enough to see whether they were changed since. */
export type KeptStates = { mode: KeyModeColumn; rows: Pick<KeyRow, 'id' | 'key_hash' | 'status'>[] }

export const statesOf = (mode: KeyModeColumn, rows: readonly KeyRow[]): KeptStates => ({
  mode,
  rows: rows.map(({ id, key_hash, status }) => ({ id, key_hash, status })),
})

/** Whether no key was added, replaced or removed since. A key that the server has disabled since is still the same. */
export const isUntouched = (after: KeptStates, mode: string, rows: readonly KeyRow[]): boolean =>
  after.mode === mode &&
  after.rows.length === rows.length &&
  after.rows.every(({ id, key_hash }) => rows.some((row) => row.id === id && row.key_hash === key_hash))

/** Restores the earlier keys of a channel. Their spending and their state since then are kept. */
export async function restoreKeys(
  transaction: Store,
  channelId: number,
  before: KeptKeys,
  after: KeptStates,
): Promise<void> {
  const current = new Map((await readKeysOf(transaction, [channelId])).map((row) => [row.id, row]))
  const wanted = new Set(before.rows.map(({ id }) => id))
  await deleteKeys(
    transaction,
    [...current.keys()].filter((id) => !wanted.has(id)),
  )
  await insertKeys(
    transaction,
    before.rows.filter(({ id }) => !current.has(id)),
  )
  for (const row of before.rows) {
    const now = current.get(row.id)
    if (!now) continue
    const set = after.rows.find(({ id }) => id === row.id)
    const { status, reason, status_time } = set?.status === row.status ? now : row
    const { position, key_cipher, key_hash } = row
    await changeKey(transaction, row.id, { position, key_cipher, key_hash, status, reason, status_time })
  }
  await changeChannels(transaction, [channelId], { multi_key_mode: before.mode })
  await keepFirstKey(transaction, channelId)
}

/** The row of a channel holds the first of its keys as well. */
export async function keepFirstKey(transaction: Store, channelId: number): Promise<void> {
  const [first] = await readKeysOf(transaction, [channelId])
  if (!first) return
  const { key_cipher, key_hash } = first
  await changeChannels(transaction, [channelId], { key_cipher, key_hash })
}
