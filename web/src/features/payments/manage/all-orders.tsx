import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Order, orderStatus, paymentApi } from '@turnpike/contract/money/payment'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { OpenedDrawer } from '../../../components/overlay/opened-drawer.tsx'
import { useOpenedRow } from '../../../components/overlay/use-opened-row.ts'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { NoMatch } from '../../../components/states/no-match.tsx'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { usePaging } from '../../../lib/address/use-paging.ts'
import { call } from '../../../lib/api/call.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { useText } from '../../../lib/text/text.ts'
import { OrderDrawer } from '../order/order-drawer.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import styles from './manage.module.css'
import { manageText } from './manage.text.ts'
import { AllOrdersCard, CompleteButton, useAllOrdersColumns } from './order-rows.tsx'

const statuses = Object.values(orderStatus)

function useAllOrders({ keyword, status }: { keyword: string; status: string }) {
  const { page, size } = usePaging()
  return useQuery({
    queryKey: ['orders', 'all', page, size, keyword, status],
    queryFn: () => call(paymentApi.all, { query: { p: page, page_size: size, keyword, status } }),
    placeholderData: keepPreviousData,
  })
}

async function loadOrder(tradeNo: string): Promise<Order | undefined> {
  const { items } = await call(paymentApi.all, {
    query: { p: 1, page_size: pageSizeMax, keyword: tradeNo, status: '' },
  })
  return items.find(({ trade_no }) => trade_no === tradeNo)
}

/** The orders of all users. The super administrator may complete one by hand. */
export function AllOrders() {
  const t = useText(manageText)
  const small = useSmallScreen()
  const { filters, count, set, clear } = useFilters(['keyword', 'status'])
  const orders = useAllOrders(filters)
  const opened = useOpened()
  const [completing, setCompleting] = useState<Order>()
  const row = useOpenedRow({
    value: opened.value,
    rows: orders.data?.items,
    keyOf: ({ trade_no }: Order) => trade_no,
    load: loadOrder,
    list: 'orders',
  })
  const handlers = { open: ({ trade_no }: Order) => opened.open(trade_no), complete: setCompleting }
  const columns = useAllOrdersColumns(handlers)
  const chosen = statuses.find((name) => name === filters.status)
  const status = (
    <Select
      className={styles.status ?? ''}
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
      <div className={styles.filters}>
        <SearchField
          main
          className={styles.search}
          label={t('search')}
          value={filters.keyword}
          onSearch={(keyword) => set({ keyword })}
        />
        {small ? <FilterDrawer count={filters.status ? 1 : 0}>{status}</FilterDrawer> : status}
        <div className={styles.right}>
          <RefreshButton onClick={orders.refetch} busy={orders.isFetching} />
        </div>
      </div>
      <DataTable
        query={orders}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={handlers.open}
        card={(order) => <AllOrdersCard order={order} handlers={handlers} />}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        noMatch={
          count > 0 ? (
            <NoMatch title={t('noMatch')} filters={words.filter(Boolean).join(t('comma'))} onClear={clear} />
          ) : undefined
        }
      />
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(order) => (
          <OrderDrawer
            order={order}
            namesUser
            onClosed={opened.close}
            buttons={({ close }) => (
              <>
                <Button onClick={close}>{t('close')}</Button>
                <CompleteButton order={order} onComplete={setCompleting} inDrawer />
              </>
            )}
          />
        )}
      </OpenedDrawer>
      {completing && <CompleteDialog order={completing} onClose={() => setCompleting(undefined)} />}
    </>
  )
}
