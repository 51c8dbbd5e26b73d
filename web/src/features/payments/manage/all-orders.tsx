import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Order, orderStatus, paymentApi } from '@turnpike/contract/money/payment'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { call } from '../../../lib/api/call.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { formatPaid } from '../format-paid.ts'
import { OrderDrawer } from '../order/order-drawer.tsx'
import styles from '../payments.module.css'
import { useAmountWords } from '../use-amount-words.ts'
import { reloadAfterCredit } from '../use-payments.ts'
import { manageText } from './manage.text.ts'
import { AllOrdersCard, CompleteButton, useAllOrdersColumns } from './order-rows.tsx'

const statuses = Object.values(orderStatus)

const useAllOrders = ({ keyword, status }: { keyword: string; status: string }) =>
  usePageQuery(['orders', 'all', keyword, status], (range) =>
    call(paymentApi.all, { query: { ...range, keyword, status } }),
  )

async function loadOrder(tradeNo: string): Promise<Order | undefined> {
  const { items } = await call(paymentApi.all, {
    query: { p: 1, page_size: pageSizeMax, keyword: tradeNo, status: '' },
  })
  return items.find(({ trade_no }) => trade_no === tradeNo)
}

/** The orders of all users. The super administrator may complete one by hand. */
export function AllOrders() {
  const t = manageText.use()
  const small = useSmallScreen()
  const { filters, count, set, clear } = useFilters(['keyword', 'status'])
  const orders = useAllOrders(filters)
  const [completing, setCompleting] = useState<Order>()
  const list = useListPage({
    name: 'orders',
    query: orders,
    keyOf: ({ trade_no }: Order) => trade_no,
    load: loadOrder,
  })
  const handlers = { open: list.open, complete: setCompleting }
  const columns = useAllOrdersColumns(handlers)
  const chosen = statuses.find((name) => name === filters.status)
  const status = (
    <Select
      className={styles.orderStatus ?? ''}
      aria-label={t('status')}
      placeholder={t('allStatuses')}
      allowClear
      value={chosen ?? null}
      options={statuses.map((name) => ({ value: name as string, label: t(name) }))}
      onChange={(name: string | null | undefined) => set({ status: name ?? '' })}
    />
  )
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.status && t('withStatus', { status: chosen ? t(chosen) : filters.status }),
  ]
  return (
    <>
      <div className={layoutStyles.filterRow}>
        <SearchField
          main
          className={styles.orderSearch}
          label={t('search')}
          value={filters.keyword}
          onSearch={(keyword) => set({ keyword })}
        />
        {small ? <FilterDrawer count={filters.status ? 1 : 0}>{status}</FilterDrawer> : status}
        <div className={layoutStyles.buttonsAtEnd}>
          <RefreshButton onClick={orders.refetch} busy={orders.isFetching} />
        </div>
      </div>
      <ListTable
        list={list}
        words={t}
        filtered={
          count > 0 ? { title: t('noMatch'), words: words.filter(Boolean).join(t('comma')), onClear: clear } : undefined
        }
        columns={columns}
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
              </>
            )}
          />
        )}
      />
      {completing && <CompleteDialog order={completing} onClose={() => setCompleting(undefined)} />}
    </>
  )
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
