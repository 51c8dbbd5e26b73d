import { channelStatus } from '@turnpike/contract/routing/channel-status'
import type { LiveChannel } from '@turnpike/contract/usage/live-calls'
import { Button } from 'antd'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { StatusTag } from '../../components/tags/status-tag.tsx'
import styles from './running-calls.module.css'
import { runningCallsText } from './running-calls.text.ts'

type BusyChannelsProps = {
  channels: readonly LiveChannel[]
  busyId: number | undefined
  onDrain: (channel: LiveChannel) => void
  onEnable: (channel: LiveChannel) => void
}

const listedMax = 12
const isOn = ({ status }: LiveChannel) => status === channelStatus.enabled

/** The channels that calls run on, those that are being drained first. */
export function BusyChannels({ channels, busyId, onDrain, onEnable }: BusyChannelsProps) {
  const t = runningCallsText.use()
  if (channels.length === 0) return null
  const ordered = [...channels.filter((channel) => !isOn(channel)), ...channels.filter(isOn)]
  const unlisted = ordered.length - listedMax
  return (
    <div className={styles.above}>
      <Sheet title={t('channels')} facts={unlisted > 0 ? t('more', { count: unlisted }) : undefined} flush>
        <ul className={styles.channels} aria-label={t('channels')}>
          {ordered.slice(0, listedMax).map((channel) => (
            <li key={channel.id} className={`${layoutStyles.shrinkingRow} ${styles.channel}`}>
              <span
                className={`${textStyles.shrinkingEllipsis} ${styles.channelName}`}
                title={`${channel.name} #${channel.id}`}
              >
                {channel.name}
              </span>
              <ChannelState channel={channel} />
              {isOn(channel) ? (
                <QuietButton onClick={() => onDrain(channel)}>{t('drain')}</QuietButton>
              ) : (
                <Button size="small" loading={busyId === channel.id} onClick={() => onEnable(channel)}>
                  {t('enable')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Sheet>
    </div>
  )
}

function ChannelState({ channel }: { channel: LiveChannel }) {
  const t = runningCallsText.use()
  const { calls } = channel
  if (isOn(channel)) return <span className={textStyles.quietLabel}>{t('calls', { count: calls })}</span>
  return (
    <span className={styles.state}>
      <StatusTag kind={calls > 0 ? 'attention' : 'off'}>{t(calls > 0 ? 'draining' : 'drained')}</StatusTag>
      {calls > 0 && <span className={textStyles.quietLabel}>{t('callsLeft', { count: calls })}</span>}
    </span>
  )
}
