import {
  type WatchedChannel,
  type WatchedChannelQuery,
  type WatchSetting,
  watchDefault,
} from '@turnpike/contract/routing/model-lists'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import type { ChannelDeps } from '../channels/channel-deps.ts'
import { missing } from '../channels/channels.rules.ts'
import { targetsOf } from '../channels/edit/channel-audit.ts'
import {
  countOpenOf,
  countWatchedChannels,
  deleteSettings,
  findWatching,
  forAll,
  readChannelsToWatch,
  readIdsOf,
  readSettings,
  readWatchedChannels,
  saveSettings,
  type WatchedRow,
} from './model-lists.queries.ts'
import { hasList, readModelList } from './read-list.rules.ts'
import { dueAt, inForce, wireSetting } from './watch-settings.ts'

export async function settingForAll({ store }: Pick<Deps, 'store'>): Promise<WatchSetting> {
  return wireSetting((await readSettings(store, [])).get(forAll) ?? watchDefault)
}

export async function saveSettingForAll(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  setting: WatchSetting,
): Promise<WatchSetting> {
  await store.transaction().execute(async (transaction) => {
    await saveSettings(transaction, [forAll], by(actor, setting), actor.at)
    await writeAudit(transaction, actor, { action: 'model_list.setting', detail: setting })
  })
  return setting
}

const by = (actor: Actor, setting: WatchSetting) => ({ ...setting, actor_id: actor.id, actor_name: actor.username })

/** Gives existing channels a setting of their own, or the one for all; returns how many they are. */
export async function saveSettingOf(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  { ids, setting }: { ids: readonly number[]; setting: WatchSetting | null },
): Promise<number> {
  return store.transaction().execute(async (transaction) => {
    const existing = (await readIdsOf(transaction, ids)).map(({ id }) => id)
    if (existing.length === 0) return 0
    if (setting) await saveSettings(transaction, existing, by(actor, setting), actor.at)
    else await deleteSettings(transaction, existing)
    const audit = { action: 'model_list.setting', target: targetsOf(existing), detail: setting ?? { mode: 'all' } }
    await writeAudit(transaction, actor, audit)
    return existing.length
  })
}

export async function listWatched(deps: ChannelDeps, query: WatchedChannelQuery) {
  const [rows, total] = await Promise.all([
    readWatchedChannels(deps.store, query),
    countWatchedChannels(deps.store, query),
  ])
  return { items: await watchedChannels(deps, rows), total, page: query.p, page_size: query.page_size }
}

export async function getWatched(deps: ChannelDeps, id: number): Promise<WatchedChannel> {
  const [channel] = await watchedChannels(deps, await readWatchedChannels(deps.store, { p: 1, page_size: 1 }, id))
  return channel ?? missing(id)
}

async function watchedChannels(deps: ChannelDeps, rows: readonly WatchedRow[]): Promise<WatchedChannel[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [settings, counts] = await Promise.all([readSettings(deps.store, ids), countOpenOf(deps.store, ids)])
  const countOf = (id: number, wanted: string) =>
    counts.find(({ channel_id, kind }) => channel_id === id && kind === wanted)?.count ?? 0
  return rows.map(({ id, name, type, status, read_at, result, reason, listed, unusable }) => {
    const own = settings.get(id)
    const setting = inForce(settings, id)
    const can_list = hasList(deps, type)
    const due = dueAt({ status, hasList: can_list, setting, read_at, result })
    return {
      channel_id: id,
      channel_name: name,
      channel_type: type,
      channel_status: status,
      can_list,
      own: own ? wireSetting(own) : null,
      in_force: wireSetting(setting),
      read_at: read_at ?? 0,
      next_read_at: due === undefined ? 0 : Math.max(due, deps.clock()),
      result: result ?? 'none',
      reason: reason ?? '',
      listed: listed ?? 0,
      unusable: unusable ?? 0,
      appeared: countOf(id, 'appeared'),
      vanished: countOf(id, 'vanished'),
    }
  })
}

/** The channels whose lists are due, those that waited longest first. */
async function dueChannels(deps: ChannelDeps, store: Store): Promise<number[]> {
  const [channels, settings] = await Promise.all([readChannelsToWatch(store), readSettings(store)])
  const now = deps.clock()
  return channels
    .map(({ id, ...row }) => ({
      id,
      due: dueAt({ ...row, hasList: hasList(deps, row.type), setting: inForce(settings, id) }),
    }))
    .filter((row): row is { id: number; due: number } => row.due !== undefined && row.due <= now)
    .sort((one, other) => one.due - other.due)
    .map(({ id }) => id)
}

/** The name of the lease and of the row of a run. */
export const listRunName = 'model lists'

/** Begins to read the lists that are due, in the background and on one instance. Without any, nothing is written. */
export async function beginDueLists(deps: ChannelDeps): Promise<void> {
  if (!(await findWatching(deps.store))) return
  const ids = await dueChannels(deps, deps.store)
  if (ids.length === 0) return
  await deps.channelRuns.begin({
    name: listRunName,
    busyCode: 'model_lists_running',
    ids,
    runOne: (id, signal) => readDue(deps, id, signal),
  })
}

/** A channel that was deleted during the run is no failure. */
async function readDue(deps: ChannelDeps, id: number, signal: AbortSignal): Promise<boolean> {
  try {
    return (await readModelList(deps, id, { signal })).result === 'ok'
  } catch (error) {
    if (error instanceof AppError && error.code === 'channel_missing') return true
    throw error
  }
}
