import type {
  Channel,
  ChannelChange,
  ChannelListQuery,
  ChannelToCreate,
  ChannelToEdit,
} from '@turnpike/contract/channels/channel'
import { channelBounds, channelStatus } from '@turnpike/contract/channels/channel'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Actor } from '../audit/audit.queries.ts'
import { indexChannels } from './abilities/abilities.rules.ts'
import { storedFilter } from './channel-filter.ts'
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
  changeChannels,
  findChannel,
  findChannelWithKey,
  insertChannels,
  noFailure,
  readChannelsById,
} from './channels.queries.ts'
import { changeByAdmin } from './edit/change-by-admin.ts'
import { changeDetail, targetOf, targetsOf } from './edit/channel-audit.ts'
import { checkKey, keyHint, keysIn, sealedKey } from './edit/channel-keys.ts'
import { checkKeyHost } from './edit/check-address.ts'
import { checkedColumns } from './edit/check-channel.ts'
import { wireChannel } from './wire-channel.ts'

export type ChangeDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'reload'>

export async function listChannels({ store, vault }: Pick<Deps, 'store' | 'vault'>, question: ChannelListQuery) {
  const { p, page_size, tag_mode } = question
  const filter = storedFilter(vault, question)
  const page = { limit: page_size, offset: p * page_size, order: orderOf(question) }
  const [rows, total, counts] = await Promise.all([
    tag_mode ? readTagPage(store, filter, page) : readChannelPage(store, filter, page),
    tag_mode ? countTags(store, filter) : countChannels(store, filter),
    countByState(store),
  ])
  return { data: rows.map(wireChannel), total, page_size, counts }
}

const orderOf = ({ sort, order = 'desc', id_sort }: ChannelListQuery): ChannelOrder =>
  sort ? { by: sort, direction: order } : { by: id_sort ? 'id' : 'priority', direction: 'desc' }

export async function getChannel({ store, vault }: Pick<Deps, 'store' | 'vault'>, id: number): Promise<ChannelToEdit> {
  const { key_cipher, key_hash: _, ...row } = (await findChannelWithKey(store, id)) ?? missing(id)
  return { ...wireChannel(row), key_hint: keyHint(vault, { type: row.type, key_cipher }) }
}

/** One channel per key, all of them or none. */
export function createChannels(deps: ChangeDeps, actor: Actor, { key, status, ...given }: ChannelToCreate) {
  const { name, models, group, ...columns } = checkedColumns(given)
  // The contract requires name and models and fills in the group, so they were given and checked.
  const written = { name: name as string, models: models as string, group: group as string, tag: null, ...columns }
  const keys = keysIn(given.type, key)
  return changeByAdmin(deps, actor, async (transaction) => {
    const rows = keys.map((one) => ({
      ...written,
      type: given.type,
      status: status ?? channelStatus.enabled,
      created_time: deps.clock(),
      ...sealedKey(deps.vault, one),
    }))
    const ids = await insertChannels(transaction, rows)
    await indexChannels(transaction, await readChannelsById(transaction, ids))
    const detail = { type: given.type, name, models, group, count: ids.length }
    return { result: { ids }, audit: { action: 'channel.create', target: targetsOf(ids), detail } }
  })
}

/** Writes only the given members whose values differ. */
export function updateChannel(deps: ChangeDeps, actor: Actor, { id, key, status, ...given }: ChannelChange) {
  return changeByAdmin<Channel>(deps, actor, async (transaction) => {
    const current = (await findChannel(transaction, id)) ?? missing(id)
    const columns: ChannelUpdate = { ...checkedColumns(given, current), ...statusByAdmin(status, current) }
    const change: ChannelUpdate = differing(columns, current)
    if (key?.trim()) Object.assign(change, sealedKey(deps.vault, checkKey(given.type ?? current.type, key)))
    else checkKeyHost(current, { ...current, ...change })
    if (Object.keys(change).length === 0) return { result: wireChannel(current) }

    await indexChannels(transaction, [{ ...current, ...change }])
    await changeChannels(transaction, [id], isOtherAccount(change) ? { ...change, ...noFailure } : change)
    const result = wireChannel((await findChannel(transaction, id)) ?? missing(id))
    const detail = changeDetail(current, change)
    return { result, audit: { action: 'channel.update', target: targetOf(result), detail } }
  })
}

/** A failure says nothing about another account or another host. */
const isOtherAccount = (change: ChannelUpdate) => 'key_cipher' in change || 'base_url' in change || 'type' in change

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
    const copies = await readChannelsById(transaction, ids)
    await indexChannels(transaction, copies)
    const copy = copies[0] ?? missing(id)
    return {
      result: wireChannel(copy),
      audit: { action: 'channel.copy', target: targetOf(copy), detail: { from: id } },
    }
  })
}

export function missing(id: number): never {
  throw new AppError('channel_missing', { detail: { channel_id: id } })
}
