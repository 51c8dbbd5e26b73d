import type { TaskReport } from '../../../domain/usage/tasks/task-state.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { TaskKind } from '../task-kind.ts'
import { incomingMjAgain, mjHeaders } from './incoming-mj.ts'
import { reportOf } from './mj-data.ts'

/** Drawings: one request polls a hundred of them. Modes only matter when a drawing is submitted. */
export const midjourney: TaskKind = {
  platform: 'mj',
  pollMax: 100,
  pollRequest: (ids, target) => ({
    method: 'POST',
    url: `${target.base_url}/mj/task/list-by-condition`,
    headers: mjHeaders(target),
    body: { ids: [...ids] },
  }),
  read({ status, body, headers }) {
    if (status !== 200) throw failureOf(status, body, headers)
    if (!Array.isArray(body)) throw badResponse()
    const reports = new Map<string, TaskReport>()
    for (const task of body) {
      const id = isObject(task) && textOf(task.id)
      if (id) reports.set(id, reportOf(task))
    }
    return reports
  },
  cancel: {
    request: (id, target) => ({
      method: 'POST',
      url: `${target.base_url}/mj/task/${encodeURIComponent(id)}/cancel`,
      headers: mjHeaders(target),
      body: {},
    }),
    read({ status, body, headers }) {
      if (status !== 200) throw failureOf(status, body, headers)
      if (!isObject(body) || body.code !== 1) throw badResponse(textOf(isObject(body) && body.description))
      return { isCancelled: true }
    },
  },
  again: incomingMjAgain,
}
