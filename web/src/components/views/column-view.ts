import type { ColumnChoice } from '../data-table/column-choice.ts'
import type { ViewColumns } from './views-menu.tsx'

/** The chosen columns of a table, for its saved views. */
export function useColumnView<Column extends string>(choice: ColumnChoice<Column>, isAdmin: boolean): ViewColumns {
  return {
    shown: choice.useShown(isAdmin),
    show: (columns) => {
      for (const column of choice.columnsOf(isAdmin)) choice.set(isAdmin, column, columns.includes(column))
    },
  }
}
