import { type TaskPlatform, taskDone } from '@turnpike/contract/usage/task'
import type { Insertable } from 'kysely'
import { isObject } from '../../domain/routing/channels/edit/json-text.ts'
import type { DrawingData } from '../../domain/usage/tasks/shown-task.ts'
import type { Database } from '../../store/schema.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import { insertTask } from '../imports.queries.ts'
import type { TableReport } from '../report.ts'
import { countIn, jsonIn, nameIn, type Row, textIn } from '../row.ts'

type NewTask = Omit<Insertable<Database['tasks']>, 'user_id' | 'channel_id' | 'request_id'>
type TaskPlan = Planned & { owner: string; channel: string; task: NewTask }

/** Drawings have a table of their own in other servers, and times in milliseconds. */
export const importDrawings = (context: ImportContext) =>
  importEnded(context, 'midjourneys', (row) => {
    const times = timesOf(row, 1)
    const data: DrawingData = {
      code: countIn(row, 'code'),
      prompt_en: textIn(row, 'prompt_en'),
      description: textIn(row, 'description'),
      state: textIn(row, 'state'),
      image_url: textIn(row, 'image_url'),
      video_url: textIn(row, 'video_url'),
      buttons: jsonIn(row, 'buttons'),
      properties: jsonIn(row, 'properties'),
    }
    return {
      platform: 'mj',
      task_id: nameIn(row, 'mj_id', 255),
      created_at: Math.floor(times.submit_time / 1000),
      updated_at: Math.floor((times.finish_time || times.submit_time) / 1000),
      ...times,
      properties: JSON.stringify({ input: textIn(row, 'prompt') }),
      data: JSON.stringify(data),
    }
  })

export const importTasks = (context: ImportContext) =>
  importEnded(context, 'tasks', (row) => {
    const properties = jsonIn(row, 'properties')
    return {
      platform: platformOf(row),
      task_id: nameIn(row, 'task_id', 255),
      created_at: countIn(row, 'created_at'),
      updated_at: countIn(row, 'updated_at'),
      ...timesOf(row, 1000),
      properties: JSON.stringify(isObject(properties) ? { input: properties.input } : {}),
      data: JSON.stringify(jsonIn(row, 'data') ?? null),
    }
  })

const platformOf = (row: Row): TaskPlatform => (textIn(row, 'platform') === 'suno' ? 'suno' : 'video')

const timesOf = (row: Row, milliseconds: number) => ({
  submit_time: countIn(row, 'submit_time') * milliseconds,
  start_time: countIn(row, 'start_time') * milliseconds,
  finish_time: countIn(row, 'finish_time') * milliseconds,
})

type Kept = Pick<NewTask, 'platform' | 'task_id' | 'created_at' | 'updated_at' | 'submit_time' | 'properties' | 'data'>

/**
 * Ended tasks are imported as history. Running tasks stay with the source, which polls them and refunds them when they
 * fail.
 */
function importEnded(
  context: ImportContext,
  table: 'midjourneys' | 'tasks',
  keptOf: (row: Row) => Kept,
): Promise<TableReport> {
  const { fingerprint, ids } = context
  return importRows<TaskPlan>(context, {
    table,
    kind: table,
    plan: (rows, notes) =>
      rows.flatMap((row) => {
        const sourceId = textIn(row, 'id')
        const owner = textIn(row, 'user_id')
        const status = textIn(row, 'status')
        if (status !== 'SUCCESS' && status !== 'FAILURE') notes.cannot('it has not ended', sourceId)
        else if (!ids.users.has(owner)) notes.cannot('the owner does not come', sourceId)
        else {
          const action = nameIn(row, 'action', 64)
          const task: NewTask = {
            ...keptOf(row),
            action,
            token_id: 0,
            cost: null,
            model_name: action,
            group: textIn(row, 'group'),
            status,
            ended_by: status === 'SUCCESS' ? 'success' : 'failed',
            progress: taskDone,
            fail_reason: textIn(row, 'fail_reason'),
            quota: status === 'SUCCESS' ? countIn(row, 'quota') : 0,
          }
          return [{ sourceId, row, owner, channel: textIn(row, 'channel_id'), task }]
        }
        return []
      }),
    async write(transaction, plans) {
      const written: number[] = []
      for (const { sourceId, owner, channel, task } of plans) {
        const refs = { user_id: ids.users.get(owner) ?? 0, channel_id: ids.channels.get(channel) ?? 0 }
        const request_id = `import ${fingerprint} ${table} ${sourceId}`
        written.push(await insertTask(transaction, { ...task, ...refs, request_id }))
      }
      return written
    },
  })
}
