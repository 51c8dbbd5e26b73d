import { channelStatus } from '@turnpike/contract/routing/channel'
import { isFailedAttempt, isOfRequest } from '@turnpike/contract/routing/channel-attempts'
import { type FailingModel, type FailingRow, overviewRowsMax } from '@turnpike/contract/system/overview'
import { z } from 'zod'
import type { Store } from '../../../store/store.ts'
import type { KeptAttempt } from '../../routing/channels/attempts/attempt-ring.ts'
import { readAttempts } from '../../routing/channels/attempts/attempt-text.ts'
import { readSuspects } from '../../routing/channels/attempts/attempts.queries.ts'
import { failingRule, failsByCalls, isFailed, mergeAttempts } from '../../routing/channels/attempts/failing.rules.ts'
import { commaList } from '../../routing/channels/comma-list.ts'
import { readTroubled, type TroubledRow } from './overview.queries.ts'

/** What the newest requests on a channel say. */
type Seen = { fails: boolean; attempts: readonly KeptAttempt[]; models: readonly FailingModel[] }

/** The channels that fail now, and those on which a model does. Channels that still get requests come first. */
export async function readFailing(store: Store, now: number): Promise<{ count: number; rows: FailingRow[] }> {
  const suspects = await readSuspects(store, now - failingRule.seconds, failingRule.failuresMin)
  const seen = new Map(
    [...Map.groupBy(suspects, ({ channel_id }) => channel_id)].map(([id, rows]) => {
      const attempts = mergeAttempts(rows.map((row) => readAttempts(row.attempts)))
      return [id, seenOf(attempts, now, rows[0]?.judged_from ?? 0)]
    }),
  )
  const failing = [...seen].flatMap(([id, { fails, models }]) => (fails || models.length > 0 ? [id] : []))
  const rows = (await readTroubled(store, failing))
    .map((row) => failingRow(row, seen.get(row.id)))
    // A model that was taken off its channel no longer fails there.
    .filter(({ is_whole, models }) => is_whole || models.length > 0)
    .sort((one, other) => one.status - other.status || other.since - one.since)
  return { count: rows.length, rows: rows.slice(0, overviewRowsMax) }
}

/** The models fail by the same rule as the channel. */
export function seenOf(attempts: readonly KeptAttempt[], now: number, judgedFrom: number): Seen {
  const recent = attempts.filter(
    ({ at, outcome }) => at > judgedFrom && at >= now - failingRule.seconds && !isOfRequest(outcome),
  )
  const models = [...Map.groupBy(recent, ({ model }) => model)].flatMap(([model, ofModel]): FailingModel[] => {
    const failures = ofModel.filter(({ outcome }) => isFailedAttempt(outcome))
    const last = failures.at(-1)
    if (!last || !failsByCalls(ofModel, now, judgedFrom)) return []
    const { at, outcome, status } = last
    return [{ model, failures: failures.length, requests: ofModel.length, last: { at, outcome, status } }]
  })
  return {
    fails: failsByCalls(attempts, now, judgedFrom),
    attempts: recent,
    models: models.sort((one, other) => other.failures - one.failures),
  }
}

function failingRow(row: TroubledRow, seen: Seen | undefined): FailingRow {
  const served = new Set(commaList(row.models))
  const isAutoDisabled = row.status === channelStatus.autoDisabled
  const { status_reason, status_time } = isAutoDisabled ? readStatusInfo(row.other_info) : noInfo
  const times = [status_time || row.failed_time, seen ? firstFailure(seen.attempts) : 0].filter((at) => at > 0)
  return {
    channel_id: row.id,
    channel_name: row.name,
    status: row.status,
    is_whole: isFailed(row, seen?.fails ?? false),
    since: times.length > 0 ? Math.min(...times) : 0,
    reason: status_reason || row.failure_reason,
    listed: served.size,
    models: (seen?.models ?? []).filter(({ model }) => served.has(model)).slice(0, overviewRowsMax),
  }
}

/** The first failure since the last success; of a channel that still succeeds sometimes, the first of the hour. */
export function firstFailure(attempts: readonly KeptAttempt[]): number {
  const failures = attempts.filter(({ outcome }) => isFailedAttempt(outcome))
  const lastSuccess = attempts.findLast(({ outcome }) => outcome === 'ok')?.at ?? 0
  return (failures.find(({ at }) => at > lastSuccess) ?? failures[0])?.at ?? 0
}

const statusInfo = z.object({ status_reason: z.string().catch(''), status_time: z.int().catch(0) })
const noInfo: z.infer<typeof statusInfo> = { status_reason: '', status_time: 0 }

/** Why and when a channel was disabled automatically. An imported text may have another form. */
function readStatusInfo(text: string): z.infer<typeof statusInfo> {
  try {
    return statusInfo.safeParse(JSON.parse(text)).data ?? noInfo
  } catch {
    return noInfo
  }
}
