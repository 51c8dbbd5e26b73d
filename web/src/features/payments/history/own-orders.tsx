import type { Order } from '@turnpike/contract/money/payment'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { LogTime } from '../../../components/figures/log-time.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { OpenedDrawer } from '../../../components/overlay/opened-drawer.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { orderText } from '../order/order.text.ts'
import { OrderCredit } from '../order/order-credit.tsx'
import { OrderStatus } from '../order/order-status.tsx'
import { useMethodName } from '../order/use-method-name.ts'
import styles from '../payments.module.css'
import { loadOwnOrder, useOwnOrders } from '../use-payments.ts'
import { walletText } from '../wallet.text.ts'

const OrderDrawer = lazyPart(async () => (await import('../order/order-drawer.tsx')).OrderDrawer)

/** The user's own orders; a click shows the timeline of one. */
export function OwnOrders() {
  const t = walletText.use()
  const list = useListPage({
    name: 'orders',
    query: useOwnOrders(),
    keyOf: ({ trade_no }: Order) => trade_no,
    load: loadOwnOrder,
  })
  return (
    <>
      <DataTable
        query={list.query}
        columns={useOwnOrderColumns(list.open)}
        rowKey={({ id }) => id}
        onOpen={list.open}
        card={(order) => <OwnOrderCard order={order} onOpen={() => list.open(order)} />}
        empty={<EmptyState title={t('noOrders')} text={t('noOrdersText')} />}
      />
      <OpenedDrawer of={list.openedRow} onClosed={list.close}>
        {(order) => <OrderDrawer order={order} onClosed={list.close} />}
      </OpenedDrawer>
    </>
  )
}

function useOwnOrderColumns(onOpen: (order: Order) => void): TableColumns<Order> {
  const t = orderText.use()
  const nameOf = useMethodName()
  return titledColumns(
    t,
    {
      time: { width: 136, render: (_, { create_time }) => <LogTime seconds={create_time} /> },
      method: { width: 144, render: (_, { payment_method }) => nameOf(payment_method) },
      number: { ellipsis: true, render: (_, { trade_no }) => <code title={trade_no}>{trade_no}</code> },
      status: { width: 144, render: (_, order) => <OrderStatus order={order} /> },
      paid: { width: 112, align: 'right', render: (_, { money, currency }) => formatPaid(money, currency) },
      bought: { width: 136, align: 'right', ellipsis: true, render: (_, order) => <OrderCredit order={order} /> },
    },
    actionsColumn<Order>(t('actions'), 88, (order) => (
      <QuietButton onClick={() => onOpen(order)}>{t('details')}</QuietButton>
    )),
  )
}

/** An order on a small screen. */
function OwnOrderCard({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const t = orderText.use()
  const nameOf = useMethodName()
  return (
    <div className={styles.historyCard}>
      <div className={layoutStyles.cardLine}>
        <strong>
          <OrderCredit order={order} />
        </strong>
        <OrderStatus order={order} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span>{nameOf(order.payment_method)}</span>
        <span>{formatPaid(order.money, order.currency)}</span>
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={`${textStyles.quietSmall} ${textStyles.shrinkingEllipsis}`}>
          <LogTime seconds={order.create_time} />
        </span>
        <span className={styles.cardFoot}>
          <QuietButton onClick={onOpen}>{t('details')}</QuietButton>
        </span>
      </div>
    </div>
  )
}
