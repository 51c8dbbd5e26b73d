import type { Drawing, Task } from '@turnpike/contract/usage/task'

/** How long a task of a kind may take, in seconds: usual up to the first, slow up to the second, then too long. */
const limits = { drawing: [120, 300], lyrics: [60, 180], song: [240, 600], video: [300, 900] } as const
export type TaskKind = keyof typeof limits

export type TaskPace = 'usual' | 'slow' | 'long'

export const kindOf = (task: Drawing | Task): TaskKind => {
  if ('mj_id' in task) return task.action === 'VIDEO' ? 'video' : 'drawing'
  if (task.platform === 'video') return 'video'
  return task.action === 'LYRICS' ? 'lyrics' : 'song'
}

/** Whether a task took as long as others of its kind. */
export function paceOf(kind: TaskKind, seconds: number): TaskPace {
  const [usual, slow] = limits[kind]
  return seconds <= usual ? 'usual' : seconds <= slow ? 'slow' : 'long'
}
