import { type Order, orderStatus } from '@turnpike/contract/money/payment'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { orderText } from './order.text.ts'

/** Whether an order is credited, may still be paid, or was not paid in time. */
export function OrderStatus({ order: { status, is_expired } }: { order: Pick<Order, 'status' | 'is_expired'> }) {
  const t = orderText.use()
  if (status === orderStatus.success) return <StatusTag kind="on">{t('credited')}</StatusTag>
  if (is_expired) return <StatusTag kind="off">{t('expired')}</StatusTag>
  return <StatusTag kind="attention">{t('pending')}</StatusTag>
}
