import type { AgentMonth } from '@turnpike/contract/money/agents/agent-api'
import { abbreviate, dollars, formatMoney } from '@turnpike/contract/quota'
import { useMoneyText } from '../../../components/figures/money.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { monthName, roundTop, sumOfMonths } from './months.ts'
import styles from './overview.module.css'
import { overviewText } from './overview.text.ts'

const percent = (part: number, whole: number) => `${whole > 0 ? (part / whole) * 100 : 0}%`

/** One bar for each month, the present one last: what was kept of the dividends, and above it what was taken back. */
export function MonthChart({ months }: { months: readonly AgentMonth[] }) {
  const t = overviewText.use()
  const spoken = language.use()
  const words = useMoneyText()
  const { perUnit, inQuota } = useQuotaRate()
  // The top is round in the unit that people read.
  const unit = inQuota ? 1 : perUnit
  const top = roundTop(Math.max(...months.map(({ shares }) => shares)) / unit) * unit
  const axis = (quota: number) =>
    inQuota ? abbreviate(quota) : formatMoney(dollars(Math.round(quota), perUnit, quota < perUnit ? 2 : 0))
  return (
    <figure className={styles.chart}>
      <div className={styles.plot} role="img" aria-label={t('chart', { amount: words(sumOfMonths(months).shares) })}>
        {top > 0 && (
          <div className={styles.grid} aria-hidden="true">
            <span>{axis(top)}</span>
            <span>{axis(top / 2)}</span>
          </div>
        )}
        {months.map(({ month, shares, reversed }) => {
          const back = Math.min(reversed, shares)
          const named = { month: monthName(month, spoken), amount: words(shares), back: words(back) }
          return (
            <div key={month} className={styles.column} title={t(back > 0 ? 'barBack' : 'bar', named)}>
              {back > 0 && <span className={`${styles.back} ${styles.gap}`} style={{ height: percent(back, top) }} />}
              <span className={styles.kept} style={{ height: percent(shares - back, top) }} />
            </div>
          )
        })}
      </div>
      <div className={styles.axis} aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{monthName(month, spoken, { isShort: true })}</span>
        ))}
      </div>
      <figcaption className={styles.legend}>
        <span>
          <i className={styles.kept} aria-hidden="true" /> {t('kept')}
        </span>
        <span>
          <i className={styles.back} aria-hidden="true" /> {t('back')}
        </span>
      </figcaption>
    </figure>
  )
}
