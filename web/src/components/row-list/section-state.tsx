import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { ErrorState } from '../states/error-state.tsx'
import layoutStyles from '../style/layout.module.css'
import styles from './row-list.module.css'

type SectionStateProps<Data> = {
  query: UseQueryResult<Data>
  /** The approximate height in lines, for the bars. */
  lines: number
  children: (data: Data) => ReactNode
}

/** The content of a section that loads its own data: bars, then the data or the error. */
export function SectionState<Data>({ query, lines, children }: SectionStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  return <Bars lines={lines} />
}

/** Grey bars of the section's height; the delay keeps a fast response from flashing them. */
function Bars({ lines }: { lines: number }) {
  const late = useDelayed(150)
  return (
    <div
      className={late ? styles.bars : `${styles.bars} ${layoutStyles.invisible}`}
      style={{ height: lines * 52 - 20 }}
      aria-busy="true"
    />
  )
}
