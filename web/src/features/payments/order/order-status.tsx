import { type Order, orderStatus } from '@turnpike/contract/money/payment'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { orderText } from './order.text.ts'

/** Whether an order is credited, was refunded, may still be paid, or was not paid in time. */
export function OrderStatus({ order }: { order: Pick<Order, 'status' | 'is_expired' | 'money' | 'refunded'> }) {
  const t = orderText.use()
  const { status, is_expired, money, refunded } = order
  if (refunded !== '0.00')
    return <StatusTag kind="off">{t(refunded === money ? 'refunded' : 'partlyRefunded')}</StatusTag>
  if (status === orderStatus.success) return <StatusTag kind="on">{t('credited')}</StatusTag>
  if (is_expired) return <StatusTag kind="off">{t('expired')}</StatusTag>
  return <StatusTag kind="attention">{t('pending')}</StatusTag>
}
