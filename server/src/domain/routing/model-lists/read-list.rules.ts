import { isChannelType } from '@turnpike/contract/channel-types'
import { channelStatus } from '@turnpike/contract/routing/channel'
import type { ReadingResult } from '@turnpike/contract/routing/model-lists'
import type { Undoable } from '@turnpike/contract/system/history'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { unpricedOf } from '../../money/pricing/unpriced.ts'
import { type Actor, type AuditEntry, targetOf } from '../../system/audit/audit.queries.ts'
import { rowRevision } from '../../system/audit/row-revision.ts'
import type { ChannelDeps } from '../channels/channel-deps.ts'
import { type ChannelRow, readChannelsById } from '../channels/channels.queries.ts'
import { changeByAdmin } from '../channels/edit/change-by-admin.ts'
import { changeAll } from '../channels/edit/change-channels.rules.ts'
import { type StoredChannel, storedChannel } from '../channels/health/channel-probe.rules.ts'
import type { Probed } from '../channels/health/channel-probe.ts'
import { recordedChange } from '../channels/history/channel-changes.ts'
import { compareList, type Difference } from './compare-list.ts'
import { judgeList } from './judge-list.ts'
import { knownText, missedMin, readKnown } from './known-names.ts'
import {
  changeProposals,
  deleteProposals,
  findReading,
  insertProposals,
  type ProposalRow,
  type ReadingRow,
  readIgnored,
  readProposalsOf,
  readSettings,
  readWorkingKeys,
  saveReading,
} from './model-lists.queries.ts'
import { ignoredBy } from './model-pattern.ts'
import { servedModels } from './served-models.ts'
import { dueAt, inForce } from './watch-settings.ts'

/** Keys of a channel with several that are tried until one gets a list. */
const keysTried = 3
const reasonMax = 500
/** Names in the detail of an audit row; the recorded change has all of them. */
const namesInDetail = 100

type ListWanted = {
  /** Absent for the schedule: following changes channels in the name of the administrator who set it. */
  actor?: Actor
  acceptShrunk?: boolean
  signal?: AbortSignal
}
export type ListRead = Undoable & { result: ReadingResult }

/** Reads the list of an upstream, and stores what it differs in from the models of the channel, or follows it. */
export async function readModelList(
  deps: ChannelDeps,
  channelId: number,
  { actor, acceptShrunk = false, signal }: ListWanted = {},
): Promise<ListRead> {
  const { store, clock } = deps
  const channel = await storedChannel(store, channelId)
  const before = await findReading(store, channelId)
  // Another instance may have read the list since this one looked for lists that are due.
  if (!actor && !(await isDue(deps, channel, before))) return { result: before?.result ?? 'none' }
  const list = await requestList(deps, channel, signal)
  signal?.throwIfAborted()
  const by = actor ?? (await scheduled(store, channelId, clock()))
  const { data, undo_id } = await changeByAdmin<ReadingResult>(deps, by, async (transaction) => {
    const [row] = await readChannelsById(transaction, [channelId])
    const reading = await findReading(transaction, channelId)
    // Another reading, an administrator who disabled the channel, or a new address came first.
    const isStale = !row || reading?.read_at !== before?.read_at || upstreamOf(row) !== upstreamOf(channel)
    const isOff = row?.status === channelStatus.disabled && !actor
    if (isStale || isOff) return { result: reading?.result ?? 'none' }
    return takeList({ transaction, deps, row, reading, acceptShrunk, now: clock() }, list)
  })
  return { result: data, ...(undo_id !== undefined && { undo_id }) }
}

async function isDue(deps: ChannelDeps, { id, type, status }: StoredChannel, reading?: ReadingRow): Promise<boolean> {
  const setting = inForce(await readSettings(deps.store, [id]), id)
  const { read_at = null, result = null } = reading ?? {}
  const due = dueAt({ status, hasList: hasList(deps, type), setting, read_at, result })
  return due !== undefined && due <= deps.clock()
}

async function scheduled(store: Store, channelId: number, at: number): Promise<Actor> {
  const { actor_id, actor_name } = inForce(await readSettings(store, [channelId]), channelId)
  return { id: actor_id, username: actor_name, address: '', request_id: `model list of channel ${channelId}`, at }
}

/** Another upstream has another list, which the names of the earlier one say nothing about. */
const upstreamOf = ({ type, base_url, other }: Pick<ChannelRow, 'type' | 'base_url' | 'other'>) =>
  rowRevision(type, base_url, other)

/** The list by the key of the channel, or by one of its enabled keys. */
async function requestList(
  { store, probe, clock }: ChannelDeps,
  channel: StoredChannel,
  signal?: AbortSignal,
): Promise<Probed<string[]>> {
  const keys = await readWorkingKeys(store, channel.id, clock(), keysTried)
  let outcome = await probe.models({ ...channel, ...keys[0] }, signal)
  for (const key of keys.slice(1)) {
    if (outcome.ok || signal?.aborted) break
    outcome = await probe.models({ ...channel, ...key }, signal)
  }
  return outcome
}

type Taking = {
  transaction: Store
  deps: ChannelDeps
  row: ChannelRow
  reading: ReadingRow | undefined
  acceptShrunk: boolean
  now: number
}
type Taken = { result: ReadingResult; audit?: AuditEntry }

