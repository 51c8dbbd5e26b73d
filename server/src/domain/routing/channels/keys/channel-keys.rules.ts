import type { ChannelKeys, channelKeyApi } from '@turnpike/contract/routing/channel-keys'
import { channelKeysMax, keyStatus } from '@turnpike/contract/routing/channel-keys'
import { keyHostOf } from '@turnpike/contract/routing/key-host'
import type { z } from 'zod'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import type { Store } from '../../../../store/store.ts'
import { type Actor, targetOf } from '../../../system/audit/audit.queries.ts'
import { type ChannelWithKey, changeChannels, findChannelWithKey } from '../channels.queries.ts'
import { type ChangeDeps, missing } from '../channels.rules.ts'
import { changeByAdmin } from '../edit/change-by-admin.ts'
import { checkKey, keyHint, sealedKey } from '../edit/channel-keys.ts'
import { recordedKeys } from '../history/channel-changes.ts'
import { changeKey, deleteKeys, insertKeys, type KeyRow, readKeysOf } from './channel-keys.queries.ts'
import { deleteCooldown, readCooldownRowsOf } from './cooling.queries.ts'
import { keepFirstKey, statesOf } from './kept-keys.ts'
import { keyListIn } from './key-list.ts'
import { findStickyFigures } from './sticky.queries.ts'

type BodyOf<Name extends 'add' | 'change' | 'remove' | 'mode' | 'resume'> = z.output<
  (typeof channelKeyApi)[Name]['body']
>

const noReason = { reason: '', status_time: 0 }

export async function listKeys(
  { store, vault }: Pick<ChangeDeps, 'store' | 'vault'>,
  channelId: number,
): Promise<ChannelKeys> {
  const channel = (await findChannelWithKey(store, channelId)) ?? missing(channelId)
  const [rows, pauses, sticky] = await Promise.all([
    readKeysOf(store, [channelId]),
    readCooldownRowsOf(store, channelId),
    findStickyFigures(store, channelId),
  ])
  const cooldownRowOf = (keyId: number) => {
    const pause = pauses.find(({ key_id }) => key_id === keyId)
    return { cooling_until: pause?.until ?? 0, cooling_reason: pause?.reason ?? '' }
  }
  return {
    multi_key_mode: channel.multi_key_mode,
    keys: rows.map(({ channel_id: _, position: __, key_cipher, key_hash: ___, ...row }) => ({
      ...row,
      hint: keyHint(vault, { type: channel.type, key_cipher }),
      ...cooldownRowOf(row.id),
    })),
    ...cooldownRowOf(0),
    sticky: sticky ?? { calls: 0, hits: 0, saved: 0 },
  }
}

/** Runs a change of the keys of one channel; `work` returns the detail for the audit, or nothing where nothing changed. */
const changeKeys = <Result>(
  deps: ChangeDeps,
  actor: Actor,
  { channelId, action }: { channelId: number; action: string },
  work: (
    transaction: Store,
    channel: ChannelWithKey,
    rows: readonly KeyRow[],
  ) => Promise<{ result: Result; detail?: Record<string, unknown> }>,
) =>
  changeByAdmin<Result>(deps, actor, async (transaction) => {
    const channel = (await findChannelWithKey(transaction, channelId)) ?? missing(channelId)
    const before = await readKeysOf(transaction, [channelId])
    const { result, detail } = await work(transaction, channel, before)
    if (!detail) return { result }
    await keepFirstKey(transaction, channelId)
    const mode = (await findChannelWithKey(transaction, channelId))?.multi_key_mode ?? ''
    const after = await readKeysOf(transaction, [channelId])
    const kept = { mode: channel.multi_key_mode, host: keyHostOf(channel), rows: before }
    const changes = [recordedKeys(channelId, { before: kept, after: statesOf(mode, after) }, deps.vault)]
    return { result, audit: { action, target: targetOf(channel), detail, changes } }
  })

