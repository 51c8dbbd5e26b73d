import type { Drawing, Task } from '@turnpike/contract/usage/task'
import { hasEnded } from './end-task.ts'
import type { ListedTask } from './list-tasks.queries.ts'

/** Administrators also get the user and channel of a row, and members of an organisation the user. */
type Reader = { isAdmin: boolean; isMember?: boolean }

const common = (row: ListedTask, { isAdmin, isMember = false }: Reader) => ({
  id: row.id,
  user_id: row.user_id,
  username: isAdmin || isMember ? row.username : '',
  channel_id: isAdmin ? row.channel_id : 0,
  action: row.action,
  status: row.status,
  progress: row.progress,
  fail_reason: row.fail_reason,
  quota: row.quota,
  refunded: row.refunded,
  ended_by: row.ended_by,
  request_id: row.request_id,
  can_cancel: row.can_cancel === 1 && !hasEnded(row),
  can_retry: row.status === 'FAILURE' && 'request' in propertiesOf(row),
})

type JsonObject = Record<string, unknown>

// Our own texts.
export const propertiesOf = ({ properties }: Pick<ListedTask, 'properties'>) => JSON.parse(properties) as JsonObject
const dataOf = ({ data }: ListedTask): unknown => JSON.parse(data)

const seconds = (ms: number): number => Math.floor(ms / 1000)

export function shownTask(row: ListedTask, reader: Reader): Task {
  const { request: _, ...properties } = propertiesOf(row)
  return {
    ...common(row, reader),
    created_at: row.created_at,
    updated_at: row.updated_at,
    task_id: row.task_id,
    platform: row.platform,
    submit_time: seconds(row.submit_time),
    start_time: seconds(row.start_time),
    finish_time: seconds(row.finish_time),
    properties,
    data: dataOf(row),
  }
}

/** The stored reports of the upstream about a drawing. */
export type DrawingData = {
  /** The code of the upstream's response to the submission; 1 once it has reported anything. */
  code: number
  prompt_en?: string
  description?: string
  state?: string
  image_url?: string
  video_url?: string
  buttons?: unknown
  properties?: unknown
}

export const drawingData = (row: Pick<ListedTask, 'data'>): DrawingData =>
  (JSON.parse(row.data) as DrawingData | null) ?? { code: 0 }

/** `imageUrl` is the address of a picture as this reader may have it. */
export function shownDrawing(row: ListedTask, reader: Reader, imageUrl: (row: ListedTask) => string): Drawing {
  const { code, prompt_en = '', description = '', state = '', video_url = '', buttons, properties } = drawingData(row)
  const { input, mode } = propertiesOf(row)
  return {
    ...common(row, reader),
    code,
    mj_id: row.task_id,
    mode: typeof mode === 'string' ? mode : '',
    prompt: typeof input === 'string' ? input : '',
    prompt_en,
    description,
    state,
    submit_time: row.submit_time,
    start_time: row.start_time,
    finish_time: row.finish_time,
    image_url: imageUrl(row),
    video_url,
    buttons: buttons === undefined ? '' : JSON.stringify(buttons),
    properties: properties === undefined ? '' : JSON.stringify(properties),
  }
}

/**
 * The address of a drawing's picture: our own where the option says so, so that clients need not reach the upstream.
 * While the picture is being drawn its address changes with each state, because caches would keep the first sketch.
 */
export function pictureAddress(
  row: Pick<ListedTask, 'data' | 'task_id' | 'status'>,
  { isForwarded, origin, now }: { isForwarded: boolean; origin: string; now: number },
): string {
  const { image_url = '' } = drawingData(row)
  // An uploaded picture has no id to request it by.
  if (image_url === '' || row.task_id === '' || !isForwarded) return image_url
  const address = `${origin}/mj/image/${encodeURIComponent(row.task_id)}`
  return row.status === 'SUCCESS' ? address : `${address}?rand=${now}`
}
