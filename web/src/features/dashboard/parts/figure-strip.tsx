import { abbreviate, formatCount } from '@turnpike/contract/quota'
import type { UsageSummary } from '@turnpike/contract/usage/dashboard'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { Money } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { usePayer } from '../../../lib/api/organisations.ts'
import { daysLeft } from '../../../lib/format/days-left.ts'
import { dashboardText } from '../dashboard.text.ts'
import type { Span } from '../dashboard-range.ts'
import { changeOf, changeText, type Sums, type Usage } from '../usage.ts'
import { useAmount } from '../use-amount.ts'
import type { DashboardView } from '../use-dashboard-view.ts'
import { useOwnSpend } from '../use-usage.ts'
import styles from './figure-strip.module.css'
import { Sparkline } from './sparkline.tsx'

type FigureStripProps = {
  view: DashboardView
  usage: Usage | undefined
  summary: UsageSummary | undefined
  before: UsageSummary | undefined
  span: Span | undefined
  now: number
}

/** Balance, spend, requests and rates in one strip, compared with the range before. */
export function FigureStrip({ view, usage, summary, before, span, now }: FigureStripProps) {
  const t = dashboardText.use()
  const amount = useAmount()
  const line = 'var(--chart-1)'
  const total = usage?.total
  const minutes = span ? Math.max(1, (Math.min(span.end, now) - span.start) / 60) : 1
  const trend = (value: (sums: Sums) => number) =>
    usage && <Sparkline values={usage.buckets.map(value)} colour={line} />
  const compared = (value: number, previous: number, text: (value: number) => string) => {
    const change = changeOf(value, previous)
    return change === undefined
      ? t('nothingBefore')
      : t('against', { change: changeText(change), before: text(previous) })
  }
  const tokensOf = ({ prompt, completion }: Sums) => prompt + completion
  return (
    <dl className={`${layoutStyles.framed} ${styles.strip}`}>
      <BalanceFigure view={view} />
      <Figure
        name={t('spend')}
        value={total && <Money quota={total.quota} of="spend" />}
        note={total && before && compared(total.quota, before.quota, (value) => amount.text(value, 'spend'))}
        trend={trend(({ quota }) => quota)}
      />
      <Figure
        name={t('requests')}
        value={total && formatCount(total.calls)}
        note={total && before && compared(total.calls, before.count, formatCount)}
        trend={trend(({ calls }) => calls)}
      />
      <Figure
        name={t('rpm')}
        value={total && rateText(total.calls / minutes)}
        unit={t('perMinute')}
        note={summary && <Peak of={summary.most_calls} />}
        trend={trend(({ calls }) => calls)}
      />
      <Figure
        name={t('tpm')}
        value={total && rateText(tokensOf(total) / minutes)}
        unit={t('perMinute')}
        note={summary && <Peak of={summary.most_tokens} />}
        trend={trend(tokensOf)}
      />
    </dl>
  )
}

/** More digits where a rate is small; a call a day is not none. */
function rateText(rate: number): string {
  if (rate > 0 && rate < 0.005) return '<0.01'
  if (rate < 10) return String(Number(rate.toFixed(rate < 1 ? 2 : 1)))
  return abbreviate(rate)
}

/** The busiest hour, per minute. */
function Peak({ of: { hour, count } }: { of: UsageSummary['most_calls'] }) {
  const t = dashboardText.use()
  if (count === 0) return '—'
  return t('peak', { value: rateText(count / 60), time: dayjs.unix(hour).format('MM-DD HH:mm') })
}

function BalanceFigure({ view }: { view: DashboardView }) {
  const t = dashboardText.use()
  const { data: payer, isHidden } = usePayer()
  const own = useOwnSpend(view).data
  const days = payer && own && daysLeft(payer.quota, own.spent, own.seconds)
  const note = own && lastsText(days, t)
  if (isHidden) return null
  return <Figure name={t('balance')} value={payer && <Money quota={payer.quota} />} note={note} />
}

function lastsText(days: number | undefined, t: ReturnType<typeof dashboardText.use>): string {
  if (days === undefined) return t('noPace')
  if (days === 0) return t('lastsLess')
  return days > 365 ? t('lastsLong') : t('lasts', { days })
}

type FigureProps = { name: string; value: ReactNode; unit?: string; note: ReactNode; trend?: ReactNode }

export const Figure = ({ name, value, unit, note, trend }: FigureProps) => (
  <div className={styles.cell}>
    <dt className={styles.secondarySmall}>{name}</dt>
    <dd className={`${layoutStyles.row} ${styles.body}`}>
      <span className={styles.value}>
        {value ?? '—'}
        {unit && <small>{unit}</small>}
      </span>
      {trend}
    </dd>
    <dd className={styles.note}>{note}</dd>
  </div>
)
