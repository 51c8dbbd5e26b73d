import type { Drawing } from '@turnpike/contract/tasks/task'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { LongText } from '../../components/overlay/long-text.tsx'
import { UserName } from '../../components/people/user-name.tsx'
import { TaskActions } from '../../components/tasks/task-actions.tsx'
import {
  FailReason,
  TaskChannel,
  TaskCost,
  TaskDuration,
  TaskId,
  TaskTime,
} from '../../components/tasks/task-cells.tsx'
import { TaskProgress } from '../../components/tasks/task-progress.tsx'
import { TaskStatus } from '../../components/tasks/task-status.tsx'
import { useText } from '../../lib/text/text.ts'
import { DrawingAction, DrawingPicture, type OpenDrawing, SubmitResult } from './drawing-cells.tsx'
import styles from './drawings.module.css'
import { drawingsText } from './drawings.text.ts'
import type { DrawingColumn } from './shown-columns.ts'
import { useColumnName } from './use-column-name.ts'

type Column = TableColumns<Drawing>[number]

type DrawingColumnsProps = { shown: readonly DrawingColumn[]; hasActions: boolean; onOpen: OpenDrawing }

export function useDrawingColumns({ shown, hasActions, onOpen }: DrawingColumnsProps): TableColumns<Drawing> {
  const t = useText(drawingsText)
  const nameOf = useColumnName()
  const columns: Record<DrawingColumn, Column> = {
    duration: {
      width: 68,
      render: (_, { submit_time, finish_time }) => <TaskDuration start={submit_time / 1000} end={finish_time / 1000} />,
    },
    user: { width: 96, render: (_, { user_id, username }) => <UserName id={user_id} name={username} /> },
    channel: { width: 60, render: (_, drawing) => <TaskChannel task={drawing} /> },
    action: { width: 84, render: (_, { action }) => <DrawingAction action={action} /> },
    taskId: { width: 88, render: (_, drawing) => <TaskId task={drawing} id={drawing.mj_id} /> },
    code: { width: 104, render: (_, { code }) => <SubmitResult code={code} /> },
    status: { width: 104, render: (_, { status }) => <TaskStatus status={status} /> },
    progress: { width: 100, render: (_, drawing) => <TaskProgress task={drawing} /> },
    result: {
      width: 60,
      render: (_, drawing) => (
        <span className={styles.picture}>
          <DrawingPicture drawing={drawing} onOpen={onOpen} />
        </span>
      ),
    },
    prompt: { render: (_, { prompt }) => <LongText name={t('prompt')} text={prompt} /> },
    promptEn: { width: 112, render: (_, { prompt_en }) => <LongText name={t('promptEn')} text={prompt_en} /> },
    failReason: { width: 112, render: (_, drawing) => <FailReason task={drawing} /> },
    cost: { width: 128, align: 'right', render: (_, drawing) => <TaskCost task={drawing} /> },
  }
  return [
    {
      key: 'submitted',
      title: nameOf('submitted'),
      width: 122,
      fixed: 'start',
      render: (_, { submit_time }) => <TaskTime seconds={Math.floor(submit_time / 1000)} />,
    },
    ...shown.map((key) => ({ key, title: nameOf(key), ...columns[key] })),
    ...(hasActions ? [actionsColumn(nameOf('actions'))] : []),
  ]
}

/** Only where a row has an action: mostly none can be taken. */
const actionsColumn = (title: string): Column => ({
  key: 'actions',
  title,
  width: 72,
  fixed: 'end',
  render: (_, drawing) => <TaskActions task={drawing} />,
})
