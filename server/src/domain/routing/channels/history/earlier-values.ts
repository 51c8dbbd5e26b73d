import { isKeyAtHome, keyHostOf } from '@turnpike/contract/routing/key-host'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import type { StoredChange } from '../../../system/audit/changes.queries.ts'
import { changedSince } from '../../../system/audit/undo.rules.ts'
import { type ChannelUpdate, type ChannelWithKey, noFailure } from '../channels.queries.ts'
import { hasLiterals, overrideColumns } from '../edit/header-literals.ts'
import { type ChangedKeys, isRecordedColumn, unsealed } from './channel-changes.ts'

type Earlier = {
  update: ChannelUpdate
  /** The host that an earlier key was saved for. */
  keyHost?: string | undefined
  /** The host that earlier literals of headers were saved for. */
  literalsHost?: string | undefined
  /** The fields that the change set, with the values that it gave them, to see whether they were changed since. */
  set: Record<string, unknown>
  /** Of a channel with several keys, where the change was about them. */
  keys?: ChangedKeys | undefined
}

/** The values of a channel before a change; undefined where they were not stored. */
export function earlierValues(vault: Vault, { fields, sealed }: StoredChange): Earlier | 'unrecorded' | 'expired' {
  const names = Object.keys(fields ?? {})
  if (!fields || names.length === 0) return 'unrecorded'
  const hidden = names.some((name) => fields[name]?.hidden) ? unsealed(vault, sealed) : { before: {}, after: {} }
  if (!hidden) return 'expired'
  const { key, keys, literals_host, ...hiddenColumns } = hidden.before
  const { keys: keysAfter, ...hiddenAfter } = hidden.after
  const shown = names.filter((name) => isRecordedColumn(name) && !fields[name]?.hidden)
  return {
    update: {
      ...Object.fromEntries(shown.map((name) => [name, fields[name]?.before])),
      ...hiddenColumns,
      ...(key && { key_cipher: key.key_cipher, key_hash: key.key_hash }),
    },
    keyHost: key?.host ?? keys?.host,
    literalsHost: literals_host,
    set: { ...Object.fromEntries(shown.map((name) => [name, fields[name]?.after])), ...hiddenAfter },
    keys: keys && keysAfter && { before: keys, after: keysAfter },
  }
}

/** Refuses when a field of the change has another value now. */
export function checkUntouched(channel: ChannelWithKey, set: Record<string, unknown>): void {
  const row: Record<string, unknown> = channel
  const touched = Object.keys(set).find((name) => row[name] !== set[name])
  if (touched) changedSince(`#${channel.id} ${channel.name}`, touched === 'key_hash' ? 'key' : touched)
}

/**
 * Refuses to send a key to another host than the one it was saved for: the earlier key, or else the present one.
 * Returns the columns to write; a failure does not count for another account.
 */
export function withKeyAtHome(
  channel: ChannelWithKey,
  { update, keyHost, literalsHost, keys }: Earlier,
): ChannelUpdate {
  const next = { ...channel, ...update }
  // The channel had one key then and has several now: one key cannot replace all of them.
  if (channel.multi_key_mode !== '' && !keys && update.key_hash !== undefined)
    return changedSince(`#${channel.id} ${channel.name}`, 'key')
  const [host, nextHost] = [keyHostOf(channel), keyHostOf(next)]
  if (!isKeyAtHome(keyHost ?? host, nextHost)) throw new AppError('channel_key_for_host')
  for (const column of overrideColumns)
    if (hasLiterals(next[column]) && !isKeyAtHome((column in update ? literalsHost : host) ?? '', nextHost))
      throw new AppError('override_for_host')
  const isOtherAccount = next.key_hash !== channel.key_hash || next.base_url !== channel.base_url
  return isOtherAccount ? { ...update, ...noFailure } : update
}
