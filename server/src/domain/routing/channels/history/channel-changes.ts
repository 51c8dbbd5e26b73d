import { keyHostOf } from '@turnpike/contract/routing/key-host'
import type { Vault } from '../../../../secrets/vault.ts'
import type { RecordedChange, RecordedField } from '../../../system/audit/recorded-change.ts'
import { rowRevision } from '../../../system/audit/row-revision.ts'
import { type ChannelRow, type ChannelUpdate, type ChannelWithKey, writtenColumns } from '../channels.queries.ts'
import { overrideColumns } from '../edit/header-literals.ts'
import type { KeyRow } from '../keys/channel-keys.queries.ts'
import { type KeptKeys, type KeptStates, statesOf } from '../keys/kept-keys.ts'

/** Columns that may hold credentials: the history records that they changed, without values. */
const hiddenColumns = new Set<string>(['base_url', 'setting', ...overrideColumns])
/** The columns whose changes are recorded. Clearing a failure is not a change by the administrator. */
const recordedColumns = [...writtenColumns, 'status', 'other_info'] as const
export type RecordedColumn = (typeof recordedColumns)[number]
export const isRecordedColumn = (name: string): name is RecordedColumn => recordedColumns.some((each) => each === name)

/** The hidden values of a change. A key stays with the host that it was saved for, and so do literals of headers. */
export type SealedValues = {
  before: {
    base_url?: string
    setting?: string
    /** The encrypted address of the proxy in `setting`. */
    proxy_cipher?: string
    param_override?: string
    header_override?: string
    literals_host?: string
    key?: { key_cipher: string; key_hash: string; host: string }
    /** Of a channel with several. */
    keys?: KeptKeys
  }
  after: {
    base_url?: string
    setting?: string
    proxy_cipher?: string
    param_override?: string
    header_override?: string
    key_hash?: string
    keys?: KeptStates
  }
}

/** The keys of a channel with several, before and after a change. */
export type ChangedKeys = { before: KeptKeys; after: KeptStates }

export const withKeys = (channel: ChannelRow, before: KeyRow[], after: readonly KeyRow[]): ChangedKeys => ({
  before: { mode: channel.multi_key_mode, host: keyHostOf(channel), rows: before },
  after: statesOf(channel.multi_key_mode, after),
})

/** The record of a change of a channel's keys alone. */
export function recordedKeys(id: number, { before, after }: ChangedKeys, vault: Vault): RecordedChange {
  const hidden: SealedValues = { before: { keys: before }, after: { keys: after } }
  const sealed = vault.encrypt(JSON.stringify(hidden), 'channel change')
  return { kind: 'channel', subject: id, fields: { keys: { hidden: true } }, sealed }
}

/** The record of a change of a channel. Only a change that includes the stored key can change the key. */
export function recordedChange(
  before: ChannelRow | ChannelWithKey,
  change: ChannelUpdate,
  vault?: Vault,
  keys?: ChangedKeys,
): RecordedChange {
  const fields: Record<string, RecordedField> = {}
  const hidden: SealedValues = { before: {}, after: {} }
  for (const column of recordedColumns) {
    const after = change[column]
    if (after === undefined || after === before[column]) continue
    if (!hiddenColumns.has(column)) fields[column] = { before: before[column], after }
    else {
      fields[column] = { hidden: true }
      Object.assign(hidden.before, { [column]: before[column] })
      Object.assign(hidden.after, { [column]: after })
    }
  }
  if ('proxy_cipher' in before && change.proxy_cipher !== undefined && change.proxy_cipher !== before.proxy_cipher) {
    fields.setting = { hidden: true }
    hidden.before.proxy_cipher = before.proxy_cipher
    hidden.after.proxy_cipher = change.proxy_cipher
  }
  if (overrideColumns.some((column) => column in hidden.before)) hidden.before.literals_host = keyHostOf(before)
  if ('key_hash' in before && change.key_hash !== undefined && change.key_hash !== before.key_hash) {
    fields.key = { hidden: true }
    const { key_cipher, key_hash } = before
    hidden.before.key = { key_cipher, key_hash, host: keyHostOf(before) }
    hidden.after.key_hash = change.key_hash
  }
  if (keys) {
    fields.keys = { hidden: true }
    hidden.before.keys = keys.before
    hidden.after.keys = keys.after
  }
  const isSealed = Object.keys(hidden.after).length > 0 && vault !== undefined
  return {
    kind: 'channel',
    subject: before.id,
    fields,
    ...(isSealed && { sealed: vault.encrypt(JSON.stringify(hidden), 'channel change') }),
  }
}

/** Undefined once the values were deleted, or where they can no longer be decrypted. */
export function unsealed(vault: Vault, sealed: string): SealedValues | undefined {
  if (sealed === '') return undefined
  try {
    return JSON.parse(vault.decrypt(sealed, 'channel change')) as SealedValues
  } catch {
    return undefined
  }
}

/** Of all fields that administrators write, the secrets included; health, balance and status are not part of it. */
export const channelRevision = (channel: ChannelWithKey): string =>
  rowRevision(...writtenColumns.map((column) => channel[column]), channel.key_hash, channel.proxy_cipher)
