import type { Overview } from '@turnpike/contract/system/overview'
import { Link } from 'react-router'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

type PaymentsBlockProps = Pick<Overview, 'open_orders' | 'refused_notices' | 'agents'>

/** What waits for a decision about sales agents, by the tab that lists it. */
const ofAgents = [
  { tab: 'payouts', count: 'withdrawals', words: 'payoutRequests', detail: 'payoutsWait' },
  { tab: 'agents', count: 'applications', words: 'applications', detail: 'applicationsWait' },
  { tab: 'shares', count: 'held', words: 'heldShares', detail: 'sharesWait' },
] as const

/** The page of the most urgent kind. */
function pageOf({ notices, orders, waiting }: { notices: number; orders: number; waiting: number }): string {
  if (notices > 0) return '/orders?tab=callbacks'
  return orders === 0 && waiting > 0 ? '/agent/manage?tab=payouts' : '/orders?status=pending'
}

/**
 * Money that may have been paid and is not credited: refused notifications first, then open orders. Before them, what
 * sales agents wait for, a line each.
 */
export function PaymentsBlock({ open_orders: orders, refused_notices: notices, agents }: PaymentsBlockProps) {
  const t = overviewText.use()
  const waiting = ofAgents.flatMap((line) => {
    const count = agents[line.count]
    return count > 0 ? [{ ...line, count }] : []
  })
  const waitingCount = waiting.reduce((sum, { count }) => sum + count, 0)
  const withKeyword = (path: string, keyword: string) => `${path}${encodeURIComponent(keyword)}`
  return (
    <Block
      title={t('payments')}
      count={orders.count + notices.count + waitingCount}
      // A line of agents stands for all of its kind.
      shown={orders.rows.length + notices.rows.length + waitingCount}
      to={pageOf({ notices: notices.count, orders: orders.count, waiting: waitingCount })}
      none={t('paymentsNone')}
    >
      {waiting.map(({ tab, count, words, detail }) => (
        <BlockRow
          key={tab}
          title={<Link to={`/agent/manage?tab=${tab}`}>{t(words, { count })}</Link>}
          detail={t(detail)}
        />
      ))}
      {notices.rows.map(({ id, trade_no, received_at }) => (
        <BlockRow
          key={id}
          title={<Link to={withKeyword('/orders?tab=callbacks&keyword=', trade_no)}>{t('refusedNotice')}</Link>}
          detail={
            <>
              {t('refusedWhen')} <RelativeTime seconds={received_at} /> · {trade_no}
            </>
          }
        />
      ))}
      {orders.rows.map(({ trade_no, username, money, currency, create_time }) => (
        <BlockRow
          key={trade_no}
          title={<Link to={withKeyword('/orders?keyword=', trade_no)}>{username || trade_no}</Link>}
          detail={
            <>
              {t('openOrder')} <RelativeTime seconds={create_time} />
            </>
          }
          figure={`${money} ${currency}`}
        />
      ))}
    </Block>
  )
}
