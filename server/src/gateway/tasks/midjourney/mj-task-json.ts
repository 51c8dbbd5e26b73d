import { pictureAddress, propertiesOf } from '../../../domain/usage/tasks/shown-task.ts'
import type { TaskRow } from '../../../domain/usage/tasks/tasks.queries.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import type { MjData } from './mj-data.ts'

/** A drawing as clients of Midjourney Proxy read it. `about` says whose address its picture has. */
export function mjTaskJson(row: TaskRow, about: Parameters<typeof pictureAddress>[1]): JsonObject {
  const data = (JSON.parse(row.data) as MjData | null) ?? { code: 0 } // our own text
  const { input, request, bot_type, state } = propertiesOf(row)
  const sent = isObject(request) ? request : {}
  return {
    id: row.task_id,
    action: row.action,
    customId: data.custom_id ?? textOf(sent.customId) ?? '',
    botType: data.bot_type ?? textOf(bot_type) ?? 'MID_JOURNEY',
    prompt: textOf(input) ?? '',
    promptEn: data.prompt_en ?? '',
    description: data.description ?? '',
    state: data.state ?? textOf(state) ?? '',
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl: pictureAddress(row, about),
    videoUrl: data.video_url ?? '',
    videoUrls: data.video_urls ?? [],
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    buttons: data.buttons ?? null,
    maskBase64: '',
    properties: data.properties ?? null,
  }
}
