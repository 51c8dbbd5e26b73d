import { channelStatus } from '@turnpike/contract/routing/channel-status'
import type { FailingModel, FailingRow, Overview } from '@turnpike/contract/system/overview'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { callTicksText } from '../../../components/call-ticks/call-ticks.text.ts'
import { DisableModel } from '../../../components/channel-errors/disable-model.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from '../overview.module.css'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

const ChannelErrors = lazyPart(
  async () => (await import('../../../components/channel-errors/channel-errors.tsx')).ChannelErrors,
)

/** What fails and since when, with the buttons that tell why and stop it. */
export function FailingBlock({ failing: { count, rows } }: Pick<Overview, 'failing'>) {
  const t = overviewText.use()
  const [shown, setShown] = useState<number>()
  return (
    <>
      <Block title={t('failing')} count={count} shown={rows.length} to="/channel?health=failed" none={t('failingNone')}>
        {rows.map((channel) => (
          <BlockRow
            key={channel.channel_id}
            title={
              <>
                <FailingTag channel={channel} />
                <Link to={`/channel/edit/${channel.channel_id}`}>{channel.channel_name}</Link>
              </>
            }
            detail={
              <>
                {channel.since > 0 && (
                  <>
                    {t('began')} <RelativeTime seconds={channel.since} />
                  </>
                )}
                {channel.reason && <span className={styles.reason}> · {channel.reason}</span>}
              </>
            }
            actions={
              <QuietButton
                aria-label={t('showErrorsOf', { name: channel.channel_name })}
                onClick={() => setShown(channel.channel_id)}
              >
                {t('showErrors')}
              </QuietButton>
            }
          >
            {channel.models.map((model) => (
              <ModelLine key={model.model} channel={channel} failing={model} />
            ))}
          </BlockRow>
        ))}
      </Block>
      {shown !== undefined && <ChannelErrors id={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}

function FailingTag({ channel: { status, is_whole } }: { channel: FailingRow }) {
  const t = overviewText.use()
  if (status === channelStatus.autoDisabled) return <StatusTag kind="attention">{t('autoDisabled')}</StatusTag>
  return is_whole ? (
    <StatusTag kind="stopped">{t('channelFails')}</StatusTag>
  ) : (
    <StatusTag kind="attention">{t('modelFails')}</StatusTag>
  )
}

type ModelLineProps = { channel: FailingRow; failing: FailingModel }

/** A failing model and its last failure. The only model of a channel is disabled with it, where its errors are shown. */
function ModelLine({ channel, failing: { model, failures, requests, last } }: ModelLineProps) {
  const t = overviewText.use()
  const kindName = callTicksText.use()
  const { channel_id: id, channel_name: name, status, listed } = channel
  return (
    <div className={styles.model}>
      <div className={layoutStyles.growing}>
        <div className={`${textStyles.mono} ${textStyles.shrinkingAnywhere}`}>{model}</div>
        <div className={textStyles.hint}>
          {t('ofRequests', { failures, requests })} · {kindName(last.outcome)}
          {last.status > 0 && ` (${t('http', { status: last.status })})`} · {t('last')}{' '}
          <RelativeTime seconds={last.at} />
        </div>
      </div>
      {status === channelStatus.enabled && listed > 1 && (
        <div className={styles.actions}>
          <DisableModel channel={{ id, name }} model={model} />
        </div>
      )}
    </div>
  )
}
