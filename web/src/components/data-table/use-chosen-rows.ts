import { type Key, useState } from 'react'

type Row = { id: number }

/** The selected rows, on all pages of the list. */
export function useChosenRows<Listed extends Row>(shown: readonly Listed[]) {
  const [chosen, setChosen] = useState<readonly Listed[]>([])
  // A row of the open page may have changed since it was selected.
  const rows = chosen.map((row) => shown.find(({ id }) => id === row.id) ?? row)
  return {
    rows,
    keys: rows.map(({ id }) => id),
    /** The selected keys of the open page, as the table reports them; rows of other pages stay selected. */
    choose(keys: readonly Key[]) {
      const elsewhere = rows.filter(({ id }) => !shown.some((row) => row.id === id))
      setChosen(keys.length === 0 ? [] : [...elsewhere, ...shown.filter(({ id }) => keys.includes(id))])
    },
    toggle: (row: Listed) =>
      setChosen(rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]),
    /** Removes a deleted row from the selection. */
    forget: (id: number) => setChosen((now) => now.filter((row) => row.id !== id)),
  }
}
