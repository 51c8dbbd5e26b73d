import type { TaskEnd } from '@turnpike/contract/usage/task'
import { billedCall } from '../../domain/money/wallet/payer.ts'
import { changeTask, hasEnded } from '../../domain/usage/tasks/end-task.ts'
import { failedState, nextState, stateOf, type TaskReport } from '../../domain/usage/tasks/task-state.ts'
import {
  claimDueTasks,
  findTaskById,
  noteCaptured,
  type PollResult,
  readSubmittedBefore,
  readToCharge,
  releaseTasks,
  type TaskRow,
} from '../../domain/usage/tasks/tasks.queries.ts'
import { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { Capture } from '../call/capture.ts'
import { failureOfError } from '../call/upstream-failures.ts'
import { sanitiseMessage } from '../entry/errors/sanitise.ts'
import type { TaskDeps } from '../entry/relay-deps.ts'
import { withHeadersOf } from '../overrides/override-call.ts'
import { type Channel, resolveUpstream } from '../routing/channel.ts'
import { findChannelOfTask } from './find-channel.ts'
import { pollUpstream } from './poll-upstream.ts'
import { givenUpAfterSeconds, isCommitted } from './submit-task.ts'
import type { TaskKind } from './task-kind.ts'
import { taskKinds } from './task-kinds.ts'

/** How often the database is read for due tasks; each task has its own interval. */
export const pollTasksEverySeconds = 2
const rowsMax = 500
const channelsAtOnce = 8
const pollSeconds = 15
/**
 * A little longer than one poll. If another process polls the same tasks, because this one is slow or has died, only
 * one of two changes to a task is made.
 */
const leaseSeconds = 20
/** The process that accepted a task captures its charge at once. Another process does so after this time. */
const captureAfterSeconds = 10
const hourMs = 3_600_000
/** Polls in a row without a task after which the upstream has forgotten it. */
const missesMax = 20
const backoffMaxSeconds = 300

/** One pass over the running tasks: captures due charges, ends overdue tasks, polls the upstreams for the rest. */
export async function pollTasks(deps: TaskDeps, holder: string): Promise<void> {
  await captureDue(deps)
  await endOverdue(deps)
  const claim = { holder, now: deps.clock(), seconds: leaseSeconds, limit: rowsMax }
  const claimed = await claimDueTasks(deps.store, claim)
  if (claimed.length === 0) return
  const groups = [
    ...Map.groupBy(claimed, ({ channel_id, key_id, platform }) => `${channel_id} ${key_id} ${platform}`).values(),
  ]
  const next = groups.values()
  const counts: Counts = { polled: claimed.length, ended: 0, failed: 0 }
  const worker = async () => {
    for (const group of next) await pollGroup(group, { deps, holder, counts })
  }
  await Promise.all(Array.from({ length: channelsAtOnce }, worker))
  deps.log.debug('tasks polled', counts)
}

type Counts = { polled: number; ended: number; failed: number }
type Pass = { deps: TaskDeps; holder: string; counts: Counts }

/** A failure of one task does not stop the others. */
async function eachAlone(rows: readonly TaskRow[], { log }: TaskDeps, work: (row: TaskRow) => Promise<void>) {
  for (const row of rows)
    await work(row).catch((error: unknown) => log.warn('a task was not updated', { request_id: row.request_id, error }))
}

/** Tasks whose process died between the upstream's acceptance and the charge. */
async function captureDue(deps: TaskDeps): Promise<void> {
  const { store, ledger, clock, log } = deps
  const due = await readToCharge(store, clock() - captureAfterSeconds, rowsMax)
  await eachAlone(due, deps, async ({ id, request_id, charge_due }) => {
    const outcome = await ledger.capture(JSON.parse(charge_due) as Capture) // written by submitTask; a second capture changes nothing
    if (!isCommitted(outcome)) return
    await noteCaptured(store, id)
    log.info('the charge of a task was captured late', { request_id })
  })
}

/** Ends submissions that broke off, and tasks that did not finish, whether or not their upstream responds. */
async function endOverdue(deps: TaskDeps): Promise<void> {
  const { store, ledger, clock } = deps
  const now = clock() * 1000
  const brokenOff = await readSubmittedBefore(store, now - givenUpAfterSeconds * 1000, rowsMax, '')
  await eachAlone(brokenOff, deps, async (row) => {
    if (!(await end(deps, row, 'not_submitted', 'the submission was interrupted'))) return
    await ledger.release({ ...billedCall(row.request_id, row), at: clock() })
  })
  const overdue = await readSubmittedBefore(store, now - hourMs, rowsMax)
  await eachAlone(overdue, deps, async (row) => {
    await end(deps, row, 'timeout', 'upstream task timed out (over 1 hour)')
  })
}

const end = (deps: TaskDeps, row: TaskRow, by: TaskEnd, reason: string): Promise<boolean> =>
  changeTask(deps, row, failedState(stateOf(row), by, reason, deps.clock() * 1000))

/** Polls the tasks of one platform on one channel. A failing channel does not stop the others. */
async function pollGroup(tasks: readonly TaskRow[], pass: Pass): Promise<void> {
  const { deps, counts } = pass
  const [first] = tasks
  if (!first) return
  try {
    const found = await findChannelOfTask(deps, first)
    if (found) return await pollInChunks(tasks, taskKinds[first.platform], found.channel, pass)
    await eachAlone(tasks, deps, async (task) => {
      if (await end(deps, task, 'channel_gone', `channel ${first.channel_id} was deleted`)) counts.ended++
    })
  } catch (error) {
    deps.log.warn('tasks of a channel not updated', { channel_id: first.channel_id, error }) // their lease ends by itself
  }
}

async function pollInChunks(tasks: readonly TaskRow[], kind: TaskKind, channel: Channel, pass: Pass): Promise<void> {
  const { pollMax } = kind
  for (let at = 0; at < tasks.length; at += pollMax) await poll(tasks.slice(at, at + pollMax), kind, channel, pass)
}

async function poll(
  tasks: readonly TaskRow[],
  kind: TaskKind,
  channel: Channel,
  { deps, holder, counts }: Pass,
): Promise<void> {
  const release = (rows: readonly TaskRow[], requested: PollResult, seconds: number) =>
    releaseTasks(
      deps.store,
      rows.map(({ id }) => id),
      { holder, pollResult: requested, poll_at: deps.clock() + Math.floor(seconds) },
    )
  const { TASK_UPDATE_SECONDS: interval } = deps.config
  let reports: ReadonlyMap<string, TaskReport>
  try {
    reports = await reportsOf(tasks, kind, channel, deps)
  } catch (error) {
    const { kind, status, message } = failureOfError(error)
    counts.failed += tasks.length
    const reason = sanitiseMessage(message, channel.secrets())
    deps.log.info('poll of a provider failed', { channel_id: channel.id, kind, status, reason })
    const failures = Math.max(...tasks.map(({ poll_failures }) => poll_failures)) + 1
    return release(tasks, 'failed', Math.min(backoffMaxSeconds, interval * 2 ** failures))
  }
  const [reported, missed] = [[] as TaskRow[], [] as TaskRow[]]
  await eachAlone(tasks, deps, async (task) => {
    const report = reports.get(task.task_id)
    if (!report && task.misses + 1 >= missesMax) {
      if (await end(deps, task, 'forgotten', 'the provider no longer knows this task')) counts.ended++
    } else if (!report) missed.push(task)
    else if (await applyReport(deps, task, report, channel)) counts.ended++
    else reported.push(task)
  })
  await release(reported, 'reported', interval)
  await release(missed, 'missed', interval)
}

async function reportsOf(tasks: readonly TaskRow[], kind: TaskKind, channel: Channel, deps: TaskDeps) {
  const { target } = resolveUpstream(channel, tasks[0]?.model_name ?? '')
  const ids = [...new Set(tasks.map(({ task_id }) => task_id))]
  const request = withHeadersOf(channel, kind.pollRequest(ids, target))
  const response = await pollUpstream(request, channel, pollSeconds, new LightAbortSignal(), deps)
  return kind.read(response, ids, channel)
}

/** Updates a task by its upstream's report. Returns whether the task has ended. */
export async function applyReport(
  deps: TaskDeps,
  task: TaskRow,
  report: TaskReport,
  channel: Channel,
): Promise<boolean> {
  const fit = { ...report, fail_reason: report.fail_reason && sanitiseMessage(report.fail_reason, channel.secrets()) }
  const next = nextState(stateOf(task), fit, deps.clock() * 1000)
  if (!next) return false
  if (await changeTask(deps, task, next)) return next.ended_by !== ''
  // Another report has updated the task meanwhile. Tasks only move forward, so this loop ends.
  const moved = await findTaskById(deps.store, task.id)
  return moved !== undefined && moved.status !== task.status && !hasEnded(moved)
    ? applyReport(deps, moved, report, channel)
    : false
}
