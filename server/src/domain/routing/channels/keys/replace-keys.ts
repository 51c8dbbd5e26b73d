import type { Vault } from '../../../../secrets/vault.ts'
import type { Store } from '../../../../store/store.ts'
import { sealedKey } from '../edit/channel-keys.ts'
import { deleteKeys, insertKeys, readKeysOf } from './channel-keys.queries.ts'
import { deleteCooldown } from './cooling.queries.ts'
import { keyListIn } from './key-list.ts'

/** Replaces all keys of a channel by those of a text; returns the first, which the row of the channel holds as well. */
export async function replaceKeys(
  transaction: Store,
  { vault }: { vault: Vault },
  channel: { id: number; type: number },
  text: string,
) {
  const sealed = keyListIn(channel.type, text).map((key) => sealedKey(vault, key))
  const before = await readKeysOf(transaction, [channel.id])
  await deleteKeys(
    transaction,
    before.map(({ id }) => id),
  )
  await deleteCooldown(transaction, channel.id)
  await insertKeys(
    transaction,
    sealed.map((key, position) => ({ channel_id: channel.id, position, ...key })),
  )
  return sealed[0]
}
