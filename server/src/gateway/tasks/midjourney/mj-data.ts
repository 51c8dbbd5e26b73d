import { type TaskStatus, taskStatuses } from '@turnpike/contract/usage/task'
import type { DrawingData } from '../../../domain/usage/tasks/shown-task.ts'
import type { TaskReport } from '../../../domain/usage/tasks/task-state.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, textOf } from '../../translate/json/json-values.ts'

/** The stored part of the upstream's reports: for the console, and for clients. */
export type MjData = DrawingData & {
  custom_id?: string
  bot_type?: string
  video_urls?: unknown
}

/** Only URLs that a browser may open; anything else counts as absent. */
export const addressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : undefined

const time = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** A task as the upstream describes it, in its lists and in its callbacks alike. Its times are milliseconds. */
export function reportOf(task: JsonObject): TaskReport {
  return {
    status: statusOf(task.status),
    progress: textOf(task.progress),
    fail_reason: textOf(task.failReason),
    start_time: time(task.startTime),
    finish_time: time(task.finishTime),
    ...(task.status === 'CANCEL' && { isCancelled: true }),
    data: definedOf({
      code: 1,
      prompt_en: textOf(task.promptEn),
      description: textOf(task.description),
      state: textOf(task.state),
      image_url: addressOf(task.imageUrl),
      video_url: addressOf(task.videoUrl),
      video_urls: Array.isArray(task.videoUrls) ? task.videoUrls : undefined,
      buttons: Array.isArray(task.buttons) ? task.buttons : undefined,
      properties: isObject(task.properties) ? task.properties : undefined,
      custom_id: textOf(task.customId),
      bot_type: textOf(task.botType),
    }) satisfies Record<string, unknown>,
  }
}

/** The upstream uses our names of states. A task in an unknown state is polled again. */
function statusOf(status: unknown): TaskStatus | undefined {
  if (status === undefined || status === null || status === '') return undefined
  return taskStatuses.includes(status as TaskStatus) ? (status as TaskStatus) : 'UNKNOWN'
}
