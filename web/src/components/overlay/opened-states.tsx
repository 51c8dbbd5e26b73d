import { Skeleton } from 'antd'
import { dictionary } from '../../lib/text/text.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import { SideDrawer } from './side-drawer.tsx'

const openedText = dictionary({
  title: ['Not found', '未找到'],
  text: ['It does not exist or was deleted.', '它不存在，或已被删除。'],
  loading: ['Loading', '加载中'],
  failed: ['Not loaded', '加载失败'],
})

/** For a link whose object is gone. */
export function MissingDrawer({ onClosed }: { onClosed: () => void }) {
  const t = openedText.use()
  return (
    <SideDrawer title={t('title')} onClosed={onClosed}>
      <EmptyState title={t('title')} text={t('text')} />
    </SideDrawer>
  )
}

/** The delay keeps a fast response from showing two drawers one after the other. */
export function LoadingDrawer({ onClosed }: { onClosed: () => void }) {
  const t = openedText.use()
  const isSlow = useDelayed(300)
  if (!isSlow) return null
  return (
    <SideDrawer title={t('loading')} onClosed={onClosed}>
      <Skeleton active title={false} paragraph={{ rows: 4 }} />
    </SideDrawer>
  )
}

type FailedDrawerProps = { error: Error; retry: () => void; isRetrying: boolean; onClosed: () => void }

export function FailedDrawer({ error, retry, isRetrying, onClosed }: FailedDrawerProps) {
  const t = openedText.use()
  return (
    <SideDrawer title={t('failed')} onClosed={onClosed}>
      <ErrorState error={error} onRetry={retry} retrying={isRetrying} />
    </SideDrawer>
  )
}
