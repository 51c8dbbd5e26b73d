import { findTaskById, findTasksByUpstreamId } from '../../../domain/usage/tasks/tasks.queries.ts'
import { sameSecret } from '../../../secrets/vault.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { findChannelOfTask } from '../find-channel.ts'
import { applyReport } from '../poll-tasks.ts'
import type { TaskDeps } from '../task-deps.ts'
import { signatureOf } from './callback-address.ts'
import { reportOf } from './mj-data.ts'
import { mjRefusal } from './mj-errors.ts'

const missing = (status: number) => mjRefusal('midjourney_task_not_found', { status })

function taskIn(body: unknown): JsonObject & { id: string } {
  if (!isObject(body) || !textOf(body.id)) throw mjRefusal('bind_request_body_failed')
  return body as JsonObject & { id: string } // just checked
}

/** A report on the task whose row and signature the address names: `{id}.{signature}`. */
export async function notifyByAddress(capability: string, body: unknown, deps: TaskDeps): Promise<void> {
  const [id = '', signature = '', ...more] = capability.split('.')
  const row = /^[1-9]\d{0,14}$/.test(id) && more.length === 0 ? await findTaskById(deps.store, Number(id)) : undefined
  const made = row && (await findChannelOfTask(deps, row))
  if (!made || row.platform !== 'mj' || !sameSecret(signature, signatureOf(row, made.channel))) throw missing(404)
  const task = taskIn(body)
  if (task.id !== row.task_id) throw missing(400)
  await applyReport(deps, row, reportOf(task), made.channel)
}

/** A report that proves the key of the task's channel. With another key the task is not found. */
export async function notifyByKey(key: string, body: unknown, deps: TaskDeps): Promise<void> {
  const task = taskIn(body)
  const rows = key === '' ? [] : await findTasksByUpstreamId(deps.store, 'mj', task.id)
  let isKnown = false
  for (const row of rows) {
    const made = await findChannelOfTask(deps, row)
    if (!made || !sameSecret(key, made.channel.key())) continue
    isKnown = true
    await applyReport(deps, row, reportOf(task), made.channel)
  }
  if (!isKnown) throw missing(400)
}
