import { formatCount } from '@turnpike/contract/quota'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import type { ServingChannel } from '@turnpike/contract/routing/model-page'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { useCallWords } from '../../components/call-ticks/use-call-words.ts'
import { DisableModel } from '../../components/channel-errors/disable-model.tsx'
import { Money } from '../../components/figures/money.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { TypeMonogram } from '../../components/tags/channel-type-name.tsx'
import { StatusTag } from '../../components/tags/status-tag.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import styles from './model.module.css'
import { modelText } from './model.text.ts'

const ChannelErrors = lazyPart(
  async () => (await import('../../components/channel-errors/channel-errors.tsx')).ChannelErrors,
)

type ModelChannelsProps = { model: string; channels: readonly ServingChannel[]; leftOut: number }

/** The channels that list the model, those that are tried first at the top. */
export function ModelChannels({ model, channels, leftOut }: ModelChannelsProps) {
  const t = modelText.use()
  const [errorsOf, setErrorsOf] = useState<number>()
  return (
    <Sheet title={t('channels')} facts={formatCount(channels.length + leftOut)} flush>
      <ul className={styles.channels}>
        {channels.map((channel) => (
          <ChannelRow key={channel.id} model={model} channel={channel} onErrors={() => setErrorsOf(channel.id)} />
        ))}
      </ul>
      {leftOut > 0 && <p className={styles.leftOut}>{t('leftOut', { count: leftOut })}</p>}
      {errorsOf !== undefined && <ChannelErrors id={errorsOf} onClosed={() => setErrorsOf(undefined)} />}
    </Sheet>
  )
}

type ChannelRowProps = { model: string; channel: ServingChannel; onErrors: () => void }

function ChannelRow({ model, channel, onErrors }: ChannelRowProps) {
  const t = modelText.use()
  const words = useCallWords()
  const { id, name, type, status, priority, upstream_model, recent, requests, failed, quota } = channel
  const isOn = status === channelStatus.enabled
  const isFailing = recent !== null && recent.failed * 2 > recent.total
  return (
    <li className={isOn ? undefined : textStyles.quiet}>
      <TypeMonogram type={type} />
      <div className={styles.about}>
        <Link to={`/channel/edit/${id}`}>
          {name} <code>#{id}</code>
        </Link>
        <span className={textStyles.quietSmall}>
          {t('priority')} {priority}
          {upstream_model && ` · ${t('sentAs', { model: upstream_model })}`}
          {requests > 0 && ` · ${t('requests')} ${formatCount(requests)}`}
          {requests > 0 && (
            <>
              {' · '}
              <Money quota={quota} of="spend" />
            </>
          )}
        </span>
        {recent && recent.failed > 0 && (
          <span className={isFailing ? textStyles.problemSmall : textStyles.quietSmall}>
            {t('recentOf', recent)}
            {recent.last && `: ${words.why(recent.last)}`}
          </span>
        )}
      </div>
      <div className={layoutStyles.wrappingRow}>
        {!isOn && (
          <StatusTag kind={status === channelStatus.autoDisabled ? 'attention' : 'off'}>
            {t(status === channelStatus.autoDisabled ? 'autoDisabled' : 'disabled')}
          </StatusTag>
        )}
        {isOn && isFailing && <StatusTag kind="stopped">{t('failing')}</StatusTag>}
        {(failed > 0 || (recent?.failed ?? 0) > 0) && <QuietButton onClick={onErrors}>{t('showErrors')}</QuietButton>}
        {isOn && isFailing && <DisableModel channel={{ id, name }} model={model} />}
      </div>
    </li>
  )
}
