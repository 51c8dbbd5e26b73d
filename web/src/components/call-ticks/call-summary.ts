import { type ChannelAttempt, isFailedAttempt, isOfRequest } from '@turnpike/contract/routing/channel-attempts'

/** How a call ended for its channel: well, by the channel's fault, or refused for what the client sent. */
export type CallEnd = 'ok' | 'failed' | 'refused'

export function endOf({ outcome }: Pick<ChannelAttempt, 'outcome'>): CallEnd {
  if (isFailedAttempt(outcome)) return 'failed'
  return isOfRequest(outcome) ? 'refused' : 'ok'
}

/** The counts of a channel's last calls, and its failures, the newest first. */
export function summaryOfCalls(attempts: readonly ChannelAttempt[]) {
  const countOf = (end: CallEnd) => attempts.filter((attempt) => endOf(attempt) === end).length
  return {
    total: attempts.length,
    ok: countOf('ok'),
    refused: countOf('refused'),
    failures: attempts.filter((attempt) => endOf(attempt) === 'failed').toReversed(),
  }
}