async function takeList(taking: Taking, list: Probed<string[]>): Promise<Taken> {
  const { transaction, row, reading, acceptShrunk, now } = taking
  const upstream = upstreamOf(row)
  const isSameUpstream = reading?.upstream === upstream
  const before = { counted: isSameUpstream ? reading.counted : 0, known: isSameUpstream ? reading.known : '{}' }
  const unread = { channel_id: row.id, read_at: now, listed: 0, unusable: 0, upstream, reason: '', ...before }
  if (!list.ok) {
    const reason = list.failure.reason.slice(0, reasonMax)
    await saveReading(transaction, { ...unread, result: 'failed', reason })
    return { result: 'failed' }
  }
  const served = servedModels(row)
  const upstreams = new Set(served.models.map((model) => model.upstream))
  const known = readKnown(before.known)
  const counts = { counted: before.counted, known, serves: (name: string) => upstreams.has(name) }
  const { names, result, listed, unusable } = judgeList(list.value, counts, { acceptShrunk })
  if (result !== 'ok') {
    await saveReading(transaction, { ...unread, result, listed, unusable })
    return { result }
  }
  const compared = await compareWith(taking, { served, names, known })
  const counted = { result, listed, unusable, counted: names.size, known: knownText(compared.known) }
  await saveReading(transaction, { ...unread, ...counted })
  await saveDifferences(taking, compared.differences, { isSameUpstream, rows: compared.rows })
  return { result, ...(compared.followed && { audit: await followList(taking, compared.followed) }) }
}

type Listed = Pick<Parameters<typeof compareList>[0], 'served' | 'names' | 'known'>

async function compareWith({ transaction, deps, row, now }: Taking, listed: Listed) {
  const rows = await readProposalsOf(transaction, row.id)
  const setting = inForce(await readSettings(transaction, [row.id]), row.id)
  const isIgnored = ignoredBy(await readIgnored(transaction, row.id), row.id)
  const ignoredOnce = new Set(rows.filter(({ state }) => state === 'ignored').map(keyOf))
  const unpriced = new Set(unpricedOf(deps.options.current(), listed.names))
  const compared = compareList({
    ...listed,
    setting,
    isIgnored,
    isIgnoredOnce: (kind, model) => ignoredOnce.has(keyOf({ kind, model })),
    isPriced: (model) => !unpriced.has(model),
    now,
  })
  return { ...compared, rows }
}

const keyOf = ({ kind, model }: Pick<Difference, 'kind' | 'model'>) => `${kind} ${model}`

/** Stores the differences. A proposal that no longer holds ends; one that was ignored once ends a reading later. */
async function saveDifferences(
  { transaction, row: { id: channel_id }, now }: Taking,
  differences: readonly Difference[],
  { isSameUpstream, rows }: { isSameUpstream: boolean; rows: readonly ProposalRow[] },
): Promise<void> {
  const wanted = new Map(differences.map((difference) => [keyOf(difference), difference]))
  const ended = rows.filter((row) => !wanted.has(keyOf(row)))
  const pausing = ended.filter(({ state, missed }) => isSameUpstream && state === 'ignored' && missed + 1 < missedMin)
  const idsOf = (some: readonly ProposalRow[]) => some.map(({ id }) => id)
  await deleteProposals(
    transaction,
    idsOf(ended).filter((id) => !pausing.some((row) => row.id === id)),
  )
  await changeProposals(transaction, idsOf(pausing), { missed: 1 })
  const staying = rows.filter((row) => wanted.has(keyOf(row)))
  const takenBack = staying.filter((row) => row.taken_back === 0 && wanted.get(keyOf(row))?.takenBack)
  await changeProposals(transaction, idsOf(takenBack), { taken_back: 1 })
  await changeProposals(transaction, idsOf(staying.filter(({ missed }) => missed > 0)), { missed: 0 })
  for (const row of staying) wanted.delete(keyOf(row))
  await insertProposals(
    transaction,
    [...wanted.values()].map(({ takenBack, ...difference }) => ({
      ...difference,
      channel_id,
      state: 'open',
      first_seen_at: now,
      missed: 0,
      taken_back: takenBack ? 1 : 0,
    })),
  )
}

type Followed = { models: readonly string[]; added: readonly string[]; removed: readonly string[] }

async function followList({ transaction, row, now }: Taking, followed: Followed): Promise<AuditEntry> {
  const { added, removed } = followed
  const change = await changeModels(transaction, row, followed, now)
  const detail = {
    added: added.slice(0, namesInDetail),
    removed: removed.slice(0, namesInDetail),
    count: added.length + removed.length,
  }
  return { action: 'channel.follow_models', target: targetOf(row), detail, changes: [change] }
}

/** Writes the models of a channel. A test model that is removed is replaced by the usual choice. */
export async function changeModels(
  transaction: Store,
  row: ChannelRow,
  { models, removed }: { models: readonly string[]; removed: readonly string[] },
  now: number,
) {
  const change = { models: models.join(','), ...(removed.includes(row.test_model) && { test_model: '' }) }
  await changeAll(transaction, [row], change, now)
  return recordedChange(row, change)
}

/** Refuses an upstream without a list of its models. */
export function checkHasList({ probe }: Pick<ChannelDeps, 'probe'>, type: number): void {
  if (!hasList({ probe }, type)) throw new AppError('not_implemented')
}

export const hasList = ({ probe }: Pick<ChannelDeps, 'probe'>, type: number): boolean =>
  isChannelType(type) && probe.capabilities(type).includes('models')
