import type { ChannelAttempt } from '@turnpike/contract/routing/channel-attempts'
import { language } from '../../lib/browser/preferences.ts'
import { formatRelative } from '../../lib/format/format-time.ts'
import { summaryOfCalls } from './call-summary.ts'
import { callTicksText } from './call-ticks.text.ts'

/** The last calls of a channel as a sentence, and one call as a line. */
export function useCallWords() {
  const t = callTicksText.use()
  const spoken = language.use()
  const timeOf = ({ at }: ChannelAttempt) => formatRelative(at, Math.floor(Date.now() / 1000), spoken)
  /** How an attempt ended: "model unknown · HTTP 404". */
  const why = ({ outcome, status }: Pick<ChannelAttempt, 'outcome' | 'status'>): string =>
    [t(outcome), ...(status > 0 ? [t('http', { status })] : [])].join(' · ')
  return {
    sentence(attempts: readonly ChannelAttempt[]): string {
      const { total, ok, refused, failures } = summaryOfCalls(attempts)
      if (total === 0) return t('none')
      const [last] = failures
      return [
        t('succeeded', { ok, total }),
        ...(refused > 0 ? [t('refused', { count: refused })] : []),
        ...(last ? [t('lastFailure', { time: timeOf(last), kind: t(last.outcome) })] : []),
      ].join(t('and'))
    },
    why,
    line: (attempt: ChannelAttempt): string => [why(attempt), attempt.model, timeOf(attempt)].join(' · '),
  }
}
