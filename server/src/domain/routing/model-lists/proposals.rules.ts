import {
  type ActOutcome,
  type ActRefusal,
  type IgnoredPattern,
  ignoredMax,
  ignoredWithWildcardMax,
  type NewIgnored,
  type ProposalQuery,
  type ProposalsAct,
} from '@turnpike/contract/routing/model-lists'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { unpricedOf } from '../../money/pricing/unpriced.ts'
import { type Actor, targetOf, writeAudit } from '../../system/audit/audit.queries.ts'
import { lockChannels } from '../channels/channel-locks.queries.ts'
import { type ChannelRow, readChannelsById } from '../channels/channels.queries.ts'
import type { ChangeDeps } from '../channels/channels.rules.ts'
import { commaList } from '../channels/comma-list.ts'
import { changeByAdmin } from '../channels/edit/change-by-admin.ts'
import { targetsOf } from '../channels/edit/channel-audit.ts'
import { addedName, thatFit } from './compare-list.ts'
import { knownText, missedMin, readKnown } from './known-names.ts'
import {
  changeProposals,
  countByKind,
  countIgnored,
  countProposals,
  deleteIgnored,
  deleteProposals,
  findIgnored,
  findReading,
  forAll,
  insertIgnored,
  type ProposalRow,
  readIgnoredPage,
  readOpenModels,
  readProposals,
  readProposalsById,
  saveKnown,
} from './model-lists.queries.ts'
import { matcherOf } from './model-pattern.ts'
import { changeModels } from './read-list.rules.ts'

type PricedDeps = Pick<Deps, 'store' | 'options'>

export async function listProposals({ store, options }: PricedDeps, { p, page_size, ...filter }: ProposalQuery) {
  const [rows, total, kinds] = await Promise.all([
    readProposals(store, filter, { limit: page_size, offset: (p - 1) * page_size }),
    countProposals(store, filter),
    countByKind(store),
  ])
  const unpriced = new Set(unpricedOf(options.current(), new Set(rows.map(({ model }) => model))))
  const items = rows.map(({ missed: _, taken_back, ...row }) => ({
    ...row,
    is_priced: !unpriced.has(row.model),
    taken_back: taken_back === 1,
  }))
  const countOf = (wanted: Partial<ProposalRow>) =>
    kinds
      .filter(({ state, kind }) => (wanted.state ?? state) === state && (wanted.kind ?? kind) === kind)
      .reduce((sum, { count }) => sum + count, 0)
  const counts = {
    appeared: countOf({ state: 'open', kind: 'appeared' }),
    vanished: countOf({ state: 'open', kind: 'vanished' }),
    ignored: countOf({ state: 'ignored' }),
  }
  return { data: { items, total, page: p, page_size }, counts }
}

/** Proposals that one act may be about. */
const actMax = 10_000

async function chosen(store: Store, { ids, matching }: ProposalsAct): Promise<ProposalRow[]> {
  if (ids) return readProposalsById(store, [...new Set(ids)])
  return readProposals(store, matching ?? {}, { limit: actMax, offset: 0 })
}

type Skipped = ActOutcome['skipped']
const gone = (ids: readonly number[] = [], rows: readonly ProposalRow[]): Skipped => {
  const found = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !found.has(id)).map((id) => ({ id, reason: 'gone' }))
}

/** Accepts several proposals, or ignores them; those that cannot be accepted any more are skipped. */
export function actOnProposals(deps: ChangeDeps & PricedDeps, actor: Actor, wanted: ProposalsAct) {
  return wanted.act === 'accept' ? accept(deps, actor, wanted) : ignore(deps, actor, wanted)
}

async function ignore({ store }: PricedDeps, actor: Actor, wanted: ProposalsAct): Promise<{ data: ActOutcome }> {
  return store.transaction().execute(async (transaction) => {
    const rows = await chosen(transaction, wanted)
    const ids = rows.map(({ id }) => id)
    if (wanted.act === 'ignore_once') await changeProposals(transaction, ids, { state: 'ignored', missed: 0 })
    else if (wanted.act === 'open') await changeProposals(transaction, ids, { state: 'open', missed: 0 })
    else {
      const patterns = rows.map(({ channel_id, kind, model }) => ({ channel_id, kind, pattern: model }))
      await addIgnored(transaction, actor, patterns)
      await deleteProposals(transaction, ids)
    }
    return { data: { count: rows.length, skipped: gone(wanted.ids, rows), unpriced: [] } }
  })
}

/** Several channels at once are one act, so that it is undone at once. */
async function accept(deps: ChangeDeps & PricedDeps, actor: Actor, wanted: ProposalsAct) {
  return changeByAdmin<ActOutcome>(deps, actor, async (transaction) => {
    const rows = await chosen(transaction, wanted)
    const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
    const channels = byChannel.size > 0 ? await readChannelsById(transaction, [...byChannel.keys()]) : []
    const skipped = gone(wanted.ids, rows)
    const done: ProposalRow[] = []
    const changes = []
    for (const row of channels) {
      const plan = planOf(row, byChannel.get(row.id) ?? [])
      skipped.push(...plan.skipped)
      if (plan.done.length === 0) continue
      changes.push(await changeModels(transaction, row, plan, deps.clock()))
      await remember(transaction, row.id, plan.done, deps.clock())
      done.push(...plan.done)
    }
    const over = skipped.filter(({ reason }) => reason === 'done').map(({ id }) => id)
    await deleteProposals(transaction, [...done.map(({ id }) => id), ...over])
    const added = done.filter(({ kind }) => kind === 'appeared').map(({ model }) => model)
    const result = { count: done.length, skipped, unpriced: unpricedOf(deps.options.current(), new Set(added)) }
    if (changes.length === 0) return { result }
    const [only] = channels
    const target = only && changes.length === 1 ? targetOf(changed(channels, changes)) : targetsOf(changes.map(idOf))
    return { result, audit: { action: 'channel.change_models', target, detail: { count: done.length }, changes } }
  })
}

