import { type Drawing, drawingApi } from '@turnpike/contract/usage/task'
import { useTaskList } from '../../components/tasks/use-task-list.ts'
import { type TaskView, useTaskView } from '../../components/tasks/use-task-view.ts'
import { call } from '../../lib/api/call.ts'

export const useDrawingView = () => useTaskView(['mj_id'], '30d')
export type DrawingView = TaskView<'mj_id'>

/** One page of the user's drawings, or of everyone's. This list counts time in milliseconds. */
export const useDrawings = (view: DrawingView) =>
  useTaskList<Drawing>('drawings', view, (page, { start, end }) => {
    const { mj_id, channel_id } = view.filters
    const query = { ...page, mj_id, start_timestamp: start * 1000, end_timestamp: end * 1000 + 999 }
    return view.isAdmin ? call(drawingApi.list, { query: { ...query, channel_id } }) : call(drawingApi.self, { query })
  })
