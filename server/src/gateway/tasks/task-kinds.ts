import type { TaskPlatform } from '@turnpike/contract/usage/task'
import { midjourney } from './midjourney/midjourney.ts'
import { suno } from './suno/suno.ts'
import type { TaskKind } from './task-kind.ts'
import { video } from './video/video.ts'

/** Every platform whose tasks are polled. A new one needs a folder and a line here. */
export const taskKinds: Readonly<Record<TaskPlatform, TaskKind>> = { mj: midjourney, suno, video }