/** A channel with one key becomes one with several; its key is the first. */
export const addKeys = (deps: ChangeDeps, actor: Actor, { channel: channelId, key, multi_key_mode }: BodyOf<'add'>) =>
  changeKeys<{ added: number }>(
    deps,
    actor,
    { channelId, action: 'channel.add_keys' },
    async (transaction, channel, rows) => {
      const first = rows.length > 0 ? [] : [{ key_cipher: channel.key_cipher, key_hash: channel.key_hash }]
      const known = new Set([...rows, ...first].map(({ key_hash }) => key_hash))
      const fresh = sealedKeys(deps.vault, keyListIn(channel.type, key)).filter(({ key_hash }) => !known.has(key_hash))
      if (fresh.length === 0) return { result: { added: 0 } }
      if (known.size + fresh.length > channelKeysMax)
        throw new AppError('channel_keys_full', { params: { maximum: channelKeysMax } })
      const from = (rows.at(-1)?.position ?? -1) + 1
      await insertKeys(
        transaction,
        [...first, ...fresh].map((sealed, index) => ({ channel_id: channelId, position: from + index, ...sealed })),
      )
      const mode = multi_key_mode ?? (channel.multi_key_mode || 'random')
      await changeChannels(transaction, [channelId], { multi_key_mode: mode })
      return { result: { added: fresh.length }, detail: { added: fresh.length, total: known.size + fresh.length } }
    },
  )

const sealedKeys = (vault: Vault, keys: readonly string[]) => keys.map((key) => sealedKey(vault, key))

/** A replaced or enabled key starts without failures. */
export const changeOneKey = (
  deps: ChangeDeps,
  actor: Actor,
  { channel: channelId, id, key, status }: BodyOf<'change'>,
) =>
  changeKeys<undefined>(
    deps,
    actor,
    { channelId, action: 'channel.change_key' },
    async (transaction, channel, rows) => {
      const row = rows.find((each) => each.id === id)
      if (!row) throw new AppError('channel_key_gone')
      const sealed = key?.trim() ? sealedKey(deps.vault, checkKey(channel.type, key)) : undefined
      const isReplaced = sealed !== undefined && sealed.key_hash !== row.key_hash
      const isSwitched = status !== undefined && status !== row.status
      if (!isReplaced && !isSwitched) return { result: undefined }
      if (isSwitched && status === keyStatus.disabled) checkAnother(rows, [id])
      await changeKey(transaction, id, {
        ...(isReplaced && { ...sealed, last_error: '', last_error_time: 0 }),
        ...(isSwitched && { status, ...noReason, ...(status === keyStatus.disabled && { status_time: actor.at }) }),
      })
      if (isReplaced || status === keyStatus.enabled) await deleteCooldown(transaction, channelId, id)
      return {
        result: undefined,
        detail: {
          key_id: id,
          ...(isReplaced && { key: 'changed' }),
          ...(isSwitched && { status: { from: row.status, to: status } }),
        },
      }
    },
  )

export const removeKeys = (deps: ChangeDeps, actor: Actor, { channel: channelId, ids }: BodyOf<'remove'>) =>
  changeKeys<{ removed: number }>(
    deps,
    actor,
    { channelId, action: 'channel.remove_keys' },
    async (transaction, _, rows) => {
      const gone = rows.filter(({ id }) => ids.includes(id)).map(({ id }) => id)
      if (gone.length === 0) throw new AppError('channel_key_gone')
      checkAnother(rows, gone)
      await deleteKeys(transaction, gone)
      for (const id of gone) await deleteCooldown(transaction, channelId, id)
      return { result: { removed: gone.length }, detail: { removed: gone.length, total: rows.length - gone.length } }
    },
  )

/** An enabled channel must keep a usable key. */
function checkAnother(rows: readonly KeyRow[], without: readonly number[]): void {
  if (!rows.some(({ id, status }) => status === keyStatus.enabled && !without.includes(id)))
    throw new AppError('channel_key_last')
}

export const setKeyMode = (deps: ChangeDeps, actor: Actor, { channel: channelId, multi_key_mode }: BodyOf<'mode'>) =>
  changeKeys<undefined>(deps, actor, { channelId, action: 'channel.key_mode' }, async (transaction, channel, rows) => {
    if (rows.length === 0) throw new AppError('channel_key_gone')
    if (channel.multi_key_mode === multi_key_mode) return { result: undefined }
    await changeChannels(transaction, [channelId], { multi_key_mode })
    return { result: undefined, detail: { multi_key_mode: { from: channel.multi_key_mode, to: multi_key_mode } } }
  })

/** Calls go to the channel or key again at once, on every instance within seconds. */
export const endCooldown = (deps: ChangeDeps, actor: Actor, { channel: channelId, id }: BodyOf<'resume'>) =>
  changeByAdmin<undefined>(deps, actor, async (transaction) => {
    const channel = (await findChannelWithKey(transaction, channelId)) ?? missing(channelId)
    const count = await deleteCooldown(transaction, channelId, id ?? 0)
    if (count === 0) return { result: undefined }
    const detail = id === undefined ? {} : { key_id: id }
    return { result: undefined, audit: { action: 'channel.resume', target: targetOf(channel), detail } }
  })