type Change = Awaited<ReturnType<typeof changeModels>>
const idOf = ({ subject }: Change) => Number(subject)
const changed = (channels: readonly ChannelRow[], [change]: readonly Change[]) =>
  channels.find(({ id }) => change && id === idOf(change)) ?? { id: 0, name: '' }

/** The models of a channel after its proposals are accepted, and the proposals that cannot be. */
function planOf(row: ChannelRow, proposals: readonly ProposalRow[]) {
  const models = commaList(row.models)
  const skipped: Skipped = []
  const skip = (rows: readonly ProposalRow[], reason: ActRefusal) => {
    for (const { id } of rows) skipped.push({ id, reason })
  }
  const isOver = ({ kind, model }: ProposalRow) => models.includes(model) === (kind === 'appeared')
  skip(proposals.filter(isOver), 'done')
  const open = proposals.filter((proposal) => !isOver(proposal))
  const [appeared, vanished] = (['appeared', 'vanished'] as const).map((kind) =>
    open.filter((proposal) => proposal.kind === kind),
  ) as [ProposalRow[], ProposalRow[]]
  const gone = new Set(vanished.map(({ model }) => model))
  const remaining = models.filter((model) => !gone.has(model))
  const fitting = new Set(
    thatFit(
      remaining,
      appeared.map(({ model }) => model),
    ),
  )
  skip(
    appeared.filter(({ model }) => !fitting.has(model)),
    'no_room',
  )
  const isEmptied = remaining.length === 0 && fitting.size === 0
  if (isEmptied) skip(vanished, 'last_model')
  return {
    models: isEmptied ? models : [...remaining, ...fitting],
    removed: isEmptied ? [] : [...gone],
    done: [...appeared.filter(({ model }) => fitting.has(model)), ...(isEmptied ? [] : vanished)],
    skipped,
  }
}

/** Following must not repeat an act that is taken back. */
async function remember(transaction: Store, channelId: number, done: readonly ProposalRow[], now: number) {
  const reading = await findReading(transaction, channelId)
  if (!reading) return
  const known = readKnown(reading.known)
  for (const { kind, upstream_model } of done)
    known.set(upstream_model, kind === 'appeared' ? addedName : { missed: missedMin, removedAt: now })
  await saveKnown(transaction, channelId, knownText(known))
}

export async function listIgnored({ store }: Pick<Deps, 'store'>, query: { p: number; page_size: number }) {
  const [rows, { total }] = await Promise.all([readIgnoredPage(store, query), countIgnored(store)])
  return { items: rows.map(wireIgnored), total, page: query.p, page_size: query.page_size }
}

type IgnoredRow = Awaited<ReturnType<typeof readIgnoredPage>>[number]
const wireIgnored = ({ channel_name, ...row }: IgnoredRow): IgnoredPattern => ({
  ...row,
  channel_name: channel_name ?? '',
})

/** Adds a pattern, and drops the open proposals that match it. */
export async function ignorePattern({ store }: Pick<Deps, 'store'>, actor: Actor, wanted: NewIgnored) {
  return store.transaction().execute(async (transaction): Promise<IgnoredPattern> => {
    const { channel_id, kind, pattern } = wanted
    if (channel_id !== forAll && (await readChannelsById(transaction, [channel_id])).length === 0)
      throw new AppError('channel_missing')
    await addIgnored(transaction, actor, [wanted])
    const matches = matcherOf(pattern)
    const open = await readOpenModels(transaction, kind, channel_id === forAll ? undefined : channel_id)
    await deleteProposals(
      transaction,
      open.filter(({ model }) => matches(model)).map(({ id }) => id),
    )
    const row = await findIgnored(transaction, wanted)
    if (!row) throw new AppError('internal', { detail: wanted })
    return wireIgnored(row)
  })
}

/** At most so many in total, so that a reading of a list stays short. */
async function addIgnored(transaction: Store, actor: Actor, patterns: readonly NewIgnored[]): Promise<void> {
  if (patterns.length === 0) return
  await lockChannels(transaction)
  await insertIgnored(transaction, patterns, { actor_name: actor.username, created_at: actor.at })
  const { total, with_wildcard } = await countIgnored(transaction)
  if (total > ignoredMax || with_wildcard > ignoredWithWildcardMax) throw new AppError('model_patterns_many')
  const named = patterns.slice(0, namesInDetail).map(({ pattern }) => pattern)
  const detail = { patterns: named, count: patterns.length }
  await writeAudit(transaction, actor, { action: 'model_list.ignore', detail })
}
const namesInDetail = 100

/** The models that match it are proposed again by the next readings. */
export async function removeIgnored({ store }: Pick<Deps, 'store'>, actor: Actor, id: number): Promise<undefined> {
  await store.transaction().execute(async (transaction) => {
    const removed = await deleteIgnored(transaction, id)
    if (!removed) throw new AppError('not_found')
    await writeAudit(transaction, actor, { action: 'model_list.unignore', target: removed.pattern, detail: removed })
  })
}
