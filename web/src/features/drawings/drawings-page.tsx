import type { Drawing } from '@turnpike/contract/usage/task'
import { Suspense, useState } from 'react'
import { ColumnMenu } from '../../components/data-table/column-menu.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import { isRunning } from '../../components/tasks/progress.ts'
import { useHasActions } from '../../components/tasks/task-actions.tsx'
import { TaskFilters } from '../../components/tasks/task-filters.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { useColumnView } from '../../components/views/column-view.ts'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { useShownFile } from '../../lib/address/use-shown-file.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { DrawingCard } from './drawing-card.tsx'
import { useDrawingColumns } from './drawing-columns.tsx'
import { drawingsText } from './drawings.text.ts'
import { NotifyNotice } from './notify-notice.tsx'
import { drawingColumns } from './shown-columns.ts'
import { useColumnName } from './use-column-name.ts'
import { type DrawingView, useDrawings, useDrawingView } from './use-drawings.ts'

// Fetched when a picture or a video is opened.
const PictureViewer = lazyPart(async () => (await import('../../components/media/picture-viewer.tsx')).PictureViewer)
const VideoDialog = lazyPart(async () => (await import('../../components/media/video-dialog.tsx')).VideoDialog)

/** The drawings of the user, or of all users, moving while they are drawn. */
export function DrawingsPage() {
  const t = useText(drawingsText)
  const shared = useText(taskListText)
  const small = useSmallScreen()
  const view = useDrawingView()
  const { isAdmin } = view
  const columnView = useColumnView(drawingColumns, isAdmin)
  const drawings = useDrawings(view)
  const rows = drawings.data?.items ?? []
  const opened = useOpenedDrawing(rows)
  const columns = useDrawingColumns({
    shown: drawingColumns.useShown(isAdmin),
    hasActions: useHasActions(rows),
    onOpen: opened.open,
  })
  const nameOf = useColumnName()
  return (
    <Page
      title={t('title')}
      facts={<WindowWords window={view.window} />}
      actions={
        <>
          <ViewsMenu list="drawings" columns={columnView} />
          {!small && <ColumnMenu choice={drawingColumns} isAdmin={isAdmin} nameOf={nameOf} />}
          <RefreshButton onClick={() => void drawings.refetch()} busy={drawings.isFetching && !rows.some(isRunning)} />
        </>
      }
    >
      <NotifyNotice />
      <TaskFilters view={view} idName="mj_id" />
      <DataTable
        query={drawings}
        columns={columns}
        rowKey={({ id }) => id}
        card={(drawing) => <DrawingCard drawing={drawing} isAdmin={isAdmin} onOpen={opened.open} />}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t('emptyText')}
            action={<LinkButton to="/token">{shared('createToken')}</LinkButton>}
          />
        }
        noMatch={
          view.filterCount > 0 ? (
            <NoMatch title={t('noMatch')} filters={wordsOf(view, shared)} onClear={view.clear} />
          ) : undefined
        }
      />
      {opened.viewer}
    </Page>
  )
}

/** The filters in words: "Task ID “17”, Channel ID “3”". */
function wordsOf({ filters }: DrawingView, t: (name: 'taskId' | 'channelId' | 'comma') => string): string {
  const words: [string, string][] = [
    [t('taskId'), filters.mj_id],
    [t('channelId'), filters.channel_id],
  ]
  return words
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} “${value}”`)
    .join(t('comma'))
}

/** The picture or the video that is shown at full size; a picture is followed by the others of the page. */
function useOpenedDrawing(rows: readonly Drawing[]) {
  const t = useText(drawingsText)
  const shownFile = useShownFile()
  const shownVideo = useShownFile('media-src')
  const [pictureId, setPictureId] = useState<number>()
  const [video, setVideo] = useState<string>()
  const [hasOpened, setHasOpened] = useState(false)
  const pictures = rows.flatMap(({ id, image_url, prompt }) => {
    const source = shownFile(image_url)
    return source === undefined ? [] : [{ id, source, alt: prompt }]
  })
  const at = pictures.findIndex(({ id }) => id === pictureId)
  return {
    open({ id, video_url }: Drawing) {
      const source = shownVideo(video_url)
      if (source) setVideo(source)
      else {
        setHasOpened(true)
        setPictureId(id)
      }
    },
    viewer: (
      <Suspense>
        {hasOpened && (
          <PictureViewer
            pictures={pictures}
            current={at === -1 ? undefined : at}
            onChange={(next) => setPictureId(next === undefined ? undefined : pictures[next]?.id)}
          />
        )}
        {video && <VideoDialog title={t('playVideo')} source={video} onClosed={() => setVideo(undefined)} />}
      </Suspense>
    ),
  }
}
