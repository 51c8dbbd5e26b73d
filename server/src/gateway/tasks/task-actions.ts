import { findPayingPlans } from '../../domain/money/plans/paying-plans.queries.ts'
import { hasEnded } from '../../domain/usage/tasks/end-task.ts'
import { propertiesOf } from '../../domain/usage/tasks/shown-task.ts'
import { deletedData } from '../../domain/usage/tasks/tasks.queries.ts'
import type { TaskActions } from '../../domain/usage/tasks/tasks.routes.ts'
import { AppError } from '../../http/app-error.ts'
import { accountOf } from '../../http/caller.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import { effectiveGroup, mayUseGroup } from '../entry/key/authenticate.ts'
import { sessionCaller } from '../entry/key/session-caller.ts'
import type { TaskDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { withHeadersOf } from '../overrides/override-call.ts'
import { resolveUpstream } from '../routing/channel.ts'
import { findChannelOfTask } from './find-channel.ts'
import { applyReport } from './poll-tasks.ts'
import { pollUpstream } from './poll-upstream.ts'
import { submitTask } from './submit-task.ts'
import { taskKinds } from './task-kinds.ts'
import { sendVideo } from './video/video-content.ts'

const cancelSeconds = 15

export const createTaskActions = (deps: TaskDeps): TaskActions => ({
  async cancel(row) {
    const kind = taskKinds[row.platform]
    if (!kind.cancel || row.can_cancel === 0 || hasEnded(row)) throw new AppError('task_not_cancellable')
    const made = await findChannelOfTask(deps, row)
    if (!made) throw new AppError('task_not_cancellable')
    const { target } = resolveUpstream(made.channel, row.model_name)
    try {
      const request = withHeadersOf(made.channel, kind.cancel.request(row.task_id, target))
      const response = await pollUpstream(request, made.channel, cancelSeconds, new LightAbortSignal(), deps)
      await applyReport(deps, row, kind.cancel.read(response), made.channel)
    } catch (error) {
      if (error instanceof UpstreamFailure) throw new AppError('task_not_cancellable', { detail: { error } })
      throw error
    }
  },
  async content(row, reply) {
    const made = row.platform === 'video' && row.status === 'SUCCESS' && row.data !== deletedData
    const found = made ? await findChannelOfTask(deps, row) : undefined
    if (!found) throw new AppError('task_missing')
    try {
      await sendVideo({ row, channel: found.channel, variant: undefined }, reply, deps)
    } catch (error) {
      if (error instanceof AttemptsFailed) throw new AppError('task_file_missing', { detail: { error } })
      throw error
    }
  },
  async retry(caller, row, reply) {
    const properties = propertiesOf(row)
    if (row.status !== 'FAILURE' || !('request' in properties)) throw new AppError('task_not_retryable')
    const made = 'origin' in properties ? await findChannelOfTask(deps, row) : undefined
    // A task that continues another one needs the channel of that task.
    if ('origin' in properties && !made?.isEnabled) throw new AppError('task_not_retryable')
    const incoming = taskKinds[row.platform].again?.(row, made?.channel, deps.snapshot.current())
    if (!incoming) throw new AppError('task_not_retryable')
    try {
      const own = caller.org?.group ?? caller.group
      const wanted = row.group === own ? '' : row.group
      if (!mayUseGroup(caller.org?.member.groups ?? '', wanted))
        throw new Refusal('group_forbidden', { params: { group: wanted } })
      const group = effectiveGroup(wanted, own, deps.snapshot.current())
      const plans = await findPayingPlans(deps.store, accountOf(caller), deps.clock())
      await submitTask(sessionCaller(caller, group, plans), incoming, reply, deps)
    } catch (error) {
      if (error instanceof Refusal || error instanceof AttemptsFailed)
        throw new AppError('task_refused', { params: { reason: refusalText(error) } })
      throw error
    }
  },
})

const refusalText = (error: Refusal | AttemptsFailed): string =>
  error instanceof Refusal ? error.text('en') : error.message
