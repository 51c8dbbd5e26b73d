import type { Granularity } from '@turnpike/contract/usage/dashboard'
import textStyles from '../../../components/style/text.module.css'
import { dashboardText } from '../dashboard.text.ts'
import { bucketName } from '../dashboard-range.ts'
import type { Measure, Series } from '../usage.ts'
import { useAmount } from '../use-amount.ts'
import styles from './parts.module.css'

type UsageTableProps = {
  title: string
  series: Series[]
  buckets: readonly number[]
  granularity: Granularity
  measure: Measure
  /** The chart is shown: only screen readers read the table. */
  isUnseen: boolean
}

/** The numbers of the chart, newest first. */
export function UsageTable({ title, series, buckets, granularity, measure, isUnseen }: UsageTableProps) {
  const t = dashboardText.use()
  const amount = useAmount()
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  const rows = buckets.map((bucket, index) => ({ bucket, values: series.map(({ values }) => values[index] ?? 0) }))
  const whole = sum(series.map(({ total }) => total))
  return (
    <div className={isUnseen ? textStyles.unseen : styles.long}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('total')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ bucket, values }) => (
            <tr key={bucket}>
              <td>{bucketName(bucket, granularity)}</td>
              <td>{amount.text(sum(values), measure)}</td>
              {values.map((value, index) => (
                <td key={series[index]?.name}>{amount.text(value, measure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('total')}</td>
            <td>{amount.text(whole, measure)}</td>
            {series.map(({ name, total }) => (
              <td key={name}>{amount.text(total, measure)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
