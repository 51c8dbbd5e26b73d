import { abbreviate, formatSpend } from '@turnpike/contract/quota'
import { useQuotaRate } from '../../../../lib/format/use-quota-rate.ts'
import styles from './balance-panel.module.css'
import { balancePanelText } from './balance-panel.text.ts'

const [width, height, gap] = [252, 56, 4]

const dayOf = (seconds: number) => {
  const date = new Date(seconds * 1000)
  return `${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** One bar for each day, today's last. Hovering a bar shows the amount. */
export function SpendBars({ starts, spend }: { starts: readonly number[]; spend: readonly number[] }) {
  const t = balancePanelText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const amountOf = (quota: number) => (inQuota ? abbreviate(quota) : formatSpend(quota, perUnit))
  const top = Math.max(...spend, 1)
  const step = (width + gap) / spend.length
  const total = amountOf(spend.reduce((sum, quota) => sum + quota, 0))
  return (
    <div className={styles.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart', { days: spend.length, total })}
      >
        {spend.map((quota, day) => {
          const drawn = quota === 0 ? 1 : Math.max(3, (quota / top) * height)
          return (
            <g key={starts[day]}>
              <title>{`${dayOf(starts[day] ?? 0)} · ${amountOf(quota)}`}</title>
              <rect className={styles.hit} x={day * step} y={0} width={step} height={height} />
              <rect
                className={quota === 0 ? styles.none : styles.bar}
                x={day * step}
                y={height - drawn}
                width={step - gap}
                height={drawn}
              />
            </g>
          )
        })}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{dayOf(starts[0] ?? 0)}</span>
        <span>{dayOf(starts.at(-1) ?? 0)}</span>
      </div>
    </div>
  )
}
