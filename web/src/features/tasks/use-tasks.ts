import { type Task, taskApi } from '@turnpike/contract/usage/task'
import { useTaskList } from '../../components/tasks/use-task-list.ts'
import { type TaskView as SharedView, useTaskView } from '../../components/tasks/use-task-view.ts'
import { call } from '../../lib/api/call.ts'

const names = ['platform', 'task_id', 'action', 'status'] as const

export const useTasksView = () => useTaskView(names, 'today')
export type TasksView = SharedView<(typeof names)[number]>

/** The task with this id, whatever the list shows. */
export async function loadTask(task_id: string, isAdmin: boolean): Promise<Task | undefined> {
  const query = { p: 1, page_size: 10, task_id }
  const answer = isAdmin ? await call(taskApi.list, { query }) : await call(taskApi.self, { query })
  return (Array.isArray(answer) ? answer : answer.items).find((task) => task.task_id === task_id)
}

/** One page of the user's songs and videos, or of everyone's. */
export const useTasks = (view: TasksView) =>
  useTaskList<Task>('others', view, (page, { start, end }) => {
    const { channel_id, ...own } = view.filters
    const query = { ...page, ...own, start_timestamp: start, end_timestamp: end }
    return view.isAdmin ? call(taskApi.list, { query: { ...query, channel_id } }) : call(taskApi.self, { query })
  })
