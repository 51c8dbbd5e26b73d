import type { Granularity } from '@turnpike/contract/usage/dashboard'
import { logType } from '@turnpike/contract/usage/log'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { TableHead } from '../../../components/data-table/table-head.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import textStyles from '../../../components/style/text.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { formatDuration } from '../../../lib/format/format-time.ts'
import { paletteOf } from '../../../theme/roles.ts'
import { useScheme } from '../../../theme/scheme.ts'
import chartStyles from '../chart/chart.module.css'
import { percent, rateOption } from '../chart/chart-option.ts'
import { dashboardText } from '../dashboard.text.ts'
import { bucketName } from '../dashboard-range.ts'
import { colourOfOthers } from '../model-colours.ts'
import { coloursOf, failedOf, firstTokenOf, successOf, type Usage } from '../usage.ts'
import styles from './parts.module.css'

const Chart = lazyPart(async () => (await import('../chart/chart.tsx')).Chart)

type SuccessSheetProps = {
  usage: Usage
  buckets: readonly number[]
  granularity: Granularity
  /** The range and the user, for a link to the failed requests. */
  logParams: string
}

/** The share of served requests, over time. Refused requests are no failures of a provider. */
export function SuccessSheet({ usage, buckets, granularity, logParams }: SuccessSheetProps) {
  const t = dashboardText.use()
  const scheme = useScheme()
  const values = useMemo(() => usage.buckets.map(successOf), [usage])
  const name = t('success')
  const option = useMemo(
    () => rateOption({ values, buckets, granularity, name, palette: paletteOf(scheme) }),
    [values, buckets, granularity, name, scheme],
  )
  const success = successOf(usage.total)
  const failed = failedOf(usage.total)
  const { refusals } = usage.total
  return (
    <Sheet
      title={name}
      facts={refusals > 0 ? t('refused', { count: refusals }) : undefined}
      extra={
        <>
          {failed > 0 && (
            <Link className={styles.failures} to={`/log?type=${logType.failure}${logParams}`}>
              {t('failed', { count: failed })}
            </Link>
          )}{' '}
          <strong>{success === undefined ? '—' : percent(success)}</strong>
        </>
      }
    >
      <div className={`${styles.low} ${chartStyles.low}`}>
        <Chart option={option} />
      </div>
      <div className={textStyles.unseen}>
        <table aria-label={name}>
          <TableHead titles={[t('time'), name]} />
          <tbody>
            {values.map((value, index) => (
              <tr key={buckets[index]}>
                <td>{bucketName(buckets[index] ?? 0, granularity)}</td>
                <td>{value === undefined ? '—' : percent(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  )
}

const firstTokenRows = 6

/** Time to first token by model: the slowest of the most used models. */
export function FirstTokenSheet({ usage }: { usage: Usage }) {
  const t = dashboardText.use()
  const models = usage.models
    .flatMap((model) => {
      const ms = firstTokenOf(model)
      return ms === undefined ? [] : [{ name: model.model, ms }]
    })
    .slice(0, firstTokenRows)
  const colours = coloursOf(usage)
  const slowest = Math.max(...models.map(({ ms }) => ms), 1)
  return (
    <Sheet title={t('firstToken')} facts={t('firstTokenHelp')}>
      {models.length === 0 ? (
        <p className={textStyles.quiet}>{t('noStreams')}</p>
      ) : (
        <ul className={styles.meters}>
          {models.map(({ name, ms }) => (
            <li key={name}>
              <span className={`${textStyles.growingEllipsis} ${textStyles.mono}`} title={name}>
                {name}
              </span>
              <span className={styles.track} aria-hidden="true">
                <span
                  style={{
                    width: `${(ms / slowest) * 100}%`,
                    background: `var(--chart-${colours.get(name) ?? colourOfOthers})`,
                  }}
                />
              </span>
              <span>{formatDuration(ms / 1000)}</span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
