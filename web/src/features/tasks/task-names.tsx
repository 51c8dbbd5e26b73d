import { TaskLabel } from '../../components/tasks/task-cells.tsx'
import { useText } from '../../lib/text/text.ts'
import { tasksText } from './tasks.text.ts'

export const platforms = ['suno', 'video'] as const
export const actions = ['MUSIC', 'LYRICS', 'GENERATE'] as const

const isOneOf = <Name extends string>(names: readonly Name[], text: string): text is Name =>
  names.some((name) => name === text)

export function TaskPlatform({ platform }: { platform: string }) {
  const t = useText(tasksText)
  return <TaskLabel words={isOneOf(platforms, platform) ? t(platform) : undefined} raw={platform} />
}

export function TaskAction({ action }: { action: string }) {
  const t = useText(tasksText)
  return <TaskLabel words={isOneOf(actions, action) ? t(action) : undefined} raw={action} />
}
