import { type Order, orderStatus } from '@turnpike/contract/money/payment'
import { Money } from '../../../components/figures/money.tsx'
import textStyles from '../../../components/style/text.module.css'

/** What an order is worth; grey until it is credited. */
export function OrderCredit({ order: { quota, status } }: { order: Pick<Order, 'quota' | 'status'> }) {
  if (status === orderStatus.success) return <Money quota={quota} of="credit" />
  return (
    <span className={textStyles.quiet}>
      <Money quota={quota} />
    </span>
  )
}
