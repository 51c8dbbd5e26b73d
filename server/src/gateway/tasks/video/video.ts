import { propertiesOf } from '../../../domain/usage/tasks/shown-task.ts'
import type { TaskReport } from '../../../domain/usage/tasks/task-state.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { TaskKind } from '../task-kind.ts'
import { readIncomingVideo, videoRequest } from './incoming-video.ts'
import { videoReport } from './video-json.ts'

/** Videos in OpenAI's format. Each is polled by itself. */
export const video: TaskKind = {
  platform: 'video',
  pollMax: 1,
  pollRequest: ([id = ''], target) => videoRequest('GET', target, encodeURIComponent(id)),
  read({ status, body, headers }, [id = '']) {
    if (status === 404) return new Map<string, TaskReport>() // the upstream no longer knows it
    if (status >= 400) throw failureOf(status, body, headers)
    if (!isObject(body)) throw badResponse()
    return new Map([[id, videoReport(body)]])
  },
  again(row, _, snapshot) {
    const { request } = propertiesOf(row)
    return isObject(request) ? readIncomingVideo(request, snapshot) : undefined
  },
}
