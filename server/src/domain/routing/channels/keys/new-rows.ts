import {
  type ChannelCreation,
  type ChannelToCreate,
  channelStatus,
  numberedName,
} from '@turnpike/contract/routing/channel'
import type { Insertable } from 'kysely'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import type { Database } from '../../../../store/schema.ts'
import type { WrittenColumns } from '../channels.queries.ts'
import { keysIn, sealedKey } from '../edit/channel-keys.ts'
import { withSealedProxy } from '../edit/channel-proxy.ts'
import { checkedColumns, checkName } from '../edit/check-channel.ts'
import { sealedOverrides } from '../edit/header-literals.ts'
import type { KeyRow, NewKey } from './channel-keys.queries.ts'
import { firstState, keyListIn, keyModeOf } from './key-list.ts'

/** The channels that a creating request names, in either of its two forms. */
export function channelsToCreate(requested: ChannelCreation): ChannelToCreate[] {
  if (requested.mode === undefined) return [requested]
  if (requested.mode === 'multi_to_single') {
    const multi_key_mode = requested.multi_key_mode ?? requested.channel.multi_key_mode ?? 'random'
    return [{ ...requested.channel, multi_key_mode }]
  }
  // Clients post a stored row back, which may name a key mode: only `multi_to_single` makes a channel with several keys.
  const channel = { ...requested.channel, multi_key_mode: undefined, channel_info: undefined }
  const { type, key } = channel
  if (requested.mode === 'batch')
    return keyListIn(type, key).map((one, index) => ({
      ...channel,
      name: numberedName(channel.name, index + 1),
      key: one,
    }))
  if (keysIn(type, key).length > 1) throw new AppError('channel_key_invalid')
  return [channel]
}

/** The default values of a channel. */
export const usualColumns: Omit<WrittenColumns, 'type' | 'name' | 'models'> = {
  group: 'default',
  base_url: '',
  other: '',
  openai_organization: '',
  test_model: '',
  model_mapping: '',
  status_code_mapping: '',
  setting: '',
  param_override: '',
  header_override: '',
  tag: null,
  priority: 0,
  weight: 0,
  auto_ban: 1,
  max_input_tokens: 0,
}

type KeyOfNone = Omit<NewKey, 'channel_id'>
/** A channel to insert, and its keys where it has several. */
type NewChannel = { row: Insertable<Database['channels']>; keys: KeyOfNone[] }

/** The channels of a request: one per key, or one with all of them. An import may have types and addresses that a new channel cannot have. */
export function newRows(
  { vault, clock }: { vault: Vault; clock: () => number },
  requested: ChannelToCreate,
  { isImported = false } = {},
): NewChannel[] {
  const { key, status, multi_key_mode: _, channel_info: __, ...given } = requested
  const stored = isImported ? { type: given.type, base_url: given.base_url ?? '', other: '' } : undefined
  const { name, models, group, ...columns } = withSealedProxy(vault, checkedColumns(given, stored))
  // The contract requires name and models and fills in the group, so they are present and checked.
  const named = { name: name as string, models: models as string, group: group as string }
  // With a value for every column: rows that are inserted together must have the same columns.
  const sealed = sealedOverrides(vault, columns)
  const written = { ...usualColumns, proxy_cipher: '', ...named, ...columns, ...sealed, multi_key_mode: '' as const }
  const row = { ...written, type: given.type, status: status ?? channelStatus.enabled, created_time: clock() }
  const multi_key_mode = keyModeOf(requested)
  if (!multi_key_mode) {
    const ones = keysIn(given.type, key)
    const nameOf = (index: number) => (ones.length > 1 ? checkName(numberedName(row.name, index + 1)) : row.name)
    return ones.map((one, index) => ({ row: { ...row, name: nameOf(index), ...sealedKey(vault, one) }, keys: [] }))
  }
  const keys = keyListIn(given.type, key).map((one, position) => ({
    position,
    ...sealedKey(vault, one),
    ...firstState(requested, position, clock()),
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
