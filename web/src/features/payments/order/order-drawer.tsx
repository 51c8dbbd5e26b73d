import type { Order } from '@turnpike/contract/money/payment'
import type { ComponentProps } from 'react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import { OrderRefunds } from '../refund/order-refunds.tsx'
import styles from './order.module.css'
import { orderText } from './order.text.ts'
import { OrderCredit } from './order-credit.tsx'
import { OrderStatus } from './order-status.tsx'
import { type OrderStep, stepsOf } from './order-timeline.ts'
import { useMethodName } from './use-method-name.ts'

type OrderDrawerProps = {
  order: Order
  /** Names the buyer, for administrators. */
  namesUser?: boolean
  /** Actions on the order. */
  buttons?: ComponentProps<typeof SideDrawer>['buttons']
  onClosed: () => void
}

/** One order with its timeline. */
export function OrderDrawer({ order, namesUser = false, buttons, onClosed }: OrderDrawerProps) {
  const t = orderText.use()
  const nameOf = useMethodName()
  return (
    <SideDrawer
      title={t('title')}
      windowTitle={`${t('title')} ${order.trade_no}`}
      onClosed={onClosed}
      {...(buttons && { buttons })}
    >
      <div className={layoutStyles.fields}>
        <div className={styles.number}>
          <code>{order.trade_no}</code>
          <CopyButton text={order.trade_no} name={t('number')} />
        </div>
        <Facts>
          <Fact name={t('status')}>
            <OrderStatus order={order} />
          </Fact>
          {namesUser && <Fact name={t('user')}>{order.username || `#${order.user_id}`}</Fact>}
          <Fact name={t('method')}>{nameOf(order.payment_method)}</Fact>
          <Fact name={t('paid')}>{formatPaid(order.money, order.currency)}</Fact>
          <Fact name={t(order.plan ? 'plan' : 'worth')}>
            <OrderCredit order={order} />
          </Fact>
        </Facts>
        {order.refunds.length > 0 && <OrderRefunds refunds={order.refunds} currency={order.currency} />}
        <section>
          <h3 className={styles.heading}>{t('timeline')}</h3>
          <ol>
            {stepsOf(order).map((step) => (
              <Step key={step.name} step={step} order={order} />
            ))}
          </ol>
        </section>
      </div>
    </SideDrawer>
  )
}

const stepWords = {
  created: 'stepCreated',
  expired: 'stepExpired',
  credited: 'stepCredited',
  waiting: 'stepWaiting',
} as const satisfies Record<OrderStep['name'], string>

function Step({ step: { name, at }, order }: { step: OrderStep; order: Order }) {
  const t = orderText.use()
  return (
    <li className={styles.step} data-step={name}>
      <span className={textStyles.medium}>{t(name === 'credited' && order.plan ? 'stepOpened' : stepWords[name])}</span>
      {at !== undefined && <time dateTime={new Date(at * 1000).toISOString()}>{formatTime(at)}</time>}
      {name === 'credited' && order.completed_by && <small>{t('byHand', { name: order.completed_by })}</small>}
      {name === 'expired' && <small>{t('late')}</small>}
    </li>
  )
}
