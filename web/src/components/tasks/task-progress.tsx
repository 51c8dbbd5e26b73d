import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { percentOf } from './progress.ts'
import { useStatusName } from './task-status.tsx'
import styles from './tasks.module.css'
import { taskListText } from './tasks.text.ts'

type TaskProgressProps = { task: { status: string; progress: string } }

/** A meter and its figure; red after a failure. A text that is no number is shown as it is. */
export function TaskProgress({ task: { status, progress } }: TaskProgressProps) {
  const t = taskListText.use()
  const statusName = useStatusName()
  const percent = percentOf(progress)
  if (percent === undefined) return <span className={textStyles.quiet}>{progress || '—'}</span>
  const tone = status === 'FAILURE' ? styles.failedBar : status === 'SUCCESS' ? styles.doneBar : styles.movingBar
  return (
    <span className={layoutStyles.row}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuenow={percent}
        aria-valuetext={`${percent}% · ${statusName(status)}`}
      >
        <span className={tone} style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.percent}>{percent}%</span>
    </span>
  )
}
