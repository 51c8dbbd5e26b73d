import { type Key, useState } from 'react'

type Row = { id: number }

/** The rows somebody ticked, on whichever page of the list they were. */
export function useChosenRows<Listed extends Row>(shown: readonly Listed[]) {
  const [chosen, setChosen] = useState<readonly Listed[]>([])
  // What is in sight may have changed since it was ticked.
  const rows = chosen.map((row) => shown.find(({ id }) => id === row.id) ?? row)
  return {
    rows,
    keys: rows.map(({ id }) => id),
    /** The ticks of this page, as the table reports them; those of other pages stay. */
    choose(keys: readonly Key[]) {
      const elsewhere = rows.filter(({ id }) => !shown.some((row) => row.id === id))
      setChosen(keys.length === 0 ? [] : [...elsewhere, ...shown.filter(({ id }) => keys.includes(id))])
    },
    toggle: (row: Listed) =>
      setChosen(rows.some(({ id }) => id === row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row]),
    /** A row that is gone. */
    forget: (id: number) => setChosen((now) => now.filter((row) => row.id !== id)),
  }
}
