import { type Channel, channelStatus } from '@turnpike/contract/routing/channel'
import { CallTicks } from '../../../components/call-ticks/call-ticks.tsx'
import { useLastCallsOf } from '../../../components/call-ticks/last-calls.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { ResponseTime } from '../../../components/figures/response-time.tsx'
import textStyles from '../../../components/style/text.module.css'
import { drawerName } from '../../../lib/address/opened.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import { channelsText } from '../channels.text.ts'
import { errorsMark } from '../drawers.ts'
import { summaryOf } from '../tags/tag-summary.ts'
import styles from './channel-list.module.css'

const stopped = (
  <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true" focusable="false">
    <rect x="1" y="1" width="6" height="6" rx=".6" fill="currentColor" />
  </svg>
)

/** How long the last test took, above a tick for each of the last requests. A press shows why requests failed. */
export function ChannelResponse({ channel }: { channel: Channel }) {
  const t = channelsText.use()
  const opened = useOpened(drawerName)
  const attempts = useLastCallsOf(channel.id)?.attempts
  const hasResult = channel.response_time > 0 || channel.failed_time > 0 || channel.health === 'failed'
  return (
    <button
      type="button"
      className={styles.response}
      aria-description={t('showErrors')}
      onClick={() => opened.open(errorsMark + channel.id)}
    >
      {(hasResult || !attempts?.length) && <TestResult channel={channel} />}
      {attempts && attempts.length > 0 && <CallTicks attempts={attempts} isInButton />}
    </button>
  )
}

/** The word for a failure and its time, or how long the last test took. */
function TestResult({ channel }: { channel: Channel }) {
  const t = channelsText.use()
  const { health, status, response_time, test_time, failed_time, failure_reason } = channel
  if (failed_time > 0)
    return (
      <span className={styles.channelResponseFailed} title={failure_reason || t('noReason')}>
        {stopped}
        {t('failed')}
        <span className={textStyles.quietLight}>
          <RelativeTime seconds={failed_time} />
        </span>
      </span>
    )
  // An automatic disabling is told by the status.
  if (health === 'failed' && status !== channelStatus.autoDisabled)
    return (
      <span className={styles.channelResponseFailed} title={t('failingHelp')}>
        {stopped}
        {t('failing')}
      </span>
    )
  const detail = test_time > 0 ? t('testedAt', { time: formatTime(test_time) }) : undefined
  return <ResponseTime milliseconds={response_time} detail={detail} />
}

/** The same reason as a line, for the cards of small screens, which have no hover. */
export function FailureReason({ channel: { health, failure_reason } }: { channel: Channel }) {
  return health === 'failed' && failure_reason ? (
    <p className={`${textStyles.problemSmall} ${styles.line}`}>{failure_reason}</p>
  ) : null
}

/** The mean response time of a tag's channels, or how many of them have failed. */
export function TagResponse({ channels }: { channels: readonly Channel[] }) {
  const t = channelsText.use()
  const { failed, responseTime } = summaryOf(channels)
  if (failed === 0) return <ResponseTime milliseconds={responseTime} />
  return (
    <span className={styles.channelResponseFailed}>
      {stopped}
      {t('someFailed', { count: failed })}
    </span>
  )
}
