import { type TaskStatus, taskStatuses } from '@turnpike/contract/usage/task'
import type { TaskReport } from '../../../domain/usage/tasks/task-state.ts'
import { countOf, isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { TaskKind, UpstreamReturned } from '../task-kind.ts'
import { readIncomingSuno, sunoHeaders } from './incoming-suno.ts'

/** Songs and lyrics: one request polls a hundred of them. Suno's times are in seconds. */
export const suno: TaskKind = {
  platform: 'suno',
  pollMax: 100,
  pollRequest: (ids, target) => ({
    method: 'POST',
    url: `${target.base_url}/suno/fetch`,
    headers: sunoHeaders(target),
    body: { ids: [...ids] },
  }),
  read(response) {
    const reports = new Map<string, TaskReport>()
    for (const task of listOf(dataOf(response))) {
      const id = isObject(task) && textOf(task.task_id)
      if (id) reports.set(id, reportOf(task))
    }
    return reports
  },
  again: ({ action, properties }, origin, snapshot) =>
    readIncomingSuno({ action, body: (JSON.parse(properties) as { request?: unknown }).request, origin, snapshot }),
}

/** The data of a response with the code `success`; throws the upstream's failure for any other. */
function dataOf({ status, body, headers }: UpstreamReturned): unknown {
  if (status !== 200) throw failureOf(status, body, headers)
  if (!isObject(body)) throw badResponse()
  if (body.code !== 'success') throw failureOf(500, { error: { message: body.message, code: body.code } }, headers)
  return body.data
}

function reportOf(task: Record<string, unknown>): TaskReport {
  return {
    status: statusOf(task.status),
    progress: textOf(task.progress),
    fail_reason: textOf(task.fail_reason),
    start_time: countOf(task.start_time) * 1000,
    finish_time: countOf(task.finish_time) * 1000,
    ...(task.data !== undefined && task.data !== null && { data: task.data }),
  }
}

/** The upstream uses our names of states. A task in an unknown state is polled again. */
const statusOf = (status: unknown): TaskStatus =>
  taskStatuses.includes(status as TaskStatus) && status !== '' ? (status as TaskStatus) : 'UNKNOWN'
