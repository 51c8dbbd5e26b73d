import { type ChannelAttempt, type FailingSummary, failingShownMax } from '@turnpike/contract/routing/channel-attempts'
import type { Store } from '../../../../store/store.ts'
import { commaList } from '../comma-list.ts'
import { readAttempts } from './attempt-text.ts'
import {
  deleteAttemptsRow,
  deleteOrphans,
  readAttemptsOf,
  readAttemptsSince,
  readCrowded,
  readExistingIds,
  readFailedChannels,
  readJudgedAttempts,
  readSuspects,
  readTraffic,
  readWholeRows,
} from './attempts.queries.ts'
import {
  affectedModel,
  failingRule,
  failsByCalls,
  mergeAttempts,
  type RecentOfModel,
  recentOfModel,
  worstModel,
} from './failing.rules.ts'

const daySeconds = 86_400

/** The newest attempts on each of these channels, over all processes, and its traffic; a channel without calls has none. */
export async function listAttempts(store: Store, ids: readonly number[], now: number) {
  const [existing, rows, sums] = await Promise.all([
    readExistingIds(store, ids),
    readAttemptsOf(store, ids),
    readTraffic(store, ids, now - daySeconds),
  ])
  const traffic = new Map(sums.map(({ channel_id, ...sum }) => [channel_id, sum]))
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
  return ids
    .filter((id) => existing.has(id))
    .map((channel_id) => ({
      channel_id,
      attempts: mergeAttempts((byChannel.get(channel_id) ?? []).map(({ attempts }) => readAttempts(attempts))).map(
        ({ isRetry: _, ...attempt }): ChannelAttempt => attempt,
      ),
      traffic: traffic.get(channel_id) ?? { requests: 0, failed: 0, quota: 0 },
    }))
}

/** The ids of the channels that fail by their calls; of one channel, where an id is given. */
export async function readFailingByCalls(store: Store, now: number, id?: number): Promise<number[]> {
  const rows = await readSuspects(store, now - failingRule.seconds, failingRule.failuresMin, id)
  return [...Map.groupBy(rows, ({ channel_id }) => channel_id)].flatMap(([channel_id, ofChannel]) => {
    const attempts = mergeAttempts(ofChannel.map((row) => readAttempts(row.attempts)))
    return failsByCalls(attempts, now, ofChannel[0]?.judged_from ?? 0) ? [channel_id] : []
  })
}

/** The channels that fail and that no administrator has disabled, and the model whose calls they affect most. */
export async function summariseFailing(store: Store, now: number): Promise<FailingSummary> {
  const channels = await readFailedChannels(store, await readFailingByCalls(store, now))
  if (channels.length === 0) return { count: 0, channels: [], affected: null }
  const rows = await readAttemptsSince(store, now - failingRule.seconds)
  const seen = rows.map(({ channel_id, attempts }) => ({ channel_id, attempts: readAttempts(attempts) }))
  const ofChannel = Map.groupBy(seen, ({ channel_id }) => channel_id)
  const shown = channels.slice(0, failingShownMax).map(({ id, name, status, models, failed_time, judged_from }) => {
    const attempts = mergeAttempts((ofChannel.get(id) ?? []).map((each) => each.attempts))
    const worst = worstModel(attempts, now, judged_from)
    const last_at = Math.max(failed_time, worst?.last_at ?? 0)
    return { id, name, status, last_at, models: commaList(models).length, worst }
  })
  const ids = new Set(channels.map(({ id }) => id))
  return { count: channels.length, channels: shown, affected: affectedModel(seen, ids, now) }
}

/** The newest requests of a model on each of these channels, those before it was last changed left out. */
export async function recentRequests(store: Store, ids: readonly number[], model: string, now: number) {
  if (ids.length === 0) return new Map<number, RecentOfModel>()
  const rows = await readJudgedAttempts(store, ids, now - failingRule.seconds)
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
  return new Map(
    [...byChannel].map(([id, ofChannel]) => {
      const attempts = mergeAttempts(ofChannel.map((row) => readAttempts(row.attempts)))
      return [id, recentOfModel(attempts, model, now, ofChannel[0]?.judged_from ?? 0)]
    }),
  )
}

/** Every process that ever served a channel has a row; rows without any of the newest attempts are deleted. */
const processesMax = 8

export async function pruneAttempts(store: Store): Promise<void> {
  await deleteOrphans(store)
  for (const channelId of await readCrowded(store, processesMax)) {
    const rows = (await readWholeRows(store, channelId)).map((row) => ({ row, attempts: readAttempts(row.attempts) }))
    const oldest = mergeAttempts(rows.map(({ attempts }) => attempts))[0]?.at ?? 0
    for (const { row } of rows) if (row.newest < oldest) await deleteAttemptsRow(store, row)
  }
}
