import type { PriceSource, SourceRun } from '@turnpike/contract/money/price-sources'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { Link } from 'react-router'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import textStyles from '../../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import styles from './sources.module.css'
import { sourcesText } from './sources.text.ts'
import { useRunSource } from './use-sources.ts'

type SourceRowProps = { source: PriceSource; onEdit: () => void; onRemove: () => void }

/** A source: what it is, what its last reading found, and when it is read next. */
export function SourceRow({ source, onEdit, onRemove }: SourceRowProps) {
  const t = sourcesText.use()
  const run = useRunSource()
  const { name, kind, address, interval_hours, models, last_run, next_run_at, open, is_enabled } = source
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.title}>
          <span className={textStyles.medium}>{name}</span>
          <RunTag run={last_run} isEnabled={is_enabled} />
          {open > 0 && <Link to={`?tab=prices&source=${source.id}`}>{t('open', { count: open })}</Link>}
        </div>
        <div className={`${textStyles.hint} ${styles.detail}`}>
          {t(kind)} · {hostOf(address)} · {t('every', { count: interval_hours })} · {t(`${models}Models`)}
        </div>
        {last_run && (
          <div className={`${textStyles.hint} ${styles.detail}`}>
            <RunWords run={last_run} />
          </div>
        )}
        <div className={`${textStyles.hint} ${styles.detail}`}>
          {last_run && (
            <>
              {t('last')} <RelativeTime seconds={last_run.at} />
            </>
          )}
          {last_run && next_run_at !== null && ' · '}
          {next_run_at !== null && (
            <>
              {t('next')} <RelativeTime seconds={next_run_at} />
            </>
          )}
        </div>
        {last_run && last_run.bad_total > 0 && <BadRows run={last_run} />}
      </div>
      <div className={styles.buttons}>
        <Button size="small" loading={run.isPending} onClick={() => run.mutate(source)}>
          {t('run')}
        </Button>
        <Button size="small" aria-label={`${t('edit')} ${name}`} onClick={onEdit}>
          {t('edit')}
        </Button>
        <Button size="small" aria-label={`${t('remove')} ${name}`} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)

function RunTag({ run, isEnabled }: { run: SourceRun | null; isEnabled: boolean }) {
  const t = sourcesText.use()
  if (!isEnabled) return <StatusTag kind="off">{t('switchedOff')}</StatusTag>
  if (!run) return <StatusTag kind="off">{t('never')}</StatusTag>
  const kind: StatusKind = run.result === 'done' ? 'on' : run.result === 'unreachable' ? 'stopped' : 'attention'
  return <StatusTag kind={kind}>{t(run.result)}</StatusTag>
}

/** What a reading found, or why it changed nothing. */
function RunWords({ run }: { run: SourceRun }) {
  const t = sourcesText.use()
  const { result, status, models, models_before, same, proposed, applied, far_off } = run
  if (result === 'done')
    return t('doneText', {
      models: formatCount(models),
      same: formatCount(same),
      proposed: formatCount(proposed),
      applied: formatCount(applied),
    })
  const problem = () => {
    if (result === 'unreachable') return status === undefined ? t('unreachableText') : t('statusText', { status })
    if (result === 'shrunk') return t('shrunkText', { models: formatCount(models), before: formatCount(models_before) })
    if (result === 'far_off') return t('far_offText', { models: far_off.join(', ') })
    return t(result === 'empty' ? 'emptyListText' : `${result}Text`)
  }
  return <span className={styles.problem}>{problem()}</span>
}

/** The rows of the list that could not be used. */
function BadRows({ run: { bad, bad_total } }: { run: SourceRun }) {
  const t = sourcesText.use()
  return (
    <details className={styles.bad}>
      <summary>{t('bad', { count: bad_total })}</summary>
      <ul>
        {bad.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a broken list may name a model twice
          <li key={index}>
            <code className={textStyles.mono}>{name}</code> <span className={textStyles.quiet}>{t(reason)}</span>
          </li>
        ))}
        {bad_total > bad.length && <li>{t('badMore', { count: formatCount(bad_total - bad.length) })}</li>}
      </ul>
    </details>
  )
}
