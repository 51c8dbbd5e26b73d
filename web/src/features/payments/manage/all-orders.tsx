import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { type Order, orderFilterStatuses, orderStatus, paymentApi } from '@turnpike/contract/money/payment'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FilterRow, FilterSelect, KeywordFilter } from '../../../components/fields/filter-row.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { PeriodFilter, usePeriodWords } from '../../../components/period/period-filter.tsx'
import { type PeriodFilters, periodNames, spanOfFilters } from '../../../components/period/periods.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { nowSeconds } from '../../../lib/address/time-window.ts'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { call, download } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { saveStream } from '../../../lib/browser/save-stream.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { session } from '../../../lib/session/session.ts'
import { reloadAfterCredit } from '../use-payments.ts'
import { manageText } from './manage.text.ts'
import { AllOrdersCard, CompleteButton, useAllOrdersColumns } from './order-rows.tsx'
import { OrderSums } from './order-totals.tsx'
import { SetUpPayment } from './set-up-payment.tsx'

const OrderDrawer = lazyPart(async () => (await import('../order/order-drawer.tsx')).OrderDrawer)
const RefundOrderDialog = lazyPart(async () => (await import('../refund/refund-order-dialog.tsx')).RefundOrderDialog)

type Filters = Record<'keyword' | 'status' | keyof PeriodFilters, string>

/** The filters as the server reads them. */
const queryOf = ({ keyword, status, ...period }: Filters) => ({
  keyword,
  status,
  ...spanOfFilters(period, nowSeconds()),
})

const useAllOrders = (filters: Filters) =>
  usePageQuery(['orders', 'all', filters], (range) =>
    call(paymentApi.all, { query: { ...range, ...queryOf(filters) } }),
  )

const useOrderTotals = (filters: Filters) =>
  useQuery({
    queryKey: ['orders', 'totals', filters],
    queryFn: () => call(paymentApi.totals, { query: queryOf(filters) }),
    placeholderData: keepPreviousData,
  })

/** Saves every order of the filters as a file. */
function useExport(filters: Filters) {
  const t = manageText.use()
  return useMutation({
    mutationFn: () =>
      saveStream(`orders-${dayjs().format('YYYY-MM-DD')}.csv`, () =>
        download(paymentApi.export, { query: queryOf(filters) }),
      ),
    onSuccess: (saved) => saved && toast.success(t('exported')),
  })
}

async function loadOrder(tradeNo: string): Promise<Order | undefined> {
  const { items } = await call(paymentApi.all, {
    query: { p: 1, page_size: pageSizeMax, keyword: tradeNo },
  })
  return items.find(({ trade_no }) => trade_no === tradeNo)
}

/** The orders of all users. The super administrator may complete one by hand. */
export function AllOrders() {
  const t = manageText.use()
  const small = useSmallScreen()
  const { filters, set, clear } = useFilters(['keyword', 'status', ...periodNames])
  const orders = useAllOrders(filters)
  const totals = useOrderTotals(filters).data
  const save = useExport(filters)
  const [completing, setCompleting] = useState<Order>()
  const [refunding, setRefunding] = useState<Order>()
  const list = useListPage({
    name: 'orders',
    query: orders,
    keyOf: ({ trade_no }: Order) => trade_no,
    load: loadOrder,
  })
  const handlers = { open: list.open, complete: setCompleting }
  const columns = useAllOrdersColumns(handlers)
  const period = usePeriodWords(filters)
  const chosen = orderFilterStatuses.find((name) => name === filters.status)
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.status && t('withStatus', { status: chosen ? t(chosen) : filters.status }),
    period,
  ]
  return (
    <>
      <FilterRow>
        <KeywordFilter width={240} label={t('search')} filters={filters} onChange={set} />
        <FilterDrawer count={[filters.status, filters.period].filter(Boolean).length}>
          <FilterSelect
            label={t('status')}
            all={t('allStatuses')}
            width={160}
            value={filters.status}
            options={orderFilterStatuses.map((name) => ({ value: name, label: t(name) }))}
            onChange={(status) => set({ status })}
          />
          <PeriodFilter filters={filters} onChange={set} />
        </FilterDrawer>
        <div className={layoutStyles.buttonsAtEnd}>
          <Button
            type={small ? 'text' : 'default'}
            icon={<Download />}
            loading={save.isPending}
            aria-label={t('exportOrders')}
            title={t('exportOrders')}
            onClick={() => save.mutate()}
          />
          <RefreshButton onClick={orders.refetch} busy={orders.isFetching} />
        </div>
      </FilterRow>
      <ListTable
        list={list}
        words={t}
        emptyAction={<SetUpPayment />}
        filtered={{ title: t('noMatch'), words, onClear: clear }}
        columns={columns}
        totals={totals && totals.orders > 0 && <OrderSums totals={totals} />}
        onOpen={handlers.open}
        card={(order) => <AllOrdersCard order={order} handlers={handlers} />}
        drawer={(order) => (
          <OrderDrawer
            order={order}
            namesUser
            onClosed={list.close}
            buttons={({ close }) => (
              <>
                <Button onClick={close}>{t('close')}</Button>
                <CompleteButton order={order} onComplete={setCompleting} inDrawer />
                <RefundButton order={order} onRefund={setRefunding} />
              </>
            )}
          />
        )}
      />
      {refunding && <RefundOrderDialog order={refunding} onClose={() => setRefunding(undefined)} />}
      {completing && <CompleteDialog order={completing} onClose={() => setCompleting(undefined)} />}
    </>
  )
}

/** Only the super administrator refunds orders, as long as something of the payment is left. */
function RefundButton({ order, onRefund }: { order: Order; onRefund: (order: Order) => void }) {
  const t = manageText.use()
  const user = session.use()
  const isRefundable = order.status === orderStatus.success && order.refunded !== order.money
  if (!user || user.role < role.root || !isRefundable) return null
  return <Button onClick={() => onRefund(order)}>{t('refund')}</Button>
}

/** Asks before an order is credited without a notification. */
function CompleteDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = manageText.use()
  const queries = useQueryClient()
  const words = useAmountWords()
  const user = order.username || `#${order.user_id}`
  const amount = words(order.quota)
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(paymentApi.complete, { body: { trade_no: order.trade_no } }),
    onSuccess: () => toast.success(t('completed', { user, amount })),
    onSettled: () => {
      onClose()
      return reloadAfterCredit(queries)
    },
  })
  return (
    <ConfirmDialog
      title={t('completeTitle')}
      text={t('completeText', { user, amount, sum: formatPaid(order.money, order.currency) })}
      verb={t('completeVerb', { user, amount })}
      busy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}
