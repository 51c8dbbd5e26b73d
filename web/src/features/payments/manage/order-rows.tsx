import { role } from '@turnpike/contract/identity/user'
import { type Order, orderStatus } from '@turnpike/contract/money/payment'
import { Button, Tooltip } from 'antd'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { LogTime } from '../../../components/figures/log-time.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { session } from '../../../lib/session/session.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { orderText } from '../order/order.text.ts'
import { OrderCredit } from '../order/order-credit.tsx'
import { OrderStatus } from '../order/order-status.tsx'
import { useMethodName } from '../order/use-method-name.ts'
import styles from '../payments.module.css'
import { manageText } from './manage.text.ts'

type Handlers = { open: (order: Order) => void; complete: (order: Order) => void }

export function useAllOrdersColumns({ open, complete }: Handlers): TableColumns<Order> {
  const t = orderText.use()
  const nameOf = useMethodName()
  return titledColumns(
    t,
    {
      time: { width: 136, render: (_, { create_time }) => <LogTime seconds={create_time} /> },
      user: {
        width: 136,
        ellipsis: true,
        render: (_, order) => <span className={textStyles.mediumEllipsis}>{userOf(order)}</span>,
      },
      number: { ellipsis: true, render: (_, { trade_no }) => <code title={trade_no}>{trade_no}</code> },
      method: { width: 136, render: (_, { payment_method }) => nameOf(payment_method) },
      status: { width: 144, render: (_, order) => <OrderStatus order={order} /> },
      paid: { width: 104, align: 'right', render: (_, { money, currency }) => formatPaid(money, currency) },
      bought: { width: 136, align: 'right', ellipsis: true, render: (_, order) => <OrderCredit order={order} /> },
    },
    actionsColumn<Order>(t('actions'), 168, (order) => (
      <span className={layoutStyles.rowActions}>
        <CompleteButton order={order} onComplete={complete} />
        <QuietButton onClick={() => open(order)}>{t('details')}</QuietButton>
      </span>
    )),
  )
}

/** The name of the buyer; the id where the account is gone. */
const userOf = ({ username, user_id }: Order) => username || `#${user_id}`

type CompleteButtonProps = { order: Order; onComplete: (order: Order) => void; inDrawer?: boolean }

/** Only the super administrator completes open orders, and never an own one. */
export function CompleteButton({ order, onComplete, inDrawer = false }: CompleteButtonProps) {
  const t = manageText.use()
  const spoken = language.use()
  const user = session.use()
  if (!user || user.role < role.root || order.status !== orderStatus.pending) return null
  const isOwn = order.user_id === user.id
  return (
    <Tooltip title={isOwn ? refusalText('order_own', spoken) : undefined}>
      <Button
        {...(!inDrawer && ({ type: 'text', size: 'small' } as const))}
        disabled={isOwn}
        onClick={() => onComplete(order)}
      >
        {t('complete')}
      </Button>
    </Tooltip>
  )
}

/** An order on a small screen. */
export function AllOrdersCard({ order, handlers }: { order: Order; handlers: Handlers }) {
  const t = orderText.use()
  const nameOf = useMethodName()
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{userOf(order)}</strong>
        <OrderStatus order={order} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span>
          {nameOf(order.payment_method)} · {formatPaid(order.money, order.currency)}
        </span>
        <OrderCredit order={order} />
      </div>
      <code className={textStyles.quietEllipsis}>{order.trade_no}</code>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          <LogTime seconds={order.create_time} />
        </span>
        <span className={styles.orderCardActions}>
          <CompleteButton order={order} onComplete={handlers.complete} />
          <QuietButton onClick={() => handlers.open(order)}>{t('details')}</QuietButton>
        </span>
      </div>
    </div>
  )
}
