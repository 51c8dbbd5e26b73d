import { useQuery } from '@tanstack/react-query'
import { type Task, taskApi } from '@turnpike/contract/usage/task'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { Fact, Facts } from '../../components/figures/facts.tsx'
import { VideoPlayer } from '../../components/media/video-player.tsx'
import { MissingDrawer } from '../../components/overlay/opened-states.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { download } from '../../lib/api/call.ts'
import { SongClip } from './song-clip.tsx'
import { promptOf, resultOf, type TaskResult } from './task-result.ts'
import styles from './tasks.module.css'
import { tasksText } from './tasks.text.ts'

const titles = { songs: 'song', lyrics: 'lyrics', video: 'video' } as const

/** What a task has made: its songs to listen to, its lyrics to read, its video to watch. */
export function ResultDrawer({ task, onClosed }: { task: Task; onClosed: () => void }) {
  const t = tasksText.use()
  const result = resultOf(task)
  const prompt = promptOf(task)
  if (!result) return <MissingDrawer onClosed={onClosed} />
  return (
    <SideDrawer
      title={t(titles[result.kind])}
      windowTitle={`${t(titles[result.kind])} ${task.task_id}`}
      onClosed={onClosed}
    >
      <div className={layoutStyles.sections20}>
        {result.kind === 'songs' &&
          result.clips.map((clip, index) => (
            <SongClip key={clip.id} clip={clip} number={index + 1} isDone={task.status === 'SUCCESS'} />
          ))}
        {result.kind === 'lyrics' && <Lyrics title={result.title} text={result.text} />}
        {result.kind === 'video' && <TaskVideo task={task} video={result} />}
        {prompt && (
          <section>
            <h2 className={styles.heading}>{t('prompt')}</h2>
            <p className={styles.words}>{prompt}</p>
          </section>
        )}
      </div>
    </SideDrawer>
  )
}

function Lyrics({ title, text }: { title: string; text: string }) {
  const t = tasksText.use()
  return (
    <section>
      <h2 className={styles.heading}>
        {title || t('noTitle')} <CopyButton text={text} name={t('lyrics')} />
      </h2>
      <p className={styles.words}>{text}</p>
    </section>
  )
}

type TaskVideoProps = { task: Task; video: Extract<TaskResult, { kind: 'video' }> }

/** A video, downloaded by a call: a plain address would lack the credentials that the server requires. */
function TaskVideo({ task, video }: TaskVideoProps) {
  const t = tasksText.use()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['task content', task.id],
    queryFn: async () => (await download(taskApi.content, { params: { id: String(task.id) } })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // as large as the video
    retry: false,
  })
  const source = useObjectAddress(data)
  return (
    <>
      {error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />}
      {!error && !source && <p className={styles.loading}>{t('loadingVideo')}</p>}
      {source && (
        <>
          <VideoPlayer source={source} label={t('video')} />
          <a className={styles.external} href={source} download={`${task.task_id || task.id}.mp4`}>
            <Download aria-hidden /> {t('saveVideo')}
          </a>
        </>
      )}
      <Facts>
        {video.model && <Fact name={t('model')}>{video.model}</Fact>}
        {video.size && <Fact name={t('size')}>{video.size}</Fact>}
        {video.seconds && <Fact name={t('length')}>{video.seconds} s</Fact>}
      </Facts>
    </>
  )
}

/** An address of this page for what was loaded, as long as it is shown. */
function useObjectAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
