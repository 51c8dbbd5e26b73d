import type { TaskStatus } from '@turnpike/contract/usage/task'
import { propertiesOf } from '../../../domain/usage/tasks/shown-task.ts'
import type { TaskReport } from '../../../domain/usage/tasks/task-state.ts'
import type { TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, isObject, textOf } from '../../translate/json/json-values.ts'

const statuses: Readonly<Record<string, TaskStatus>> = {
  queued: 'QUEUED',
  in_progress: 'IN_PROGRESS',
  completed: 'SUCCESS',
  failed: 'FAILURE',
}

/** An upstream's video object as a report. Its times are in seconds. */
export function videoReport(video: JsonObject): TaskReport {
  const status = textOf(video.status) ?? ''
  const error = isObject(video.error) ? video.error : {}
  return {
    status: Object.hasOwn(statuses, status) ? statuses[status] : 'UNKNOWN',
    progress: typeof video.progress === 'number' ? `${Math.floor(video.progress)}%` : undefined,
    ...(status === 'failed' && { fail_reason: textOf(error.message) ?? textOf(error.code) ?? 'the video failed' }),
    finish_time: countOf(video.completed_at) * 1000,
    data: videoOf(video),
  }
}

export function videoOf(video: JsonObject): JsonObject {
  const { id, model, status, progress, created_at, completed_at, expires_at, size, seconds, prompt, error } = video
  const times = { created_at, completed_at: completed_at ?? null, expires_at: expires_at ?? null }
  const source = { remixed_from_video_id: video.remixed_from_video_id ?? null }
  const rest = { size, seconds, prompt: prompt ?? null, error: error ?? null, ...source }
  return { id, object: 'video', model, status, progress: progress ?? 0, ...times, ...rest }
}

const clientStatuses: Readonly<Record<TaskStatus, string>> = {
  '': 'queued',
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  QUEUED: 'queued',
  MODAL: 'queued',
  UNKNOWN: 'in_progress',
  IN_PROGRESS: 'in_progress',
  SUCCESS: 'completed',
  FAILURE: 'failed',
}

/** A video as its owner sees it, from the last report and the end of the task. */
export function shownVideo(row: TaskRow): JsonObject {
  const data: unknown = JSON.parse(row.data)
  const { model, seconds, size, input } = propertiesOf(row)
  const isFailed = row.status === 'FAILURE'
  return {
    ...videoOf({ created_at: Math.floor(row.submit_time / 1000), ...(isObject(data) ? data : {}) }),
    id: row.task_id,
    model,
    seconds: String(seconds),
    size,
    prompt: input,
    status: clientStatuses[row.status],
    progress: Number.parseInt(row.progress, 10),
    completed_at: row.status === 'SUCCESS' ? Math.floor(row.finish_time / 1000) : null,
    error: isFailed ? { code: row.ended_by, message: row.fail_reason } : null,
  }
}
