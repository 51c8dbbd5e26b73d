import { ListChecks } from 'lucide-react'
import { type Key, type ReactNode, useState } from 'react'

type Words = {
  (name: 'select' | 'stopSelecting'): string
  (name: 'selected', values: { count: number }): string
}

/** The checkbox of a card. */
export type Tick = { isTicked: boolean; onTick: () => void }

/** The selected rows, on all pages of the list. Cards have checkboxes while `selecting` is on. */
export function useRowSelection<Row extends { id: number }>(shown: readonly Row[], t: Words) {
  const [chosen, setChosen] = useState<readonly Row[]>([])
  const [isSelecting, setIsSelecting] = useState(false)
  // A row of the open page may have changed since it was selected.
  const rows = chosen.map((row) => shown.find(({ id }) => id === row.id) ?? row)
  const keys = rows.map(({ id }) => id)
  const clear = () => setChosen([])
  const toggle = (row: Row) =>
    setChosen(keys.includes(row.id) ? rows.filter(({ id }) => id !== row.id) : [...rows, row])
  return {
    rows,
    clear,
    /** Removes a deleted row from the selection. */
    forget: (id: number) => setChosen((now) => now.filter((row) => row.id !== id)),
    /** The selection of the table. The table reports the keys of the open page; rows of other pages stay selected. */
    inTable: (actions: ReactNode) => ({
      keys,
      onChange(next: readonly Key[]) {
        const elsewhere = rows.filter(({ id }) => !shown.some((row) => row.id === id))
        setChosen(next.length === 0 ? [] : [...elsewhere, ...shown.filter(({ id }) => next.includes(id))])
      },
      words: (count: number) => t('selected', { count }),
      actions,
    }),
    tickOf: (row: Row): Tick | undefined =>
      isSelecting ? { isTicked: keys.includes(row.id), onTick: () => toggle(row) } : undefined,
    /** The menu entry that gives cards their checkboxes. */
    menuEntry: {
      key: 'select',
      label: t(isSelecting ? 'stopSelecting' : 'select'),
      icon: <ListChecks />,
      onSelect: () => {
        setIsSelecting(!isSelecting)
        clear()
      },
    },
  }
}
