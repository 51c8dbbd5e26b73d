import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { dictionary } from '../../lib/text/text.ts'
import styles from './data-table.module.css'

export type SortDirection = 'asc' | 'desc'

const sortText = dictionary({
  desc: ['Sort, highest first', '从高到低排序'],
  asc: ['Sort, lowest first', '从低到高排序'],
  none: ['Restore the default order', '恢复默认顺序'],
})

const icons = { asc: ArrowUp, desc: ArrowDown, none: ChevronsUpDown }

/** The word that a table announces for a sorted column. */
export const ariaSortOf = (direction: SortDirection | undefined) => ({
  'aria-sort': direction ? (`${direction}ending` as const) : undefined,
})

type SortTitleProps = {
  children: string
  direction: SortDirection | undefined
  /** Over a column of figures, whose title ends where the figures end. */
  isRight?: boolean
  onSort: (next: SortDirection | undefined) => void
}

/** The title of a column that sorts the list: highest first, then lowest first, then the usual order. */
export function SortTitle({ children, direction, isRight = false, onSort }: SortTitleProps) {
  const t = sortText.use()
  const next = direction === undefined ? 'desc' : direction === 'desc' ? 'asc' : undefined
  const Icon = icons[direction ?? 'none']
  const className = [styles.title, isRight && styles.right, direction && styles.sorted].filter(Boolean).join(' ')
  return (
    <button type="button" className={className} title={t(next ?? 'none')} onClick={() => onSort(next)}>
      {children}
      <Icon aria-hidden />
    </button>
  )
}
