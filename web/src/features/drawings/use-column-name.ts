import { taskListText } from '../../components/tasks/tasks.text.ts'
import { drawingsText } from './drawings.text.ts'
import type { DrawingColumn } from './shown-columns.ts'

const own = ['code', 'result', 'prompts'] as const
const isOwn = (column: string): column is (typeof own)[number] => own.some((name) => name === column)

/** The title of a column. */
export function useColumnName(): (column: DrawingColumn | 'submitted') => string {
  const t = drawingsText.use()
  const shared = taskListText.use()
  return (column) => (isOwn(column) ? t(column) : shared(column))
}
