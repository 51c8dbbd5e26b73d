import { type Channel, channelStatus } from '@turnpike/contract/routing/channel'
import { Tooltip } from 'antd'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { formatTime } from '../../../lib/format/format-time.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'
import { statusReasonOf } from './status-reason.ts'

type Shown = { kind: StatusKind; words: 'enabled' | 'disabled' | 'autoDisabled' }
const shownAs = new Map<number, Shown>([
  [channelStatus.enabled, { kind: 'on', words: 'enabled' }],
  [channelStatus.disabled, { kind: 'off', words: 'disabled' }],
  [channelStatus.autoDisabled, { kind: 'attention', words: 'autoDisabled' }],
])

type ReasonedProps = { kind: StatusKind; text: string; why: string; when?: string | undefined; time?: number }

/** A status whose reason is shown on hover or focus. */
function Reasoned({ kind, text, why, when, time = 0 }: ReasonedProps) {
  const title = (
    <div className={styles.why}>
      <strong>{why}</strong>
      {time > 0 && (
        <div className={styles.when}>
          {when ?? formatTime(time)} · <RelativeTime seconds={time} />
        </div>
      )}
    </div>
  )
  return (
    <Tooltip title={title} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be in reach of the keyboard */}
      <span className={styles.reasoned} tabIndex={0}>
        <StatusTag kind={kind}>{text}</StatusTag>
      </span>
    </Tooltip>
  )
}

/** Whether a channel serves calls, and why it does not or not now. */
export function ChannelStatus({ channel }: { channel: Channel }) {
  const t = channelsText.use()
  const { status, other_info, paused_until = 0, at_limit = false } = channel
  const { kind, words } = shownAs.get(status) ?? { kind: 'off', words: 'unknownStatus' }
  if (status === channelStatus.autoDisabled) {
    const { reason, time } = statusReasonOf(other_info)
    return <Reasoned kind={kind} text={t(words)} why={reason || t('noReason')} time={time} />
  }
  if (status === channelStatus.enabled && paused_until > 0) {
    const when = t('coolingDownUntil', { time: formatTime(paused_until) })
    return (
      <Reasoned kind="attention" text={t('coolingDown')} why={t('coolingDownWhy')} when={when} time={paused_until} />
    )
  }
  if (status === channelStatus.enabled && at_limit)
    return <Reasoned kind="attention" text={t('atLimit')} why={t('atLimitWhy')} />
  return <StatusTag kind={kind}>{t(words)}</StatusTag>
}

/** The same reason as a line, for the cards of small screens, which have no hover. */
export function StatusReason({ channel: { status, other_info, paused_until = 0 } }: { channel: Channel }) {
  const t = channelsText.use()
  if (status === channelStatus.enabled && paused_until > 0)
    return <p className={styles.channelStatusLine}>{t('coolingDownUntil', { time: formatTime(paused_until) })}</p>
  if (status !== channelStatus.autoDisabled) return null
  const { reason, time } = statusReasonOf(other_info)
  if (!reason && time === 0) return null
  return (
    <p className={styles.channelStatusLine}>
      {reason}
      {reason && time > 0 && ' · '}
      {time > 0 && <RelativeTime seconds={time} />}
    </p>
  )
}

/** How many channels of a tag serve calls. */
export function TagStatus({ on, all }: { on: number; all: number }) {
  const t = channelsText.use()
  const kind = on === all ? 'on' : on === 0 ? 'off' : 'attention'
  return <StatusTag kind={kind}>{t('someOn', { on, all })}</StatusTag>
}
