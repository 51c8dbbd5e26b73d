import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PlanRevenue as Revenue, subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { formatCount } from '@turnpike/contract/quota'
import { Link } from 'react-router'
import { TableHead } from '../../../components/data-table/table-head.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { dictionary } from '../../../lib/text/text.ts'
import { spanOf } from '../dashboard-range.ts'
import parts from '../parts/parts.module.css'
import { type DashboardView, nowSeconds } from '../use-dashboard-view.ts'
import { type RevenueFigures, totalOf } from './revenue-total.ts'

const planRevenueText = dictionary({
  title: ['Plans', '套餐'],
  facts: ['Sales and use in this range', '此范围内的销售与使用'],
  plan: ['Plan', '套餐'],
  sold: ['Sold', '售出'],
  renewed: ['Renewed', '续费'],
  running: ['Running', '进行中'],
  paid: ['Payments', '在线支付'],
  fromBalance: ['From balances', '余额支付'],
  granted: ['Allowance', '已发放用量'],
  usedOf: ['Used', '已使用'],
  share: ['Use', '使用率'],
  gone: ['Plan {id}, deleted', '套餐 {id}，已删除'],
  none: ['No plans in this range', '此范围内没有套餐'],
  noneText: [
    'Sales of each plan, and the use of what was sold, appear here.',
    '这里显示每个套餐的销售额和已售用量的使用情况。',
  ],
  openPlans: ['Open plans', '打开套餐'],
})

const usePlanRevenue = (view: DashboardView) =>
  useQuery({
    queryKey: ['plans', 'revenue', view.range],
    queryFn: () => {
      const { start, end } = spanOf(view.range, nowSeconds())
      const query = { start_timestamp: String(start), end_timestamp: String(end) }
      return call(subscriptionAdminApi.revenue, { query })
    },
    placeholderData: keepPreviousData,
    refetchInterval: view.refreshMinutes * 60_000,
  })

/** What each plan brought in the range, and how much was used of what was sold. */
export function PlanRevenue({ view }: { view: DashboardView }) {
  const t = planRevenueText.use()
  const query = usePlanRevenue(view)
  const { data } = query
  if (!data && !query.isError) return null
  return (
    <div>
      <Sheet flush title={t('title')} facts={t('facts')}>
        {!data ? (
          <ErrorState error={query.error ?? new Error()} onRetry={query.refetch} retrying={query.isFetching} />
        ) : data.length === 0 ? (
          <EmptyState
            title={t('none')}
            text={t('noneText')}
            action={<LinkButton to="/plans">{t('openPlans')}</LinkButton>}
          />
        ) : (
          <RevenueTable rows={data} />
        )}
      </Sheet>
    </div>
  )
}

function RevenueTable({ rows }: { rows: readonly Revenue[] }) {
  const t = planRevenueText.use()
  const small = useSmallScreen()
  return (
    <div className={layoutStyles.scrollsSideways}>
      <table className={parts.table}>
        <TableHead
          titles={[
            t('plan'),
            ...(small ? [] : [t('sold'), t('renewed'), t('running')]),
            t('paid'),
            t('fromBalance'),
            ...(small ? [] : [t('granted'), t('usedOf')]),
            t('share'),
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row.plan_id}>
              <td className={parts.nameCell}>
                <Link to={`/subscriptions?plan_id=${row.plan_id}`} title={row.title}>
                  {row.title || t('gone', { id: row.plan_id })}
                </Link>
              </td>
              <Figures figures={row} small={small} />
            </tr>
          ))}
        </tbody>
        {rows.length > 1 && (
          <tfoot>
            <tr>
              <td>{t('total')}</td>
              <Figures figures={totalOf(rows)} small={small} />
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Figures({ figures, small }: { figures: RevenueFigures; small: boolean }) {
  const { sold, renewed, running, from_balance, paid, granted, used } = figures
  return (
    <>
      {!small && (
        <>
          <td>{formatCount(sold)}</td>
          <td>{formatCount(renewed)}</td>
          <td>{formatCount(running)}</td>
        </>
      )}
      <td>{paid.map(({ currency, money }) => formatPaid(money, currency)).join(' · ') || '—'}</td>
      <td>{from_balance === 0 ? '—' : <Money quota={from_balance} />}</td>
      {!small && (
        <>
          <td>{granted === 0 ? '—' : <Money quota={granted} />}</td>
          <td>{used === 0 ? '—' : <Money quota={used} of="spend" />}</td>
        </>
      )}
      <td>
        <UsedShare used={used} granted={granted} />
      </td>
    </>
  )
}

/** Nothing where a plan has no limit: nothing was granted that could be used up. */
function UsedShare({ used, granted }: { used: number; granted: number }) {
  if (granted <= 0) return '—'
  const percent = (used / granted) * 100
  return (
    <span className={parts.shareCell}>
      <i aria-hidden="true">
        <span style={{ width: `${Math.min(100, percent)}%`, background: 'var(--chart-1)' }} />
      </i>
      {`${percent.toFixed(1)}%`}
    </span>
  )
}
