import { role } from '@turnpike/contract/identity/user'
import { type Drawing, drawingApi } from '@turnpike/contract/usage/task'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { LongText } from '../../components/overlay/long-text.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import textStyles from '../../components/style/text.module.css'
import { isRunning } from '../../components/tasks/progress.ts'
import { TaskCard } from '../../components/tasks/task-card.tsx'
import { TaskFilters } from '../../components/tasks/task-filters.tsx'
import { taskListText } from '../../components/tasks/tasks.text.ts'
import { type TaskView, useTaskList, useTaskView } from '../../components/tasks/use-task-list.ts'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { wordsOfFilters } from '../../lib/address/address-filters.ts'
import { useShownFile } from '../../lib/address/use-shown-file.ts'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import { DrawingAction, DrawingPicture, type OpenDrawing } from './drawing-cells.tsx'
import { useDrawingColumns } from './drawing-columns.tsx'
import styles from './drawings.module.css'
import { drawingsText } from './drawings.text.ts'
import { drawingColumns } from './shown-columns.ts'
import { useColumnName } from './use-column-name.ts'

// Fetched when a picture or a video is opened.
const PictureViewer = lazyPart(async () => (await import('../../components/media/picture-viewer.tsx')).PictureViewer)
const VideoDialog = lazyPart(async () => (await import('../../components/media/video-dialog.tsx')).VideoDialog)

/** The drawings of the user, or of all users, moving while they are drawn. */
export function DrawingsPage() {
  const t = drawingsText.use()
  const shared = taskListText.use()
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
      filtered={{
        title: t('noMatch'),
        words: [view.filterCount > 0 && wordsOfFilters(words, shared('comma'))],
        onClear: view.clear,
      }}
      emptyAction={<LinkButton to="/token">{shared('createToken')}</LinkButton>}
      columns={useDrawingColumns({
        shown: drawingColumns.useShown(isAdmin),
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
  const t = drawingsText.use()
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
      <>
        {hasOpened && (
          <PictureViewer
            pictures={pictures}
            current={at === -1 ? undefined : at}
            onChange={(next) => setPictureId(next === undefined ? undefined : pictures[next]?.id)}
          />
        )}
        {video && <VideoDialog title={t('playVideo')} source={video} onClosed={() => setVideo(undefined)} />}
      </>
    ),
  }
}

type DrawingCardProps = { drawing: Drawing; isAdmin: boolean; onOpen: OpenDrawing }

/** A drawing on a small screen. */
function DrawingCard({ drawing, isAdmin, onOpen }: DrawingCardProps) {
  const t = drawingsText.use()
  const { prompt, prompt_en, submit_time, finish_time, mj_id, action } = drawing
  return (
    <TaskCard
      task={drawing}
      id={mj_id}
      isAdmin={isAdmin}
      kind={<DrawingAction action={action} />}
      result={
        (drawing.image_url || drawing.video_url) && <DrawingPicture drawing={drawing} onOpen={onOpen} size="large" />
      }
      times={{ start: submit_time / 1000, end: finish_time / 1000 }}
    >
      <LongText name={t('prompt')} text={prompt} wraps />
      {prompt_en !== prompt && <LongText name={t('promptEn')} text={prompt_en} className={textStyles.hint} />}
    </TaskCard>
  )
}

/** Tells administrators that callbacks are off: clients that only wait for one never learn of their result. */
function NotifyNotice() {
  const t = drawingsText.use()
  const status = useStatus()
  const level = session.use()?.role ?? 0
  if (level < role.admin || status?.mj_notify_enabled !== false) return null
  return (
    <div className={styles.notice} role="note">
      <Info aria-hidden />
      <span>{t('notifyOff')}</span>
      {level >= role.root && <Link to="/setting?tab=operation">{t('openSettings')}</Link>}
    </div>
  )
}

const useDrawingView = () => useTaskView(['mj_id'], '30d')
type DrawingView = TaskView<'mj_id'>

/** One page of the user's drawings, or of everyone's. This list counts time in milliseconds. */
const useDrawings = (view: DrawingView) =>
  useTaskList<Drawing>('drawings', view, (page, { start, end }) => {
    const { mj_id, channel_id } = view.filters
    const query = { ...page, mj_id, start_timestamp: start * 1000, end_timestamp: end * 1000 + 999 }
    return view.isAdmin ? call(drawingApi.list, { query: { ...query, channel_id } }) : call(drawingApi.self, { query })
  })
