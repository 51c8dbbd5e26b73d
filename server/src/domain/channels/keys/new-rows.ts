import type { ChannelToCreate } from '@turnpike/contract/channels/channel'
import { channelStatus } from '@turnpike/contract/channels/channel'
import type { Insertable } from 'kysely'
import type { Vault } from '../../../secrets/vault.ts'
import type { Database } from '../../../store/schema.ts'
import { keysIn, sealedKey } from '../edit/channel-keys.ts'
import { checkedColumns } from '../edit/check-channel.ts'
import type { KeyRow, NewKey } from './channel-keys.queries.ts'
import { firstState, keyListIn, keyModeOf } from './key-list.ts'

type KeyOfNone = Omit<NewKey, 'channel_id'>
/** A channel to insert, and its keys where it has several. */
type NewChannel = { row: Insertable<Database['channels']>; keys: KeyOfNone[] }

/** The channels that a request asks for: one per key, or one with all of them. */
export function newRows({ vault, clock }: { vault: Vault; clock: () => number }, asked: ChannelToCreate): NewChannel[] {
  const { key, status, multi_key_mode: _, channel_info: __, ...given } = asked
  const { name, models, group, ...columns } = checkedColumns(given)
  // The contract requires name and models and fills in the group, so they were given and checked.
  const written = { name: name as string, models: models as string, group: group as string, tag: null, ...columns }
  const row = { ...written, type: given.type, status: status ?? channelStatus.enabled, created_time: clock() }
  const multi_key_mode = keyModeOf(asked)
  if (!multi_key_mode)
    return keysIn(given.type, key).map((one) => ({ row: { ...row, ...sealedKey(vault, one) }, keys: [] }))
  const keys = keyListIn(given.type, key).map((one, position) => ({
    position,
    ...sealedKey(vault, one),
    ...firstState(asked, position, clock()),
  }))
  const { key_cipher = '', key_hash = '' } = keys[0] ?? {} // a list has one key at least
  return [{ row: { ...row, key_cipher, key_hash, multi_key_mode }, keys }]
}

export const keysFor = (channelId: number | undefined, keys: readonly KeyOfNone[]): NewKey[] =>
  channelId === undefined ? [] : keys.map((key) => ({ ...key, channel_id: channelId }))

/** A key for a copy of its channel. */
export const withoutCounters = ({
  position,
  key_cipher,
  key_hash,
  status,
  reason,
  status_time,
}: KeyRow): KeyOfNone => ({
  position,
  key_cipher,
  key_hash,
  status,
  reason,
  status_time,
})
