import { channelStatus } from '@turnpike/contract/routing/channel'
import { attemptsMax, isFailedAttempt, isOfRequest } from '@turnpike/contract/routing/channel-attempts'
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
  const judged = newestJudged(attempts.filter(({ at }) => at >= now - failingRule.seconds && at > judged_from))
  const failures = countFailures(judged)
  return failures >= failingRule.failuresMin && failures * 2 > judged.length
}

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

/**
 * The model with the most calls that failed first on one of the failing channels, and the share of its calls in the
 * last hour that did. A process stores at most fifty attempts of a channel; where those span less than an hour, their
 * rate stands for the hour.
 */
export function affectedModel(
  seen: readonly SeenAttempts[],
  failing: ReadonlySet<number>,
  now: number,
): { model: string; percent: number } | null {
  const rates = new Map<string, { calls: number; affected: number }>()
  for (const { channel_id, attempts } of seen) {
    const recent = attempts.filter(({ at }) => at >= now - failingRule.seconds)
    const isCut = recent.length >= attemptsMax
    const rate = 1 / (isCut ? Math.max(1, now - (recent[0]?.at ?? 0)) : failingRule.seconds)
    for (const { model, outcome, isRetry } of recent) {
      if (isRetry) continue // the call was counted on the channel that failed it first
      const sum = rates.get(model) ?? { calls: 0, affected: 0 }
      sum.calls += rate
      if (failing.has(channel_id) && isFailedAttempt(outcome)) sum.affected += rate
      rates.set(model, sum)
    }
  }
  const [worst] = [...rates].filter(([, { affected }]) => affected > 0).sort(([, a], [, b]) => b.affected - a.affected)
  if (!worst) return null
  const [model, { calls, affected }] = worst
  return { model, percent: Math.min(100, Math.max(1, Math.round((100 * affected) / calls))) }
}
