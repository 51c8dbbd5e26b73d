import type { Task } from '@turnpike/contract/usage/task'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { MissingDrawer } from '../../components/overlay/opened-states.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useText } from '../../lib/text/text.ts'
import { SongClip } from './song-clip.tsx'
import { promptOf, resultOf } from './task-result.ts'
import { TaskVideo } from './task-video.tsx'
import styles from './tasks.module.css'
import { tasksText } from './tasks.text.ts'

const titles = { songs: 'song', lyrics: 'lyrics', video: 'video' } as const

/** What a task has made: its songs to listen to, its lyrics to read, its video to watch. */
export function ResultDrawer({ task, onClosed }: { task: Task; onClosed: () => void }) {
  const t = useText(tasksText)
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
  const t = useText(tasksText)
  return (
    <section>
      <h2 className={styles.heading}>
        {title || t('noTitle')} <CopyButton text={text} name={t('lyrics')} />
      </h2>
      <p className={styles.words}>{text}</p>
    </section>
  )
}
