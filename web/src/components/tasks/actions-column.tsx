import type { Drawing, Task } from '@turnpike/contract/usage/task'
import { TaskActions } from './task-actions.tsx'

/** The column of actions. Tables show it only while a row has an action. */
export const actionsColumn = (title: string) => ({
  key: 'actions',
  title,
  width: 72,
  fixed: 'end' as const,
  render: (_: unknown, task: Drawing | Task) => <TaskActions task={task} />,
})
