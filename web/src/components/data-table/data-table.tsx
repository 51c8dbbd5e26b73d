import type { UseQueryResult } from '@tanstack/react-query'
import { type Key, type ReactNode, useEffect } from 'react'
import { lastPage } from '../../lib/address/paging.ts'
import { usePaging } from '../../lib/address/use-paging.ts'
import { useCardScreen } from '../../lib/browser/use-card-screen.ts'
import { ErrorState } from '../states/error-state.tsx'
import { BatchBar, type Selection } from './batch-bar.tsx'
import { DataRows, type TableColumns, type Unfolding } from './data-rows.tsx'
import styles from './data-table.module.css'
import { LoadingRows } from './loading-rows.tsx'
import { Pager, type PagerWords } from './pager.tsx'
import { StaleLine } from './stale-line.tsx'

type ListPage<Row> = { items: Row[]; total: number }

type DataTableProps<Row> = {
  /** Query with `placeholderData: keepPreviousData`, so that rows stay while the next page loads. */
  query: UseQueryResult<ListPage<Row>>
  /** Every column has a width but one, the fluid one. */
  columns: TableColumns<Row>
  rowKey: (row: Row) => Key
  /** Shown when the list is empty. */
  empty: ReactNode
  /** Shown instead while filters are set. */
  noMatch?: ReactNode
  /** A row on a screen that is too narrow for the table. Without it the table scrolls sideways. */
  card?: (row: Row) => ReactNode
  /** Whether rows are cards; by default on a narrow screen. */
  showsCards?: boolean
  selection?: Selection
  /** Replaces a row's checkbox, such as the arrow that unfolds it; such a row cannot be selected. */
  lead?: (row: Row) => ReactNode
  /** The accessible name of a row's checkbox. */
  rowName?: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  /** The pager's text where it does not count rows: "1–3 of 3 tags". */
  pagerWords?: PagerWords
  /** 40 px instead of 36, for rows with fields in them. */
  tall?: boolean
  /** A click on a row outside its controls. */
  onOpen?: (row: Row) => void
  /** Rows that unfold to details. */
  unfolding?: Unfolding<Row>
  /** Sums of all rows, of the other pages too: between the rows and the pager. */
  totals?: ReactNode
}

/** One page of a list in every state it can be in: loading, failed, empty, without a match, loaded. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { query, columns, empty, noMatch, selection, lead, card, unfolding, pagerWords, tall = false } = props
  const isCardScreen = useCardScreen()
  const { showsCards = isCardScreen } = props
  const { page, size, setPage } = usePaging()
  const { data } = query
  const isBeyondLastPage = data?.items.length === 0 && data.total > 0 && page > 1 && !query.isPlaceholderData

  // The last row of the last page was deleted, or the address names a page that does not exist: open the last page.
  useEffect(() => {
    if (isBeyondLastPage) setPage(Math.min(page - 1, lastPage(data.total, size)))
  })

  if (query.isPending || isBeyondLastPage) {
    const cards = showsCards && card !== undefined
    const hasLeadColumn = selection !== undefined || lead !== undefined || unfolding !== undefined
    return <LoadingRows columns={columns} cards={cards} selectable={hasLeadColumn} tall={tall} />
  }
  if (!data) {
    return (
      <div className={styles.sheet}>
        <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      </div>
    )
  }
  if (data.items.length === 0) return <div className={`${styles.sheet} ${styles.nothing}`}>{noMatch ?? empty}</div>
  return (
    <>
      {query.isError && <StaleLine error={query.error} onRetry={query.refetch} retrying={query.isFetching} />}
      <DataRows {...props} rows={data.items} stale={query.isPlaceholderData} showsCards={showsCards}>
        <Pager total={data.total} words={pagerWords} />
      </DataRows>
      {selection && selection.keys.length > 0 && <BatchBar selection={selection} />}
    </>
  )
}
