import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { Target, UpstreamRequest } from '../provider.ts'
import { endpointAt } from './address.ts'
import { qwenFailure } from './failure.ts'

const outputOf = (body: unknown): JsonObject => objectOf(objectOf(body)?.output) ?? {}

const lost = () =>
  new UpstreamFailure('overloaded', {
    status: 502,
    message: 'the provider did not finish the image',
    type: 'server_error',
  })

/** Polls a task that is not finished. A response without a task is complete. */
export function nextRequest(body: unknown, target: Target): UpstreamRequest | undefined {
  const { task_id, task_status, code, message } = outputOf(body)
  switch (task_status) {
    case 'PENDING':
    case 'RUNNING': {
      const id = textOf(task_id)
      if (id === undefined || !/^[\w-]{1,128}$/.test(id)) throw badResponse('the provider sent no task id')
      return { method: 'GET', ...endpointAt(target, `/api/v1/tasks/${id}`) }
    }
    case 'FAILED':
      throw textOf(message) === undefined ? lost() : qwenFailure(200, { code, message })
    case 'CANCELED':
    case 'UNKNOWN': // expired or unknown
      throw lost()
    default:
      return undefined
  }
}

/** A finished image, or undefined for one that failed. */
function pictureOf(entry: unknown): JsonObject | undefined {
  if (!isObject(entry)) return undefined
  const url = textOf(entry.url) ?? textOf(entry.image)
  const data = textOf(entry.b64_image)
  if (url === undefined && data === undefined) return undefined
  return definedOf(data === undefined ? { url, revised_prompt: textOf(entry.actual_prompt) } : { b64_json: data })
}

/** The images of a task are results; synchronous images are parts of a message. Failed images are left out. */
export function readPictures(body: unknown, _: JsonObject, about?: { now: number }): JsonObject {
  const { results, choices } = outputOf(body)
  const parts = listOf(choices).flatMap((choice) => listOf(objectOf(objectOf(choice)?.message)?.content))
  const entries = [...listOf(results), ...parts]
  const data = entries.map(pictureOf).filter((picture) => picture !== undefined)
  if (data.length === 0) {
    const failed = entries.find((entry) => isObject(entry) && textOf(entry.code) !== undefined)
    throw failed === undefined ? badResponse('the provider sent no image') : qwenFailure(200, failed)
  }
  return { created: about?.now, data }
}
