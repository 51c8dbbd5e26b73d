import { formatCount } from '@turnpike/contract/quota'
import { marginOf, type ProfitPart, type Sales } from '@turnpike/contract/usage/profit'
import { useState } from 'react'
import { Money } from '../../../components/figures/money.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useStatus } from '../../../lib/api/status.ts'
import styles from '../dashboard.module.css'
import { Figure } from '../parts/figure-strip.tsx'
import { PlanRevenue } from '../plans/plan-revenue.tsx'
import type { DashboardView } from '../use-dashboard-view.ts'
import { profitText } from './profit.text.ts'
import { ProfitSheet } from './profit-sheet.tsx'
import { useProfit } from './use-profit.ts'

/** Sales, cost and margin of the range, for administrators. */
export function ProfitFigures({ view }: { view: DashboardView }) {
  const t = profitText.use()
  const [by, setBy] = useState<ProfitPart>('channel')
  const query = useProfit(view, by)
  const { data } = query
  if (query.isError && !data)
    return (
      <div className={styles.empty}>
        <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      </div>
    )
  if (!data) return <div className={`${layoutStyles.framed} ${styles.waiting}`} aria-busy="true" />
  return (
    <div className={query.isPlaceholderData ? `${styles.stack} ${styles.stale}` : styles.stack}>
      <Strip total={data.total} />
      {data.total.calls > 0 && data.total.known_calls === 0 && (
        <div className={styles.empty}>
          <EmptyState
            title={t('noCostsTitle')}
            text={t('noCosts')}
            action={<LinkButton to="/channel">{t('openChannels')}</LinkButton>}
          />
        </div>
      )}
      <ProfitSheet view={view} by={by} onBy={setBy} report={data} />
      <PlanRevenue view={view} />
    </div>
  )
}

const percent = (part: number, whole: number) => (whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '—')

function Strip({ total }: { total: Sales }) {
  const t = profitText.use()
  const margin = marginOf(total)
  const isKnown = total.known_calls > 0
  const hasShares = useStatus()?.enable_agents === true || total.shares !== 0
  return (
    <dl className={`${layoutStyles.framed} ${styles.profitStrip}`} data-figures={hasShares ? 5 : 4}>
      <Figure
        name={t('revenue')}
        value={<Money quota={total.quota} of="spend" />}
        note={t('revenueNote', { calls: formatCount(total.calls) })}
      />
      <Figure
        name={t('cost')}
        value={isKnown ? <Money quota={total.cost} of="spend" /> : undefined}
        note={isKnown ? t('costNote', { percent: percent(total.known_quota, total.quota) }) : t('costUnknown')}
      />
      {hasShares && (
        <Figure name={t('shares')} value={<Money quota={total.shares} of="spend" />} note={t('sharesNote')} />
      )}
      <Figure
        name={t('margin')}
        value={isKnown ? <Money quota={margin} of="spend" /> : undefined}
        note={isKnown && t('marginNote', { percent: percent(margin, total.known_quota) })}
      />
      <Figure
        name={t('below')}
        value={isKnown ? <Money quota={total.lost} of="spend" /> : undefined}
        note={isKnown && t('belowNote', { calls: formatCount(total.losses) })}
      />
    </dl>
  )
}
