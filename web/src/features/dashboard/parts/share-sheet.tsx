import { Sheet } from '../../../components/page/sheet.tsx'
import textStyles from '../../../components/style/text.module.css'
import { dashboardText } from '../dashboard.text.ts'
import type { Measure, Series } from '../usage.ts'
import { useAmount } from '../use-amount.ts'
import styles from './parts.module.css'

type ShareSheetProps = { series: Series[]; measure: Measure }

/** The part of every model in the whole: one bar and a ranked list, in the order of the chart. */
export function ShareSheet({ series, measure }: ShareSheetProps) {
  const t = dashboardText.use()
  const amount = useAmount()
  const whole = series.reduce((sum, { total }) => sum + total, 0)
  const shareOf = (total: number) => (whole === 0 ? 0 : total / whole)
  return (
    <Sheet title={t('share')} extra={<strong>{amount.text(whole, measure)}</strong>}>
      <div className={styles.shareBar} aria-hidden="true">
        {series.map(({ name, total, colour }) => (
          <span key={name} style={{ flexGrow: shareOf(total), background: `var(--chart-${colour})` }} />
        ))}
      </div>
      <ol className={styles.shares}>
        {series.map(({ name, total, colour, isOthers }) => (
          <li key={name}>
            <i style={{ background: `var(--chart-${colour})` }} aria-hidden="true" />
            <span
              className={isOthers ? textStyles.growingEllipsis : `${textStyles.growingEllipsis} ${textStyles.mono}`}
              title={name}
            >
              {name}
            </span>
            <span className={textStyles.secondary}>{amount.text(total, measure)}</span>
            <strong>{`${(shareOf(total) * 100).toFixed(1)}%`}</strong>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
