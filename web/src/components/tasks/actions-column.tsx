import type { Drawing, Task } from '@turnpike/contract/usage/task'
import { TaskActions } from './task-actions.tsx'

/** Only where a row has an action: mostly none can be taken. */
export const actionsColumn = (title: string) => ({
  key: 'actions',
  title,
  width: 72,
  fixed: 'end' as const,
  render: (_: unknown, task: Drawing | Task) => <TaskActions task={task} />,
})
