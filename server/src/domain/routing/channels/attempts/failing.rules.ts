import { channelStatus } from '@turnpike/contract/routing/channel'
import { attemptsMax, isFailedAttempt, isOfRequest } from '@turnpike/contract/routing/channel-attempts'
import type { RecentRequests } from '@turnpike/contract/routing/route-explain'
import type { KeptAttempt } from './attempt-ring.ts'

/** A channel fails by its calls when most of its newest ten in the last hour failed, and three of them at least. */
export const failingRule = { attempts: 10, failuresMin: 3, seconds: 3600 } as const

/** The state of a channel that administrators and tests have set. */
type Cooldown = { status: number; failed_time: number }

/**
 * Whether a channel fails: it was disabled for a failure, its last test or a refused call failed, or most of its newest
 * calls did. A single failed call is no reason.
 */
export const isFailed = ({ status, failed_time }: Cooldown, failsByCalls: boolean): boolean =>
  status === channelStatus.autoDisabled || failed_time > 0 || failsByCalls

/** `judged_from`: earlier attempts do not count, because the channel has changed since. */
export function failsByCalls(attempts: readonly KeptAttempt[], now: number, judged_from: number): boolean {
  const judged = newestJudged(inForce(attempts, now, judged_from))
  const failures = countFailures(judged)
  return failures >= failingRule.failuresMin && failures * 2 > judged.length
}

const inForce = (attempts: readonly KeptAttempt[], now: number, judged_from: number) =>
  attempts.filter(({ at }) => at >= now - failingRule.seconds && at > judged_from)

/** How many of the newest attempts failed, whenever that was: below the rule's number the channel cannot be failing. */
export const recentFailures = (attempts: readonly KeptAttempt[]): number => countFailures(newestJudged(attempts))

/** A client's mistake does not count against the channel. */
const newestJudged = (attempts: readonly KeptAttempt[]) =>
  attempts.filter(({ outcome }) => !isOfRequest(outcome)).slice(-failingRule.attempts)

const countFailures = (attempts: readonly KeptAttempt[]) =>
  attempts.filter(({ outcome }) => isFailedAttempt(outcome)).length

/** The attempts of all processes on one channel, the newest last. */
export const mergeAttempts = (ofProcesses: readonly (readonly KeptAttempt[])[]): KeptAttempt[] =>
  ofProcesses
    .flat()
    .sort((one, other) => one.at - other.at)
    .slice(-attemptsMax)

/** The attempts of one process on one channel. */
export type SeenAttempts = { channel_id: number; attempts: readonly KeptAttempt[] }

/** The requests of a model that were judged on a channel, and the newest failure. */
export type ModelFailures = { model: string; total: number; failed: number; last_at: number }

const noFailures = (model: string): ModelFailures => ({ model, total: 0, failed: 0, last_at: 0 })

function count(sum: ModelFailures, { outcome, at }: KeptAttempt): void {
  sum.total++
  if (!isFailedAttempt(outcome)) return
  sum.failed++
  sum.last_at = Math.max(sum.last_at, at)
}

export type RecentOfModel = ModelFailures & { last: KeptAttempt | undefined }

/** The newest requests of one model on a channel within the hour, by the rule that judges the channel. */
export function recentOfModel(
  attempts: readonly KeptAttempt[],
  model: string,
  now: number,
  judged_from: number,
): RecentOfModel {
  const ofModel = attempts.filter((attempt) => attempt.model === model)
  const sum = noFailures(model)
  const judged = newestJudged(inForce(ofModel, now, judged_from))
  for (const attempt of judged) count(sum, attempt)
  return { ...sum, last: judged.findLast(({ outcome }) => isFailedAttempt(outcome)) }
}

/** The requests of several channels together; only administrators see how the last one failed. */
export function shownRecent(
  ofChannels: readonly (RecentOfModel | undefined)[],
  isAdmin: boolean,
): RecentRequests | null {
  const known = ofChannels.filter((recent) => recent !== undefined)
  const total = known.reduce((sum, recent) => sum + recent.total, 0)
  if (total === 0) return null
  const [last] = known.flatMap((recent) => recent.last ?? []).sort((one, other) => other.at - one.at)
  return {
    total,
    failed: known.reduce((sum, recent) => sum + recent.failed, 0),
    last: isAdmin && last ? { at: last.at, outcome: last.outcome, status: last.status } : null,
  }
}

/** The model with the most failed requests of the last hour on a channel; null without any. */
export function worstModel(attempts: readonly KeptAttempt[], now: number, judged_from: number): ModelFailures | null {
  const sums = new Map<string, ModelFailures>()
  for (const attempt of inForce(attempts, now, judged_from)) {
    if (isOfRequest(attempt.outcome)) continue
    const sum = sums.get(attempt.model) ?? noFailures(attempt.model)
    count(sum, attempt)
    sums.set(attempt.model, sum)
  }
  const [worst] = [...sums.values()].filter(({ failed }) => failed > 0).sort((a, b) => b.failed - a.failed)
  return worst ?? null
}

/**
 * The model with the most calls that failed first on one of the failing channels, and the share of its calls in the
 * last hour that did. A process stores at most fifty attempts of a channel; where those span less than an hour, their
 * rate stands for the hour.
 */
export function affectedModel(
  seen: readonly SeenAttempts[],
  failing: ReadonlySet<number>,
  now: number,
): (ModelFailures & { percent: number }) | null {
  type Rates = ModelFailures & { calls: number; affected: number }
  const rates = new Map<string, Rates>()
  for (const { channel_id, attempts } of seen) {
    const recent = attempts.filter(({ at }) => at >= now - failingRule.seconds)
    const isCut = recent.length >= attemptsMax
    const rate = 1 / (isCut ? Math.max(1, now - (recent[0]?.at ?? 0)) : failingRule.seconds)
    for (const { model, outcome, isRetry, at } of recent) {
      if (isRetry) continue // the call was counted on the channel that failed it first
      const sum = rates.get(model) ?? { ...noFailures(model), calls: 0, affected: 0 }
      sum.calls += rate
      sum.total++
      if (failing.has(channel_id) && isFailedAttempt(outcome)) {
        sum.affected += rate
        sum.failed++
        sum.last_at = Math.max(sum.last_at, at)
      }
      rates.set(model, sum)
    }
  }
  const [worst] = [...rates.values()].filter(({ failed }) => failed > 0).sort((a, b) => b.affected - a.affected)
  if (!worst) return null
  const { model, total, failed, last_at, calls, affected } = worst
  return { model, total, failed, last_at, percent: Math.min(100, Math.max(1, Math.round((100 * affected) / calls))) }
}
