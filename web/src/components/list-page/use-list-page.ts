import type { UseQueryResult } from '@tanstack/react-query'
import { useOpened } from '../../lib/address/use-opened.ts'
import { useOpenedRow } from '../overlay/use-opened-row.ts'

type ListOptions<Row> = {
  /** The first member of the keys of the list's queries. */
  name: string
  query: UseQueryResult<{ items: Row[]; total: number }>
  /** The value that stands for a row in the address. */
  keyOf: (row: Row) => string | number
  /** Loads a row that the open page does not hold; undefined when there is none. */
  load: (key: string) => Promise<Row | undefined>
  /** Whether the path of the page opens the drawer of a new row. */
  pathOpensNew?: boolean
}

/** In the address, in place of the key of a row. */
const newKey = 'new'

/** A list and the row that is open over it. The page, the filters and the open row are in the address. */
export function useListPage<Row>({ name, query, keyOf, load, pathOpensNew = false }: ListOptions<Row>) {
  const opened = useOpened()
  const isNewOpen = pathOpensNew || opened.value === newKey
  const openedRow = useOpenedRow({
    value: isNewOpen ? undefined : opened.value,
    rows: query.data?.items,
    keyOf: (row) => String(keyOf(row)),
    load,
    list: name,
  })
  return {
    query,
    rows: query.data?.items ?? [],
    openedRow,
    isNewOpen,
    open: (row: Row) => opened.open(keyOf(row)),
    openNew: () => opened.open(newKey),
    close: opened.close,
  }
}
export type List<Row> = ReturnType<typeof useListPage<Row>>
