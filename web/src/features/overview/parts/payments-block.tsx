import type { Overview } from '@turnpike/contract/system/overview'
import { Link } from 'react-router'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

type PaymentsBlockProps = Pick<Overview, 'open_orders' | 'refused_notices'>

/** Money that may have been paid and is not credited: refused notifications first, then open orders. */
export function PaymentsBlock({ open_orders: orders, refused_notices: notices }: PaymentsBlockProps) {
  const t = overviewText.use()
  const withKeyword = (path: string, keyword: string) => `${path}${encodeURIComponent(keyword)}`
  return (
    <Block
      title={t('payments')}
      count={orders.count + notices.count}
      shown={orders.rows.length + notices.rows.length}
      to={notices.count > 0 ? '/orders?tab=callbacks' : '/orders?status=pending'}
      none={t('paymentsNone')}
    >
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
