import type { Task } from '@turnpike/contract/usage/task'
import { Clapperboard, FileText, Music } from 'lucide-react'
import mediaStyles from '../../components/media/media.module.css'
import { LongText } from '../../components/overlay/long-text.tsx'
import textStyles from '../../components/style/text.module.css'
import { FailReason } from '../../components/tasks/task-cells.tsx'
import { useShownFile } from '../../lib/address/use-shown-file.ts'
import { promptOf, resultOf, type TaskResult } from './task-result.ts'
import styles from './tasks.module.css'
import { tasksText } from './tasks.text.ts'

type TaskOutcomeProps = { task: Task; onOpen: (task: Task) => void }

/** In a cell: the result of a task, the reason of its failure, or its prompt while it runs. */
export function TaskOutcome({ task, onOpen }: TaskOutcomeProps) {
  const t = tasksText.use()
  if (task.fail_reason) return <FailReason task={task} />
  return resultOf(task) ? (
    <TaskOpener task={task} onOpen={onOpen} />
  ) : (
    <LongText name={t('prompt')} text={promptOf(task)} className={textStyles.quietSmall} />
  )
}

/** The button that opens what a task has made; nothing where there is none. */
export function TaskOpener({ task, onOpen }: TaskOutcomeProps) {
  const t = tasksText.use()
  const result = resultOf(task)
  if (!result) return null
  const verb = t(verbs[result.kind])
  return (
    <button type="button" className={styles.opener} title={verb} onClick={() => onOpen(task)}>
      <Cover result={result} />
      <span className={styles.openerWords}>
        <span className={styles.openerTitle}>{titleOf(result) || promptOf(task) || t('noTitle')}</span>
        <span className={textStyles.quietSmall}>{verb}</span>
      </span>
    </button>
  )
}

const verbs = { songs: 'listen', lyrics: 'readLyrics', video: 'watch' } as const

const titleOf = (result: TaskResult): string =>
  result.kind === 'songs' ? (result.clips[0]?.title ?? '') : result.kind === 'lyrics' ? result.title : ''

const icons = { songs: Music, lyrics: FileText, video: Clapperboard }

/** The cover of the first song, or an icon. */
function Cover({ result }: { result: TaskResult }) {
  const shownFile = useShownFile()
  const source = result.kind === 'songs' ? shownFile(result.clips[0]?.cover ?? '') : undefined
  const Icon = icons[result.kind]
  return (
    <span className={`${mediaStyles.frame} ${styles.cover}`}>
      <Icon aria-hidden />
      {source && <img src={source} alt="" loading="lazy" decoding="async" onError={hide} />}
    </span>
  )
}

/** Under a cover that is gone there is the icon. */
const hide = ({ currentTarget }: { currentTarget: HTMLImageElement }) => {
  currentTarget.hidden = true
}
