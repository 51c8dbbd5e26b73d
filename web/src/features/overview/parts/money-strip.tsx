import { formatCount, formatSpend } from '@turnpike/contract/quota'
import type { OverviewFigures, OverviewMoney } from '@turnpike/contract/system/overview'
import { marginOf } from '@turnpike/contract/usage/profit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { formatClock, formatMilliseconds } from '../../../lib/format/format-time.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { changeText, comparisonOf, shareText } from '../comparison.ts'
import styles from '../overview.module.css'
import { overviewText } from '../overview.text.ts'
import { useRunning } from '../use-overview.ts'

/** The figures of today, beside those of yesterday; each leads to its page. */
export function MoneyStrip({ money }: { money: OverviewMoney | undefined }) {
  const t = overviewText.use()
  const spend = useSpendText()
  const today = money?.today
  const compared = (figure: (figures: OverviewFigures) => number, text: (value: number) => string) =>
    money && <Comparison money={money} figure={figure} text={text} />
  return (
    <dl className={`${layoutStyles.framed} ${styles.strip}`}>
      <Figure
        name={t('revenue')}
        to="/detail"
        value={today && <Money quota={today.quota} of="spend" />}
        note={compared(({ quota }) => quota, spend)}
      />
      <Figure
        name={t('margin')}
        to="/profit"
        value={today && today.known_quota > 0 && <Money quota={marginOf(today)} of="spend" />}
        note={today && <MarginNote today={today} />}
      />
      <Figure
        name={t('topUps')}
        to="/orders"
        value={today && <Money quota={today.top_ups} />}
        note={compared(({ top_ups }) => top_ups, spend)}
      />
      <Figure
        name={t('requests')}
        to="/log?window=today"
        value={today && formatCount(today.requests)}
        note={money && <RequestsNote money={money} />}
      />
      <RunningFigure />
    </dl>
  )
}

function useSpendText() {
  const { perUnit, inQuota } = useQuotaRate()
  return (quota: number) => (inQuota ? formatCount(quota) : formatSpend(quota, perUnit))
}

type FigureProps = { name: string; to: string; value: ReactNode; note: ReactNode }

/** The whole cell is the link. */
const Figure = ({ name, to, value, note }: FigureProps) => (
  <div className={styles.cell}>
    <dt className={textStyles.secondarySmall}>
      <Link to={to} className={styles.cellLink}>
        {name}
      </Link>
    </dt>
    <dd className={styles.value}>{value || '—'}</dd>
    <dd className={styles.note}>{note}</dd>
  </div>
)

type ComparisonProps = {
  money: OverviewMoney
  figure: (figures: OverviewFigures) => number
  text: (value: number) => string
}

/** Whole hours are compared: the words on hover say which. */
function Comparison({ money, figure, text }: ComparisonProps) {
  const t = overviewText.use()
  const compared = comparisonOf(money, figure)
  if (!compared) return t('compareLater')
  const { change, today, before } = compared
  const time = formatClock(money.until)
  if (change === undefined) return t('noneYesterday', { time })
  return (
    <span title={t('wholeHours', { today: text(today), time, before: text(before) })}>
      {t('against', { change: changeText(change), time, before: text(before) })}
    </span>
  )
}

function MarginNote({ today }: { today: OverviewFigures }) {
  const t = overviewText.use()
  const spend = useSpendText()
  const { quota, known_quota, shares } = today
  if (quota === 0) return t('noSales')
  if (known_quota <= 0) return t('costUnknown')
  const percent = shareText(marginOf(today), known_quota)
  const unknown = quota - known_quota
  const note = unknown > 0 ? t('marginPart', { percent, amount: spend(unknown) }) : t('marginNote', { percent })
  return shares === 0 ? note : <span title={t('marginShares', { shares: spend(shares) })}>{note}</span>
}

function RequestsNote({ money }: { money: OverviewMoney }) {
  const t = overviewText.use()
  const { requests, failures } = money.today
  const percent = shareText(failures, requests + failures)
  const change = comparisonOf(money, (figures) => figures.requests)?.change
  if (change === undefined) return t('failed', { percent })
  return t('failedAgainst', { change: changeText(change), time: formatClock(money.until), percent })
}

function RunningFigure() {
  const t = overviewText.use()
  const { data } = useRunning()
  const longest = data?.longest
  return (
    <Figure
      name={t('running')}
      to="/live"
      value={data && formatCount(data.total)}
      note={
        data &&
        (longest ? t('longest', { time: formatMilliseconds(longest.ms), model: longest.model || '—' }) : t('idle'))
      }
    />
  )
}
