import { taskListText } from '../../components/tasks/tasks.text.ts'
import { useText } from '../../lib/text/text.ts'
import type { TaskColumn } from './shown-columns.ts'
import { tasksText } from './tasks.text.ts'

const own = ['platform', 'result'] as const
const isOwn = (column: string): column is (typeof own)[number] => own.some((name) => name === column)

/** The title of a column. */
export function useColumnName(): (column: TaskColumn | 'submitted' | 'actions') => string {
  const t = useText(tasksText)
  const shared = useText(taskListText)
  return (column) => (isOwn(column) ? t(column) : shared(column))
}
