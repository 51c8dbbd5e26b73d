import { channelStatus } from '@turnpike/contract/routing/channel-status'
import type { FailingModel, FailingRow, Overview } from '@turnpike/contract/system/overview'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { callTicksText } from '../../../components/call-ticks/call-ticks.text.ts'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import styles from '../overview.module.css'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

const DisableModel = lazyPart(async () => (await import('./disable-model.tsx')).DisableModel)

type OnChannel = { channel: FailingRow; model: string }

/** What fails and since when, with the buttons that tell why and stop it. */
export function FailingBlock({ failing: { count, rows } }: Pick<Overview, 'failing'>) {
  const t = overviewText.use()
  const [disabling, setDisabling] = useState<OnChannel>()
  return (
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
          actions={channel.models.length === 0 && <ErrorsLink channel={channel} />}
        >
          {channel.models.map((model) => (
            <ModelLine
              key={model.model}
              channel={channel}
              failing={model}
              onDisable={() => setDisabling({ channel, model: model.model })}
            />
          ))}
        </BlockRow>
      ))}
      {disabling && <DisableModel {...disabling} onClosed={() => setDisabling(undefined)} />}
    </Block>
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

type ModelLineProps = { channel: FailingRow; failing: FailingModel; onDisable: () => void }

/** A failing model, its last failure, and what can be done. */
function ModelLine({ channel, failing: { model, failures, requests, last }, onDisable }: ModelLineProps) {
  const t = overviewText.use()
  const kindName = callTicksText.use()
  return (
    <div className={styles.model}>
      <div className={styles.words}>
        <div className={`${textStyles.mono} ${textStyles.shrinkingAnywhere}`}>{model}</div>
        <div className={textStyles.hint}>
          {t('ofRequests', { failures, requests })} · {kindName(last.outcome)}
          {last.status > 0 && ` (${t('http', { status: last.status })})`} · {t('last')}{' '}
          <RelativeTime seconds={last.at} />
        </div>
      </div>
      <div className={styles.actions}>
        <ErrorsLink channel={channel} model={model} />
        {channel.status === channelStatus.enabled && (
          <QuietButton aria-label={t('disableModelOf', { model, channel: channel.channel_name })} onClick={onDisable}>
            {t(channel.listed > 1 ? 'disableModel' : 'disableChannel')}
          </QuietButton>
        )}
      </div>
    </div>
  )
}

/** The log shows three days unless an address names another window. */
const usualWindowSeconds = 3 * 86_400

function ErrorsLink({ channel, model }: { channel: FailingRow; model?: string }) {
  const t = overviewText.use()
  const isOld = channel.since < Date.now() / 1000 - usualWindowSeconds
  const params = new URLSearchParams({
    type: '5',
    ...(isOld && { window: '30d' }),
    channel: String(channel.channel_id),
    ...(model && { model_name: model }),
  })
  return (
    <LinkButton
      type="text"
      size="small"
      to={`/log?${params}`}
      aria-label={t('showErrorsOf', { name: model ? `${model} · ${channel.channel_name}` : channel.channel_name })}
    >
      {t('showErrors')}
    </LinkButton>
  )
}
