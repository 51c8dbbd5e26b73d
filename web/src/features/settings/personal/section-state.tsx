import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { useDelayed } from '../../../lib/timing/use-delayed.ts'
import styles from './personal.module.css'

type SectionStateProps<Data> = {
  query: UseQueryResult<Data>
  /** About how many lines it will be high. */
  lines: number
  children: (data: Data) => ReactNode
}

/** What a section loads by itself: bars in its place, then what came, or why nothing did. */
export function SectionState<Data>({ query, lines, children }: SectionStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  return <Bars lines={lines} />
}

/** Grey bars that fill the place; an answer that comes at once flashes nothing. */
function Bars({ lines }: { lines: number }) {
  const late = useDelayed(150)
  return (
    <div
      className={late ? styles.bars : `${styles.bars} ${styles.early}`}
      style={{ height: lines * 52 - 20 }}
      aria-busy="true"
    />
  )
}
