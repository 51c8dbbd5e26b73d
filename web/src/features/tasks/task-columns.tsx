import type { Task } from '@turnpike/contract/usage/task'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { actionsColumn } from '../../components/tasks/actions-column.tsx'
import { TaskCost, TaskDuration, TaskEndTime, TaskId, TaskOwner, TaskTime } from '../../components/tasks/task-cells.tsx'
import { TaskProgress } from '../../components/tasks/task-progress.tsx'
import { TaskStatus } from '../../components/tasks/task-status.tsx'
import type { TaskColumn } from './shown-columns.ts'
import { TaskAction, TaskPlatform } from './task-names.tsx'
import { TaskOutcome } from './task-outcome.tsx'
import styles from './tasks.module.css'
import { useColumnName } from './use-column-name.ts'

type Column = TableColumns<Task>[number]

type TaskColumnsProps = { shown: readonly TaskColumn[]; hasActions: boolean; onOpen: (task: Task) => void }

export function useTaskColumns({ shown, hasActions, onOpen }: TaskColumnsProps): TableColumns<Task> {
  const nameOf = useColumnName()
  const columns: Record<TaskColumn, Column> = {
    finished: {
      width: 92,
      render: (_, { submit_time, finish_time }) => <TaskEndTime start={submit_time} end={finish_time} />,
    },
    duration: {
      width: 68,
      render: (_, { submit_time, finish_time }) => <TaskDuration start={submit_time} end={finish_time} />,
    },
    owner: { width: 104, render: (_, task) => <TaskOwner task={task} inCell /> },
    platform: { width: 68, render: (_, { platform }) => <TaskPlatform platform={platform} /> },
    action: { width: 88, render: (_, { action }) => <TaskAction action={action} /> },
    taskId: { width: 100, render: (_, task) => <TaskId task={task} id={task.task_id} /> },
    status: { width: 116, render: (_, { status }) => <TaskStatus status={status} /> },
    progress: { width: 92, render: (_, task) => <TaskProgress task={task} /> },
    result: {
      render: (_, task) => (
        <div className={styles.cell}>
          <TaskOutcome task={task} onOpen={onOpen} />
        </div>
      ),
    },
    cost: { width: 84, align: 'right', render: (_, task) => <TaskCost task={task} inCell /> },
  }
  return [
    {
      key: 'submitted',
      title: nameOf('submitted'),
      width: 122,
      fixed: 'start',
      render: (_, { submit_time }) => <TaskTime seconds={submit_time} />,
    },
    ...shown.map((key) => ({ key, title: nameOf(key), ...columns[key] })),
    ...(hasActions ? [actionsColumn(nameOf('actions'))] : []),
  ]
}
