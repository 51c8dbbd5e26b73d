import { Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { dictionary, useText } from '../../lib/text/text.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { SideDrawer } from './side-drawer.tsx'
import type { OpenedRow } from './use-opened-row.ts'

const openedText = dictionary({
  en: { title: 'Not found', text: 'It does not exist or was deleted.', loading: 'Loading', failed: 'Not loaded' },
  zh: { title: '未找到', text: '它不存在，或已被删除。', loading: '加载中', failed: '加载失败' },
})

type OpenedDrawerProps<Row> = { of: OpenedRow<Row>; onClosed: () => void; children: (row: Row) => ReactNode }

/** The drawer of the row that the address names; while it loads, or when it is gone, a drawer that says so. */
export function OpenedDrawer<Row>({ of, onClosed, children }: OpenedDrawerProps<Row>) {
  if (of.kind === 'row') return <Suspense>{children(of.row)}</Suspense>
  if (of.kind === 'failed') return <FailedDrawer {...of} onClosed={onClosed} />
  if (of.kind === 'missing') return <MissingDrawer onClosed={onClosed} />
  return of.kind === 'loading' ? <LoadingDrawer onClosed={onClosed} /> : null
}

/** For a link whose object is gone. */
export function MissingDrawer({ onClosed }: { onClosed: () => void }) {
  const t = useText(openedText)
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <EmptyState title={t('title')} text={t('text')} />
    </SideDrawer>
  )
}

/** The delay keeps a fast answer from showing two drawers one after the other. */
function LoadingDrawer({ onClosed }: { onClosed: () => void }) {
  const t = useText(openedText)
  const isSlow = useDelayed(300)
  if (!isSlow) return null
  return (
    <SideDrawer title={t('loading')} onClosed={onClosed}>
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    </SideDrawer>
  )
}

type FailedDrawerProps = { error: Error; retry: () => void; isRetrying: boolean; onClosed: () => void }

function FailedDrawer({ error, retry, isRetrying, onClosed }: FailedDrawerProps) {
  const t = useText(openedText)
  return (
    <SideDrawer title={t('failed')} onClosed={onClosed}>
      <ErrorState error={error} onRetry={retry} retrying={isRetrying} />
    </SideDrawer>
  )
}
