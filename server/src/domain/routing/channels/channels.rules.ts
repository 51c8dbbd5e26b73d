import {
  type Channel,
  type ChannelChange,
  type ChannelListQuery,
  type ChannelToCreate,
  type ChannelToEdit,
  channelBounds,
  channelStatus,
} from '@turnpike/contract/routing/channel'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, targetOf } from '../../system/audit/audit.queries.ts'
import { checkSeen } from '../../system/audit/row-revision.ts'
import { channelUse } from '../limits/channel-limits.rules.ts'
import { indexChannels } from './abilities/abilities.rules.ts'
import { readFailingByCalls } from './attempts/attempts.rules.ts'
import { type FilterDeps, storedFilter } from './channel-filter.ts'
import {
  type ChannelOrder,
  countByState,
  countChannels,
  countTags,
  readChannelPage,
  readTagPage,
} from './channel-list.queries.ts'
import {
  type ChannelRow,
  type ChannelUpdate,
  type ChannelWithKey,
  changeChannels,
  findChannelWithKey,
  insertChannels,
  noFailure,
  readChannelsById,
} from './channels.queries.ts'
import { changeByAdmin } from './edit/change-by-admin.ts'
import { changeDetail, targetOfAll } from './edit/channel-audit.ts'
import { checkKeptKey, checkKey, keyHint, sealedKey } from './edit/channel-keys.ts'
import { checkListed, shownSetting, withSealedProxy } from './edit/channel-proxy.ts'
import { checkedColumns } from './edit/check-channel.ts'
import { checkKeptLiterals, sealedOverrides } from './edit/header-literals.ts'
import { channelRevision, recordedChange, withKeys } from './history/channel-changes.ts'
import { insertKeys, readKeysOf } from './keys/channel-keys.queries.ts'
import { readCooldowns } from './keys/cooling.queries.ts'
import { keysFor, newRows, withoutCounters } from './keys/new-rows.ts'
import { replaceKeys } from './keys/replace-keys.ts'
import { shownTo, wireChannel } from './wire-channel.ts'

export type ChangeDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'reload'>

export async function listChannels(deps: FilterDeps, caller: Caller, query: ChannelListQuery) {
  const { store, clock } = deps
  const { p, page_size, tag_mode } = query
  const [filter, failing] = await Promise.all([storedFilter(deps, query), readFailingByCalls(store, clock())])
  const page = { limit: page_size, offset: p * page_size, order: orderOf(query) }
  const [rows, total, counts, pauses] = await Promise.all([
    tag_mode ? readTagPage(store, filter, page) : readChannelPage(store, filter, page),
    tag_mode ? countTags(store, filter) : countChannels(store, filter),
    countByState(store, failing),
    readCooldowns(store, clock()),
  ])
  const uses = await channelUse(deps, rows)
  const data = rows.map((row) => {
    const paused_until = pauses.get(row.id)
    return {
      ...shownTo(caller, wireChannel(row, failing)),
      ...(paused_until !== undefined && { paused_until }),
      ...uses.get(row.id),
    }
  })
  return { data, total, page_size, counts }
}

/** Of the failed channels, those that still get calls are the urgent ones. */
const orderOf = ({ sort, order = 'desc', id_sort, health }: ChannelListQuery): ChannelOrder =>
  sort
    ? { by: sort, direction: order }
    : { by: id_sort ? 'id' : 'priority', direction: 'desc', enabledFirst: health === 'failed' }

export async function getChannel(
  { store, vault, clock }: FilterDeps,
  caller: Caller,
  id: number,
): Promise<ChannelToEdit> {
  const channel = (await findChannelWithKey(store, id)) ?? missing(id)
  const failing = await readFailingByCalls(store, clock(), id)
  const key_hint = keyHint(vault, channel)
  return { ...shownTo(caller, wireChannel(withoutKey(channel), failing)), key_hint, revision: channelRevision(channel) }
}

/** One channel per key, or one with all of them where the request says so; all channels or none. */
export function createChannels(deps: ChangeDeps, actor: Actor, given: readonly ChannelToCreate[]) {
  const made = given.flatMap((channel) => newRows(deps, channel))
  const rows = made.map(({ row }) => row)
  return changeByAdmin(deps, actor, async (transaction) => {
    await checkListed(
      transaction,
      rows.map(({ setting }) => setting),
    )
    const ids = await insertChannels(transaction, rows)
    await insertKeys(
      transaction,
      made.flatMap(({ keys }, index) => keysFor(ids[index], keys)),
    )
    const created = await readChannelsById(transaction, ids)
    await indexChannels(transaction, created)
    const [{ type, name, models, group } = {}] = rows
    const detail = given.length === 1 ? { type, name, models, group } : { names: rows.map((row) => row.name) }
    const changes = ids.map((subject) => ({ kind: 'channel' as const, subject, fields: {} }))
    return {
      result: { ids },
      audit: {
        action: 'channel.create',
        target: targetOfAll(created),
        detail: { ...detail, count: ids.length },
        changes,
      },
    }
  })
}

