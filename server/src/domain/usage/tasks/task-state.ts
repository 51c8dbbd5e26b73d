import { type TaskEnd, type TaskStatus, taskDone } from '@turnpike/contract/usage/task'
import { storable } from '../../money/wallet/ledger/storable-texts.ts'

/** An upstream's report on a task. Members that it did not mention are absent. */
export type TaskReport = {
  status?: TaskStatus | undefined
  /** A text such as `40%`. */
  progress?: string | undefined
  fail_reason?: string | undefined
  /** ms */
  start_time?: number | undefined
  finish_time?: number | undefined
  data?: unknown
  /** The task was stopped; it did not fail. */
  isCancelled?: boolean
}

export type TaskState = {
  status: TaskStatus
  progress: string
  fail_reason: string
  ended_by: TaskEnd
  start_time: number
  finish_time: number
  /** JSON. */
  data: string
}

/** The state in a row. */
export const stateOf = ({
  status,
  progress,
  fail_reason,
  ended_by,
  start_time,
  finish_time,
  data,
}: TaskState): TaskState => ({ status, progress, fail_reason, ended_by, start_time, finish_time, data })

/** A task only moves forward: a report older than the stored state changes nothing. */
const ranks: Record<TaskStatus, number> = {
  '': 0,
  UNKNOWN: 1,
  NOT_START: 1,
  SUBMITTED: 2,
  QUEUED: 3,
  MODAL: 4,
  IN_PROGRESS: 5,
  SUCCESS: 6,
  FAILURE: 6,
}

/** The state of a running task after a report; undefined when the report changes nothing. `now` is in ms. */
export function nextState(state: TaskState, report: TaskReport, now: number): TaskState | undefined {
  const status = statusAfter(state, report)
  if (ranks[status] < ranks[state.status]) return undefined
  const next: TaskState = {
    ...state,
    status,
    start_time: state.start_time || timeOf(report.start_time),
    data: dataAfter(state, report),
  }
  if (status === 'SUCCESS' || status === 'FAILURE') {
    next.progress = taskDone
    next.finish_time = timeOf(report.finish_time) || now
    next.ended_by = status === 'SUCCESS' ? 'success' : report.isCancelled ? 'cancelled' : 'failed'
    if (status === 'FAILURE') next.fail_reason = reasonOf(report)
  } else next.progress = runningProgress(report.progress) ?? state.progress
  return isSame(state, next) ? undefined : next
}

/** Larger than any response of these upstreams; more is not stored. */
const dataMax = 512 * 1024

function dataAfter(state: TaskState, { data }: TaskReport): string {
  const text = data === undefined ? state.data : JSON.stringify(data)
  return text.length > dataMax ? state.data : text
}

/** A report with a reason for a failure is a failure, even where its status says otherwise. */
function statusAfter(state: TaskState, { status = state.status, fail_reason, isCancelled }: TaskReport): TaskStatus {
  return isCancelled || (fail_reason && status !== 'SUCCESS') ? 'FAILURE' : status
}

/** `100%` means that a task has ended, so that a running one has at most 99. */
function runningProgress(progress: string | undefined): string | undefined {
  const percent = /^(\d{1,3})%$/.exec(progress ?? '')?.[1]
  return percent === undefined ? undefined : `${Math.min(99, Number(percent))}%`
}

const timeOf = (time: number | undefined): number => (time && Number.isSafeInteger(time) && time > 0 ? time : 0)

const reasonMax = 500
const reasonOf = ({ fail_reason, isCancelled }: TaskReport): string =>
  storable(fail_reason || (isCancelled ? 'cancelled' : 'the provider gave no reason')).slice(0, reasonMax)

const isSame = (one: TaskState, other: TaskState): boolean =>
  (Object.keys(one) as (keyof TaskState)[]).every((key) => one[key] === other[key])

/** The state of a task that ends without a report of its upstream. */
export const failedState = (state: TaskState, ended_by: TaskEnd, fail_reason: string, now: number): TaskState => ({
  ...state,
  status: 'FAILURE',
  progress: taskDone,
  ended_by,
  fail_reason: reasonOf({ fail_reason }),
  finish_time: now,
})
