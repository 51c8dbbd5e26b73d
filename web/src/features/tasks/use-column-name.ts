import { taskListText } from '../../components/tasks/tasks.text.ts'
import type { TaskColumn } from './shown-columns.ts'
import { tasksText } from './tasks.text.ts'

const own = ['platform', 'result'] as const
const isOwn = (column: string): column is (typeof own)[number] => own.some((name) => name === column)

/** The title of a column. */
export function useColumnName(): (column: TaskColumn | 'submitted') => string {
  const t = tasksText.use()
  const shared = taskListText.use()
  return (column) => (isOwn(column) ? t(column) : shared(column))
}
