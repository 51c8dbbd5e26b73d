import { type ChannelAttempt, isFailedAttempt, isOfRequest } from '@turnpike/contract/routing/channel-attempts'

/** Failures that are equal but for their time. */
export type FailureKindOf = Pick<ChannelAttempt, 'outcome' | 'status'> & { count: number; last_at: number }
export type FailedModel = { model: string; total: number; failed: number; last_at: number; kinds: FailureKindOf[] }

/** The models that failed in the last requests of a channel: the newest failure first, and equal ones as one. */
export function failedModels(attempts: readonly ChannelAttempt[]): FailedModel[] {
  const judged = attempts.filter(({ outcome }) => !isOfRequest(outcome))
  return [...Map.groupBy(judged, ({ model }) => model)]
    .map(([model, ofModel]) => {
      const failures = ofModel.filter(({ outcome }) => isFailedAttempt(outcome))
      const alike = Map.groupBy(failures, ({ outcome, status }) => `${outcome} ${status}`)
      const kinds = [...alike.values()].flatMap((equal) => {
        const [first] = equal
        if (!first) return []
        const { outcome, status } = first
        return [{ outcome, status, count: equal.length, last_at: Math.max(...equal.map(({ at }) => at)) }]
      })
      kinds.sort((one, other) => other.last_at - one.last_at)
      return { model, total: ofModel.length, failed: failures.length, last_at: kinds[0]?.last_at ?? 0, kinds }
    })
    .filter(({ failed }) => failed > 0)
    .sort((one, other) => other.last_at - one.last_at)
}
