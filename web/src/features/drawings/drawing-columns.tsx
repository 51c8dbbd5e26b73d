import type { Drawing } from '@turnpike/contract/usage/task'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { LongText } from '../../components/overlay/long-text.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { TaskActions } from '../../components/tasks/task-actions.tsx'
import { FailReason, TaskCost, TaskDuration, TaskId, TaskOwner, TaskTime } from '../../components/tasks/task-cells.tsx'
import { TaskProgress } from '../../components/tasks/task-progress.tsx'
import { TaskStatus } from '../../components/tasks/task-status.tsx'
import { DrawingAction, DrawingPicture, type OpenDrawing, SubmitResult } from './drawing-cells.tsx'
import styles from './drawings.module.css'
import { drawingsText } from './drawings.text.ts'
import type { DrawingColumn } from './shown-columns.ts'
import { useColumnName } from './use-column-name.ts'

type Column = TableColumns<Drawing>[number]

type DrawingColumnsProps = { shown: readonly DrawingColumn[]; onOpen: OpenDrawing }

export function useDrawingColumns({ shown, onOpen }: DrawingColumnsProps): TableColumns<Drawing> {
  const t = drawingsText.use()
  const nameOf = useColumnName()
  // The columns of administrators fit into a window of 1440 px only when the others are narrow.
  const isNarrow = shown.includes('owner')
  const columns: Record<DrawingColumn, Column> = {
    duration: {
      width: 68,
      render: (_, drawing) => (
        <TaskDuration task={drawing} start={drawing.submit_time / 1000} end={drawing.finish_time / 1000} />
      ),
    },
    owner: { width: 100, render: (_, drawing) => <TaskOwner task={drawing} inCell /> },
    action: { width: 88, render: (_, { action }) => <DrawingAction action={action} /> },
    taskId: { width: isNarrow ? 72 : 152, render: (_, drawing) => <TaskId task={drawing} id={drawing.mj_id} /> },
    code: { width: 112, className: styles.clipped ?? '', render: (_, { code }) => <SubmitResult code={code} /> },
    status: { width: 122, className: styles.clipped ?? '', render: (_, { status }) => <TaskStatus status={status} /> },
    progress: { width: isNarrow ? 80 : 100, render: (_, drawing) => <TaskProgress task={drawing} /> },
    result: {
      width: isNarrow ? 168 : 200,
      render: (_, drawing) => (
        <div className={`${layoutStyles.shrinkingRow} ${styles.result}`}>
          <DrawingPicture drawing={drawing} onOpen={onOpen} />
          <FailReason task={drawing} />
          <TaskActions task={drawing} />
        </div>
      ),
    },
    prompts: {
      render: (_, { prompt, prompt_en }) => (
        <>
          <LongText name={t('prompt')} text={prompt} />
          <LongText name={t('promptEn')} text={prompt_en} className={textStyles.hint} />
        </>
      ),
    },
    cost: { width: 84, align: 'right', render: (_, drawing) => <TaskCost task={drawing} inCell /> },
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
  ]
}
