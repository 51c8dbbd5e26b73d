import type { ViewList } from '@turnpike/contract/system/saved-view'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { commonText } from '../../lib/text/text.ts'
import type { ColumnChoice } from '../data-table/column-choice.ts'
import { ColumnMenu } from '../data-table/column-menu.tsx'
import { DataTable } from '../data-table/data-table.tsx'
import { OpenedDrawer } from '../overlay/opened-drawer.tsx'
import { Page } from '../page/page.tsx'
import { RefreshButton } from '../page/refresh-button.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import { NoMatch } from '../states/no-match.tsx'
import { type ViewColumns, ViewsMenu } from '../views/views-menu.tsx'
import type { List } from './use-list-page.ts'

type TableProps<Row> = Omit<ComponentProps<typeof DataTable<Row & object>>, 'query' | 'rowKey' | 'empty' | 'noMatch'>

type ListTableProps<Row> = TableProps<Row> & {
  list: Pick<List<Row>, 'query'> & Partial<Pick<List<Row>, 'openedRow' | 'isNewOpen' | 'close'>>
  words: (name: 'emptyTitle' | 'emptyText') => string
  /** The next step where there is no row yet. */
  emptyAction?: ReactNode
  /** Each filter that is set, in words; `title` says that no row matches them. */
  filtered?: { title: string; words: readonly (string | false | undefined)[]; onClear: () => void }
  drawer?: (row: Row) => ReactNode
  newDrawer?: ReactNode
}

/** The rows of a list in every state, and the drawer of the row that is open. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { list, words: t, emptyAction, filtered, drawer, newDrawer, ...table } = props
  const common = commonText.use()
  const filters = filtered?.words.filter(Boolean).join(common('comma'))
  return (
    <>
      <DataTable
        {...table}
        query={list.query}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={emptyAction} />}
        noMatch={
          filtered && filters ? (
            <NoMatch title={filtered.title} filters={filters} onClear={filtered.onClear} />
          ) : undefined
        }
      />
      {list.isNewOpen && newDrawer}
      {drawer && list.openedRow && list.close && (
        <OpenedDrawer of={list.openedRow} onClosed={list.close}>
          {drawer}
        </OpenedDrawer>
      )}
    </>
  )
}

type ListPageProps<Row, Column extends string> = Omit<ListTableProps<Row>, 'list' | 'words'> & {
  list: ListTableProps<Row>['list'] & Partial<Pick<List<Row>, 'openNew'>>
  words: (name: 'title' | 'emptyTitle' | 'emptyText') => string
  facts?: ReactNode
  /** The saved views of the list. */
  views?: ViewList
  /** The columns that the user may hide. */
  columnMenu?: { choice: ColumnChoice<Column>; isAdmin: boolean; nameOf: (column: Column) => string }
  /** The label of the button that opens the drawer of a new row. */
  create?: string
  /** Reloads more than the rows. */
  onRefresh?: () => void
  isRefreshing?: boolean
  /** Before, between and after the actions that every list has. */
  firstActions?: ReactNode
  middleActions?: ReactNode
  lastActions?: ReactNode
  filters?: ReactNode
  children?: ReactNode
}

/** The page of a list: title, views, columns, refresh, filters, rows and the drawer of one row. */
export function ListPage<Row extends { id: number }, Column extends string = never>(props: ListPageProps<Row, Column>) {
  const { facts, views, columnMenu, create, onRefresh, isRefreshing, filters, children, ...table } = props
  const { firstActions, middleActions, lastActions, ...rows } = table
  const { list, words: t } = rows
  const small = useSmallScreen()
  const createButtonAs = (type: 'primary' | 'default') =>
    create && (
      <Button type={type} icon={<Plus />} onClick={list.openNew}>
        {create}
      </Button>
    )
  const createButton = createButtonAs('primary')
  // The empty list offers the same; one primary button is enough.
  const isEmpty = list.query.data?.items.length === 0 && !rows.filtered?.words.some(Boolean)
  return (
    <Page
      title={t('title')}
      facts={facts}
      bar={createButton}
      actions={
        <>
          {firstActions}
          {views && columnMenu && <ViewsWithColumns list={views} {...columnMenu} />}
          {views && !columnMenu && <ViewsMenu list={views} />}
          {!small && columnMenu && <ColumnMenu {...columnMenu} />}
          {middleActions}
          <RefreshButton
            onClick={onRefresh ?? (() => void list.query.refetch())}
            busy={isRefreshing ?? list.query.isFetching}
          />
          {lastActions}
          {!small && createButtonAs(isEmpty ? 'default' : 'primary')}
        </>
      }
    >
      {filters}
      <ListTable emptyAction={createButton} {...rows} />
      {children}
    </Page>
  )
}

type ViewsWithColumnsProps<Column extends string> = {
  list: ViewList
  choice: ColumnChoice<Column>
  isAdmin: boolean
}

function ViewsWithColumns<Column extends string>({ list, choice, isAdmin }: ViewsWithColumnsProps<Column>) {
  return <ViewsMenu list={list} columns={useColumnView(choice, isAdmin)} />
}

/** The chosen columns of a table, for its saved views. */
function useColumnView<Column extends string>(choice: ColumnChoice<Column>, isAdmin: boolean): ViewColumns {
  return {
    shown: choice.useShown(isAdmin),
    show: (columns) => {
      for (const column of choice.columnsOf(isAdmin)) choice.set(isAdmin, column, columns.includes(column))
    },
  }
}
