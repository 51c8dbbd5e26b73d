import type { ChannelAttempt, FailingSummary } from '@turnpike/contract/routing/channel-attempts'
import type { Store } from '../../../../store/store.ts'
import { readAttempts } from './attempt-text.ts'
import {
  deleteAttemptsRow,
  deleteOrphans,
  readAttemptsOf,
  readAttemptsSince,
  readCrowded,
  readExistingIds,
  readFailedChannels,
  readSuspects,
  readWholeRows,
} from './attempts.queries.ts'
import { affectedModel, failingRule, failsByCalls, mergeAttempts } from './failing.rules.ts'

/** The newest attempts on each of these channels, over all processes; a channel without calls has none. */
export async function listAttempts(store: Store, ids: readonly number[]) {
  const [existing, rows] = await Promise.all([readExistingIds(store, ids), readAttemptsOf(store, ids)])
  const byChannel = Map.groupBy(rows, ({ channel_id }) => channel_id)
  return ids
    .filter((id) => existing.has(id))
    .map((channel_id) => ({
      channel_id,
      attempts: mergeAttempts((byChannel.get(channel_id) ?? []).map(({ attempts }) => readAttempts(attempts))).map(
        ({ isRetry: _, ...attempt }): ChannelAttempt => attempt,
      ),
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

const shownMax = 200

/** The channels that fail and that no administrator has disabled, and the model whose calls they affect most. */
export async function summariseFailing(store: Store, now: number): Promise<FailingSummary> {
  const channels = await readFailedChannels(store, await readFailingByCalls(store, now))
  const shown = channels.slice(0, shownMax)
  if (channels.length === 0) return { count: 0, channels: [], affected: null }
  const rows = await readAttemptsSince(store, now - failingRule.seconds)
  const seen = rows.map(({ channel_id, attempts }) => ({ channel_id, attempts: readAttempts(attempts) }))
  const ids = new Set(channels.map(({ id }) => id))
  return { count: channels.length, channels: shown, affected: affectedModel(seen, ids, now) }
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
