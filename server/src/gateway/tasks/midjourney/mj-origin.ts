import { propertiesOf } from '../../../domain/usage/tasks/shown-task.ts'
import { findTask } from '../../../domain/usage/tasks/tasks.queries.ts'
import type { RelayCaller } from '../../entry/key/authenticate.ts'
import type { Channel } from '../../routing/channel.ts'
import { textOf } from '../../translate/json/json-values.ts'
import { findChannelOfTask } from '../find-channel.ts'
import type { TaskDeps } from '../task-deps.ts'
import type { Origin } from './incoming-mj.ts'
import type { MjKind } from './mj-body.ts'
import { mjRefusal } from './mj-errors.ts'

/** The caller's own task that a submission continues, on the channel that drew it: no other channel knows it. */
export async function findOrigin(caller: RelayCaller, id: string, kind: MjKind, deps: TaskDeps): Promise<Origin> {
  const row = await findTask(deps.store, caller.user_id, 'mj', id)
  if (!row) throw mjRefusal('task_not_found')
  const { MjActionCheckSuccessEnabled } = deps.snapshot.current().options
  // The window that a modal confirms is open, so its task has not ended.
  if (MjActionCheckSuccessEnabled && kind !== 'modal' && row.status !== 'SUCCESS')
    throw mjRefusal('task_status_not_success')
  return { channel: await findMaker(row, deps), prompt: textOf(propertiesOf(row).input) ?? '' }
}

export async function findMaker(task: { channel_id: number; key_id: number }, deps: TaskDeps): Promise<Channel> {
  const made = await findChannelOfTask(deps, task)
  if (!made) throw mjRefusal('get_channel_info_failed')
  if (!made.isEnabled) throw mjRefusal('the channel of this task is disabled')
  return made.channel
}
