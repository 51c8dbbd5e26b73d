import { columnChoice } from '../../components/data-table/column-choice.ts'

/** Every column in its order; the time is always shown. */
export const drawingColumns = columnChoice('drawing-hidden-columns', {
  duration: {},
  user: { admin: true },
  channel: { admin: true },
  action: {},
  taskId: {},
  code: { admin: true },
  status: { admin: true },
  progress: {},
  result: {},
  prompt: {},
  promptEn: {},
  failReason: {},
  cost: {},
})
export type DrawingColumn = ReturnType<typeof drawingColumns.columnsOf>[number]
