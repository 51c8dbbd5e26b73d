import type { Drawing } from '@turnpike/contract/usage/task'
import { Suspense, useState } from 'react'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { isRunning } from '../../components/tasks/progress.ts'
import { useHasActions } from '../../components/tasks/task-actions.tsx'
import { TaskFilters } from '../../components/tasks/task-filters.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { wordsOfFilters } from '../../lib/address/address-filters.ts'
import { useShownFile } from '../../lib/address/use-shown-file.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useText } from '../../lib/text/text.ts'
import { DrawingCard } from './drawing-card.tsx'
import { useDrawingColumns } from './drawing-columns.tsx'
import { drawingsText } from './drawings.text.ts'
import { NotifyNotice } from './notify-notice.tsx'
import { drawingColumns } from './shown-columns.ts'
import { useColumnName } from './use-column-name.ts'
import { useDrawings, useDrawingView } from './use-drawings.ts'

// Fetched when a picture or a video is opened.
const PictureViewer = lazyPart(async () => (await import('../../components/media/picture-viewer.tsx')).PictureViewer)
const VideoDialog = lazyPart(async () => (await import('../../components/media/video-dialog.tsx')).VideoDialog)

/** The drawings of the user, or of all users, moving while they are drawn. */
export function DrawingsPage() {
  const t = useText(drawingsText)
  const shared = useText(taskListText)
  const view = useDrawingView()
  const { isAdmin } = view
  const drawings = useDrawings(view)
  const rows = drawings.data?.items ?? []
  const opened = useOpenedDrawing(rows)
  const words: [string, string][] = [
    [shared('taskId'), view.filters.mj_id],
    [shared('channelId'), view.filters.channel_id],
  ]
  return (
    <ListPage
      list={{ query: drawings }}
      words={t}
      views="drawings"
      columnMenu={{ choice: drawingColumns, isAdmin, nameOf: useColumnName() }}
      facts={<WindowWords window={view.window} />}
      isRefreshing={drawings.isFetching && !rows.some(isRunning)}
      filters={
        <>
          <NotifyNotice />
          <TaskFilters view={view} idName="mj_id" />
        </>
      }
      filtered={
        view.filterCount > 0
          ? { title: t('noMatch'), words: wordsOfFilters(words, shared('comma')), onClear: view.clear }
          : undefined
      }
      emptyAction={<LinkButton to="/token">{shared('createToken')}</LinkButton>}
      columns={useDrawingColumns({
        shown: drawingColumns.useShown(isAdmin),
        hasActions: useHasActions(rows),
        onOpen: opened.open,
      })}
      card={(drawing) => <DrawingCard drawing={drawing} isAdmin={isAdmin} onOpen={opened.open} />}
    >
      {opened.viewer}
    </ListPage>
  )
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
