import { useQuery } from '@tanstack/react-query'
import { type Task, taskApi } from '@turnpike/contract/usage/task'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Fact, Facts } from '../../components/figures/facts.tsx'
import { VideoPlayer } from '../../components/media/video-player.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { download } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
import type { TaskResult } from './task-result.ts'
import styles from './tasks.module.css'
import { tasksText } from './tasks.text.ts'

type TaskVideoProps = { task: Task; video: Extract<TaskResult, { kind: 'video' }> }

/** A video, loaded whole: an address alone could not name the user, whom the server asks for. */
export function TaskVideo({ task, video }: TaskVideoProps) {
  const t = useText(tasksText)
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
