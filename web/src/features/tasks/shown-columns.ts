import { columnChoice } from '../../components/data-table/column-choice.ts'

/** Every column in its order; the time is always shown. */
export const taskColumns = columnChoice('task-hidden-columns', {
  finished: {},
  duration: {},
  owner: { admin: true },
  platform: {},
  action: {},
  taskId: {},
  status: {},
  progress: {},
  result: {},
  cost: {},
})
export type TaskColumn = ReturnType<typeof taskColumns.columnsOf>[number]
