import { columnChoice } from '../../components/data-table/column-choice.ts'

/** Every column in its order; the time is always shown. */
export const drawingColumns = columnChoice('drawing-hidden-columns', {
  duration: {},
  owner: { admin: true },
  action: {},
  taskId: {},
  code: { admin: true },
  status: { admin: true },
  progress: {},
  result: {},
  prompts: {},
  cost: {},
})
export type DrawingColumn = ReturnType<typeof drawingColumns.columnsOf>[number]
