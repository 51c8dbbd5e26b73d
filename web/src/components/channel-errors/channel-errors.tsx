import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Channel, channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { logType } from '@turnpike/contract/usage/log'
import { Button } from 'antd'
import { Link } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { callTicksText } from '../call-ticks/call-ticks.text.ts'
import { CallTicks } from '../call-ticks/call-ticks.tsx'
import { useLastCalls } from '../call-ticks/last-calls.tsx'
import { useCallWords } from '../call-ticks/use-call-words.ts'
import { RelativeTime } from '../figures/relative-time.tsx'
import { useUndoToast } from '../history/use-undo.ts'
import { ModelLink } from '../model-link/model-link.tsx'
import { SideDrawer } from '../overlay/side-drawer.tsx'
import { LinkButton } from '../page/link-button.tsx'
import { Callout } from '../states/callout.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './channel-errors.module.css'
import { channelErrorsText } from './channel-errors.text.ts'
import { DisableModel } from './disable-model.tsx'
import { type FailedModel, failedModels } from './failed-models.ts'

type ChannelErrorsProps = { id: number; onClosed: () => void }

/** Why requests on a channel failed, by model and newest first, beside the actions that mend it. */
export function ChannelErrors({ id, onClosed }: ChannelErrorsProps) {
  const t = channelErrorsText.use()
  const channel = useQuery({
    queryKey: ['channels', 'errors', id],
    queryFn: () => call(channelApi.get, { params: { id: String(id) } }),
  })
  const attempts = useLastCalls([id])?.get(id)?.attempts
  const { data } = channel
  const logPath = `/log?channel=${id}&type=${logType.failure}`
  return (
    <SideDrawer
      title={t('title', { name: data?.name ?? `#${id}` })}
      onClosed={onClosed}
      buttons={({ close }) => (
        <>
          <LinkButton to={logPath}>{t('openLog')}</LinkButton>
          {data?.status === channelStatus.enabled && <DisableChannel channel={data} onDone={close} />}
        </>
      )}
    >
      {channel.isError && <ErrorState error={channel.error} onRetry={channel.refetch} />}
      {data && attempts && <Errors channel={data} attempts={attempts} />}
    </SideDrawer>
  )
}

type ErrorsProps = { channel: Channel; attempts: Parameters<typeof failedModels>[0] }

function Errors({ channel, attempts }: ErrorsProps) {
  const t = channelErrorsText.use()
  const words = useCallWords()
  const models = failedModels(attempts)
  const { failed_time, failure_reason } = channel
  if (models.length === 0 && failed_time === 0) return <EmptyState title={t('none')} text={t('noneText')} />
  return (
    <div className={layoutStyles.sections24}>
      {failed_time > 0 && (
        <Callout
          tone="error"
          title={failure_reason || t('lastTest')}
          text={
            <>
              {t(channel.status === channelStatus.autoDisabled ? 'autoDisabled' : 'lastTest')} ·{' '}
              <RelativeTime seconds={failed_time} />
            </>
          }
        />
      )}
      {attempts.length > 0 && (
        <div>
          <CallTicks attempts={attempts} isWide />
          <p className={textStyles.hintBelow}>{words.sentence(attempts)}</p>
        </div>
      )}
      {models.map((failed) => (
        <ModelErrors key={failed.model} channel={channel} failed={failed} />
      ))}
    </div>
  )
}

function ModelErrors({ channel, failed }: { channel: Channel; failed: FailedModel }) {
  const t = channelErrorsText.use()
  const kinds = callTicksText.use()
  const { id, name } = channel
  const listed = channel.models.split(',').map((each) => each.trim())
  const why = !listed.includes(failed.model) ? t('notListed') : listed.length === 1 ? t('onlyModel') : undefined
  return (
    <section>
      <h3 className={styles.heading}>
        <ModelLink name={failed.model} />
        <span className={textStyles.quietSmall}>{t('failedOf', failed)}</span>
      </h3>
      <ul className={styles.kinds}>
        {failed.kinds.map(({ outcome, status, count, last_at }) => (
          <li key={`${outcome} ${status}`}>
            <span className={textStyles.problem}>
              {outcome !== 'ok' && kinds(outcome)}
              {status > 0 && ` · ${t('http', { status })}`}
              {count > 1 && ` · ${t('times', { count })}`}
            </span>
            <span className={textStyles.quietSmall}>
              <RelativeTime seconds={last_at} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.actions}>
        {why ? (
          <span className={textStyles.hint}>{why}</span>
        ) : (
          <DisableModel channel={{ id, name }} model={failed.model} />
        )}
        <Link to={`/route?model=${encodeURIComponent(failed.model)}`}>{t('checkRoute')}</Link>
      </p>
    </section>
  )
}

/** The toast enables it again. */
function DisableChannel({ channel: { id, name }, onDone }: { channel: Channel; onDone: () => void }) {
  const t = channelErrorsText.use()
  const told = useUndoToast((undoId) => call(channelApi.undo, { body: { id: undoId } }), 'channels')
  const client = useQueryClient()
  const disable = useMutation({
    mutationFn: () => call(channelApi.update, { body: { id, status: channelStatus.disabled } }),
    onSuccess: ({ undo_id }) => {
      told(t('channelDisabled', { name }), undo_id)
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['channels'] }),
  })
  return (
    <Button loading={disable.isPending} onClick={() => disable.mutate()}>
      {t('disableChannel')}
    </Button>
  )
}