/** Writes only the given members whose values differ. */
export async function updateChannel(
  deps: ChangeDeps,
  actor: Actor,
  { id, key, status, seen_revision, ...given }: ChannelChange,
) {
  type Saved = { channel: Channel; revision: string }
  const saved = await changeByAdmin<Saved>(deps, actor, async (transaction) => {
    const now = deps.clock()
    const current = (await findChannelWithKey(transaction, id)) ?? missing(id)
    const revision = channelRevision(current)
    await checkSeen(transaction, { kind: 'channel', subject: id, seen: seen_revision, stored: revision })
    // Clients post whole rows back, also that of a channel whose proxy can no longer be used.
    const isSameSetting = given.setting?.trim() === shownSetting(current.setting)
    const fields = isSameSetting ? { ...given, setting: undefined } : given
    const columns = withSealedProxy(deps.vault, checkedColumns(fields, current), current)
    await checkListed(transaction, [columns.setting])
    const sealed = sealedOverrides(deps.vault, columns, current)
    const change: ChannelUpdate = differing({ ...columns, ...sealed, ...statusByAdmin(status, current) }, current)
    checkKeptLiterals(current, { ...current, ...change })
    const type = given.type ?? current.type
    const hasKeys = current.multi_key_mode !== ''
    const before = hasKeys ? await readKeysOf(transaction, [id]) : []
    if (!key?.trim()) checkKeptKey(deps.vault, current, { ...current, ...change })
    else if (hasKeys) Object.assign(change, await replaceKeys(transaction, deps, { id, type }, key))
    else Object.assign(change, sealedKey(deps.vault, checkKey(type, key)))
    if (Object.keys(change).length === 0)
      return { result: { channel: await shown(transaction, withoutKey(current), now), revision } }

    await indexChannels(transaction, [{ ...current, ...change }])
    const forgotten = isOtherAccount(change) ? noFailure : {}
    await changeChannels(transaction, [id], { ...change, ...forgotten, ...judgedAnew(change, now) })
    const next = (await findChannelWithKey(transaction, id)) ?? missing(id)
    const channel = await shown(transaction, withoutKey(next), now)
    const detail = changeDetail(current, change)
    const replaced = hasKeys && change.key_hash !== undefined ? await readKeysOf(transaction, [id]) : undefined
    const keys = replaced && withKeys(current, before, replaced)
    const changes = [recordedChange(current, change, deps.vault, keys)]
    return {
      result: { channel, revision: channelRevision(next) },
      audit: { action: 'channel.update', target: targetOf(channel), detail, changes },
    }
  })
  return { ...saved, data: saved.data.channel, revision: saved.data.revision }
}

export const withoutKey = ({ key_cipher: _, key_hash: __, proxy_cipher: ___, ...row }: ChannelWithKey): ChannelRow =>
  row

/** A failure does not count for another account or another host. */
const isOtherAccount = (change: ChannelUpdate) => 'key_cipher' in change || 'base_url' in change || 'type' in change

export const shown = async (store: Store, row: ChannelRow, now: number): Promise<Channel> =>
  wireChannel(row, await readFailingByCalls(store, now, row.id))

/** Earlier calls do not count for another account, nor for a channel that an administrator enables again. */
export const judgedAnew = (change: ChannelUpdate, now: number): ChannelUpdate =>
  isOtherAccount(change) || change.status === channelStatus.enabled ? { judged_from: now } : {}

/** An administrator who enables a channel has dealt with the reason it was disabled for, so the reason is cleared. */
export const statusByAdmin = (status: 1 | 2 | undefined, current: { status: number }): ChannelUpdate =>
  status === undefined || status === current.status
    ? {}
    : { status, ...(status === channelStatus.enabled && { other_info: '' }) }

function differing(columns: ChannelUpdate, current: ChannelRow): ChannelUpdate {
  const before: Record<string, unknown> = current
  return Object.fromEntries(Object.entries(columns).filter(([column, value]) => value !== before[column]))
}

const copySuffix = ' (copy)'

/** The copy has every column an administrator wrote, the key included, but no counters. It starts disabled. */
export function copyChannel(deps: ChangeDeps, actor: Actor, id: number) {
  return changeByAdmin<Channel>(deps, actor, async (transaction) => {
    const original = (await findChannelWithKey(transaction, id)) ?? missing(id)
    const name = [...original.name].slice(0, channelBounds.name.charactersMax - copySuffix.length).join('') + copySuffix
    const { id: _, used_quota, balance, balance_updated_time, test_time, response_time, ...kept } = original
    const created_time = deps.clock()
    const row = { ...kept, ...noFailure, name, status: channelStatus.disabled, other_info: '', created_time }
    const ids = await insertChannels(transaction, [row])
    await insertKeys(transaction, keysFor(ids[0], (await readKeysOf(transaction, [id])).map(withoutCounters)))
    const copies = await readChannelsById(transaction, ids)
    await indexChannels(transaction, copies)
    const copy = copies[0] ?? missing(id)
    return {
      result: wireChannel(copy, []),
      audit: {
        action: 'channel.copy',
        target: targetOf(copy),
        detail: { from: id },
        changes: [{ kind: 'channel', subject: copy.id, fields: {} }],
      },
    }
  })
}

export function missing(id: number): never {
  throw new AppError('channel_missing', { detail: { channel_id: id } })
}
