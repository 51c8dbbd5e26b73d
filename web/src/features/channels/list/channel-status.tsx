import { type Channel, channelStatus } from '@turnpike/contract/channels/channel'
import { Tooltip } from 'antd'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { formatTime } from '../../../lib/format/format-time.ts'
import { useText } from '../../../lib/text/text.ts'
import { channelsText } from '../channels.text.ts'
import styles from './channel-status.module.css'
import { statusReasonOf } from './status-reason.ts'

type Shown = { kind: StatusKind; words: 'enabled' | 'disabled' | 'autoDisabled' }
const shownAs = new Map<number, Shown>([
  [channelStatus.enabled, { kind: 'on', words: 'enabled' }],
  [channelStatus.disabled, { kind: 'off', words: 'disabled' }],
  [channelStatus.autoDisabled, { kind: 'attention', words: 'autoDisabled' }],
])

/** Whether a channel serves calls; the reason of an automatic disabling is shown on hover or focus. */
export function ChannelStatus({ channel: { status, other_info } }: { channel: Channel }) {
  const t = useText(channelsText)
  const { kind, words } = shownAs.get(status) ?? { kind: 'off', words: 'unknownStatus' }
  const tag = <StatusTag kind={kind}>{t(words)}</StatusTag>
  if (status !== channelStatus.autoDisabled) return tag
  const { reason, time } = statusReasonOf(other_info)
  const why = (
    <div className={styles.why}>
      <strong>{reason || t('noReason')}</strong>
      {time > 0 && (
        <div className={styles.when}>
          {formatTime(time)} · <RelativeTime seconds={time} />
        </div>
      )}
    </div>
  )
  return (
    <Tooltip title={why} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be in reach of the keyboard */}
      <span className={styles.reasoned} tabIndex={0}>
        {tag}
      </span>
    </Tooltip>
  )
}

/** The same reason as a line, for the cards of small screens, which have no hover. */
export function StatusReason({ channel: { status, other_info } }: { channel: Channel }) {
  if (status !== channelStatus.autoDisabled) return null
  const { reason, time } = statusReasonOf(other_info)
  if (!reason && time === 0) return null
  return (
    <p className={styles.line}>
      {reason}
      {reason && time > 0 && ' · '}
      {time > 0 && <RelativeTime seconds={time} />}
    </p>
  )
}

/** How many channels of a tag serve calls. */
export function TagStatus({ on, all }: { on: number; all: number }) {
  const t = useText(channelsText)
  const kind = on === all ? 'on' : on === 0 ? 'off' : 'attention'
  return <StatusTag kind={kind}>{t('someOn', { on, all })}</StatusTag>
}
