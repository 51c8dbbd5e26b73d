import type { ReactNode } from 'react'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { TaskActions } from './task-actions.tsx'
import { type AnyTask, FailReason, TaskCost, TaskDuration, TaskId, TaskOwner, TaskTime } from './task-cells.tsx'
import { TaskProgress } from './task-progress.tsx'
import { TaskStatus } from './task-status.tsx'
import styles from './tasks.module.css'

type TaskCardProps = {
  task: AnyTask
  /** The upstream's id. */
  id: string
  isAdmin: boolean
  /** The platform and the action. */
  kind: ReactNode
  /** A picture, or a button that opens the result. */
  result: ReactNode
  /** Seconds; the end is 0 until there is one. */
  times: { start: number; end: number }
  /** The prompt. */
  children?: ReactNode
}

/** A task on a small screen. */
export function TaskCard({ task, id, isAdmin, kind, result, times, children }: TaskCardProps) {
  return (
    <article className={layoutStyles.looseCard}>
      <header className={styles.line}>
        <span className={textStyles.growingEllipsis}>{kind}</span>
        <TaskStatus status={task.status} />
      </header>
      {(result || children) && (
        <div className={styles.body}>
          {result}
          <div className={styles.words}>{children}</div>
        </div>
      )}
      <FailReason task={task} wraps />
      <TaskProgress task={task} />
      <div className={styles.line}>
        <span className={`${textStyles.growingEllipsis} ${textStyles.quiet}`}>
          <TaskTime seconds={Math.floor(times.start)} />
        </span>
        <TaskDuration task={task} {...times} />
        <TaskCost task={task} />
      </div>
      {isAdmin && <TaskOwner task={task} />}
      <footer className={styles.line}>
        <span className={textStyles.growingEllipsis}>
          <TaskId task={task} id={id} />
        </span>
        <TaskActions task={task} />
      </footer>
    </article>
  )
}
