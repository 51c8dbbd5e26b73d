import type { DataOf } from '@turnpike/contract/endpoint'
import { abbreviate, formatCount } from '@turnpike/contract/quota'
import type { logApi } from '@turnpike/contract/usage/log'
import { Money } from '../../components/figures/money.tsx'
import styles from './logs.module.css'
import { logsText } from './logs.text.ts'

type LogStat = DataOf<typeof logApi.stat>

/** What the filtered calls cost, and calls and tokens of the last minute. */
export function StatTags({ stat }: { stat: LogStat | undefined }) {
  const t = logsText.use()
  return (
    <dl className={styles.tags}>
      <div className={styles.tag}>
        <dt>{t('spend')}</dt>
        <dd>{stat ? <Money quota={stat.quota} of="spend" /> : '—'}</dd>
      </div>
      <div className={styles.tag} title={t('rpmHelp')}>
        <dt>{t('rpm')}</dt>
        <dd>{stat ? formatCount(stat.rpm) : '—'}</dd>
      </div>
      <div className={styles.tag} title={t('tpmHelp')}>
        <dt>{t('tpm')}</dt>
        <dd>{stat ? abbreviate(stat.tpm) : '—'}</dd>
      </div>
    </dl>
  )
}

/** The sums of all rows of the filter, under a dashed line. */
export function LogTotals({ stat }: { stat: LogStat }) {
  const t = logsText.use()
  const { calls, failures, refusals, events, prompt_tokens, completion_tokens, quota } = stat
  return (
    <div className={styles.totals}>
      <span>{t('totals')}</span>
      <span className={styles.sums}>
        <span>
          {t('totalWords', {
            requests: calls + failures,
            failures: failures - refusals,
            refusals,
            events,
            tokens: prompt_tokens + completion_tokens,
          })}
        </span>
        <strong>
          <Money quota={quota} of="spend" />
        </strong>
      </span>
    </div>
  )
}
