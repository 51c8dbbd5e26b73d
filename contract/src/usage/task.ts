import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams, optionalPageSize, pageOf, queryPageFrom0, queryText, queryWhole } from '../page.ts'

/** Where a task runs. Drawings have a list of their own, `/api/mj/`. */
export const taskPlatforms = ['mj', 'suno', 'video'] as const
export type TaskPlatform = (typeof taskPlatforms)[number]

/** Empty until the upstream has responded to the submission. */
export const taskStatuses = [
  '',
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'MODAL',
  'IN_PROGRESS',
  'UNKNOWN',
  'SUCCESS',
  'FAILURE',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The progress of every ended task, whether it succeeded or failed. */
export const taskDone = '100%'

/**
 * How a task ended. Every end but `success` gives the whole charge back. `refused`: the upstream did not accept it.
 * `not_submitted`: the submission broke off. `failed`: the upstream reported a failure. `cancelled`: its owner or the
 * upstream stopped it. `timeout`: an hour has passed. `forgotten`: the upstream no longer knows it. `channel_gone`: its
 * channel was deleted.
 */
export const taskEnds = [
  '',
  'success',
  'refused',
  'not_submitted',
  'failed',
  'cancelled',
  'timeout',
  'forgotten',
  'channel_gone',
] as const
export type TaskEnd = (typeof taskEnds)[number]

const common = z.object({
  id: z.int(),
  user_id: z.int(),
  /** For administrators; empty otherwise. */
  username: z.string(),
  /** For administrators; 0 otherwise. */
  channel_id: z.int(),
  action: z.string(),
  status: z.string(),
  /** A text such as `40%`. */
  progress: z.string(),
  fail_reason: z.string(),
  /** The amount charged; 0 after a refund. */
  quota: z.int(),
  /** The amount given back. */
  refunded: z.int(),
  ended_by: z.enum(taskEnds),
  request_id: z.string(),
  /** The upstream can be told to stop it. */
  can_cancel: z.boolean(),
  /** Its request can be submitted once more. */
  can_retry: z.boolean(),
})

/** A song, lyrics or a video. Times are seconds. */
export const task = common.extend({
  created_at: z.int(),
  updated_at: z.int(),
  task_id: z.string(),
  platform: z.string(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  /** `input` is the prompt; the rest depends on the platform. */
  properties: z.record(z.string(), z.unknown()),
  /** As the upstream reports it. */
  data: z.unknown(),
})
export type Task = z.infer<typeof task>

/** A drawing. Times are milliseconds. */
export const drawing = common.extend({
  /** The code of the upstream's response to the submission. */
  code: z.int(),
  mj_id: z.string(),
  mode: z.string(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  state: z.string(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  image_url: z.string(),
  video_url: z.string(),
  /** JSON texts; empty where there is nothing. */
  buttons: z.string(),
  properties: z.string(),
})
export type Drawing = z.infer<typeof drawing>

/**
 * Clients of this family count pages from 0 and read a bare list of ten; with `page_size` the response is a page,
 * counted from 1.
 */
const pageWanted = z.object({ p: queryPageFrom0, page_size: optionalPageSize })

const listOf = <Item extends z.ZodType>(item: Item) => z.union([z.array(item), pageOf(item)])

const times = { start_timestamp: queryWhole, end_timestamp: queryWhole }
const ownDrawings = pageWanted.extend({ mj_id: queryText, ...times })
const allDrawings = ownDrawings.extend({ channel_id: queryWhole })
const ownTasks = pageWanted.extend({
  platform: queryText,
  task_id: queryText,
  action: queryText,
  status: queryText,
  ...times,
})
const allTasks = ownTasks.extend({ channel_id: queryWhole })
export type DrawingFilters = z.output<typeof allDrawings>
export type TaskFilters = z.output<typeof allTasks>

export const drawingApi = {
  list: endpoint('admin', 'GET /api/mj/', {
    summary: 'The drawings of everyone; times are milliseconds',
    query: allDrawings,
    data: listOf(drawing),
  }),
  self: endpoint('user', 'GET /api/mj/self', {
    summary: "The caller's own drawings; times are milliseconds",
    org: 'any',
    query: ownDrawings,
    data: listOf(drawing),
  }),
}

export const taskApi = {
  list: endpoint('admin', 'GET /api/task/', {
    summary: 'The songs and videos of everyone; times are seconds',
    query: allTasks,
    data: listOf(task),
  }),
  self: endpoint('user', 'GET /api/task/self', {
    summary: "The caller's own songs and videos; times are seconds",
    org: 'any',
    query: ownTasks,
    data: listOf(task),
  }),
  content: endpoint('user', 'GET /api/task/{id}/content', {
    summary: 'The file of a finished video; of the caller alone, or of anyone for administrators',
    org: 'any',
    params: idParams,
    data: z.unknown(),
    bare: true,
  }),
  cancel: endpoint('user', 'POST /api/task/{id}/cancel', {
    summary:
      'Stop a running task, of any kind, at its provider; the charge is given back when the provider has stopped',
    org: 'call',
    params: idParams,
  }),
  retry: endpoint('user', 'POST /api/task/{id}/retry', {
    summary: "Submit the request of the caller's own failed task once more; it is charged as a new one",
    org: 'call',
    params: idParams,
  }),
}
