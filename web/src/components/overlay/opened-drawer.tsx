import type { ReactNode } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import type { OpenedRow } from './use-opened-row.ts'

// Lazy: lists load no drawer before one is opened.
/** For a link whose object is gone. */
export const MissingDrawer = lazyPart(async () => (await import('./opened-states.tsx')).MissingDrawer)
const LoadingDrawer = lazyPart(async () => (await import('./opened-states.tsx')).LoadingDrawer)
const FailedDrawer = lazyPart(async () => (await import('./opened-states.tsx')).FailedDrawer)

type OpenedDrawerProps<Row> = { of: OpenedRow<Row>; onClosed: () => void; children: (row: Row) => ReactNode }

/** The drawer of the row that the address names; while it loads, or when it is gone, a drawer that says so. */
export function OpenedDrawer<Row>({ of, onClosed, children }: OpenedDrawerProps<Row>) {
  return (
    <>
      {of.kind === 'row' && children(of.row)}
      {of.kind === 'failed' && <FailedDrawer {...of} onClosed={onClosed} />}
      {of.kind === 'missing' && <MissingDrawer onClosed={onClosed} />}
      {of.kind === 'loading' && <LoadingDrawer onClosed={onClosed} />}
    </>
  )
}
