import { type Order, orderStatus } from '@turnpike/contract/money/payment'
import { Money } from '../../../components/figures/money.tsx'
import textStyles from '../../../components/style/text.module.css'

/** The plan of an order, or what it adds to the balance; grey until it is credited. */
export function OrderCredit({ order: { quota, status, plan } }: { order: Pick<Order, 'quota' | 'status' | 'plan'> }) {
  if (plan)
    return (
      <span className={status === orderStatus.success ? textStyles.ellipsis : textStyles.quietEllipsis} title={plan}>
        {plan}
      </span>
    )
  if (status === orderStatus.success) return <Money quota={quota} of="credit" />
  return (
    <span className={textStyles.quiet}>
      <Money quota={quota} />
    </span>
  )
}
