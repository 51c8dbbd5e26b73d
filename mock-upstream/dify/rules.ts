import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { markOf } from '../exchange/mark.ts'
import { type Frame, Refusal } from '../exchange/response.ts'

const codes: Record<number, string> = {
  400: 'invalid_param',
  401: 'unauthorized',
  404: 'not_found',
  413: 'file_too_large',
  415: 'unsupported_file_type',
  429: 'too_many_requests',
}
const codeOf = (status: number): string => codes[status] ?? (status < 500 ? 'invalid_param' : 'internal_server_error')

export const difyError = (status: number, message: string, code = codeOf(status)): Refusal =>
  new Refusal(status, { code, message, status })

export const difyErrorFrame = (status: number, message: string): Frame => ({
  data: JSON.stringify({ event: 'error', task_id: 'task', message_id: 'm', status, code: codeOf(status), message }),
})

/** Stored objects belong to a user. Their id names the user, so that the mock stores nothing. */
export const ownedId = (kind: string, user: string, serial: number): string => `${kind}-${markOf(user)}-${serial}`
const isOwned = (id: string, kind: string, user: string): boolean => id.startsWith(`${kind}-${markOf(user)}-`)

const fileTypes = ['image', 'document', 'audio', 'video', 'custom']

/** Refuses what Dify would refuse from any app. */
export function checkRequest(body: JsonObject): void {
  if (!isObject(body.inputs)) throw difyError(400, 'inputs is required in input form')
  if (textOf(body.user) === '') throw difyError(400, 'Missing required parameter in the JSON body: user')
  if (body.response_mode !== 'streaming' && body.response_mode !== 'blocking')
    throw difyError(400, `${body.response_mode} is not a valid response_mode`)
  for (const file of objectsIn(body.files)) checkFile(file, textOf(body.user))
}

function checkFile({ type, transfer_method, url, upload_file_id }: JsonObject, user: string): void {
  if (!fileTypes.includes(textOf(type))) throw difyError(400, `Invalid file type: ${type}`)
  if (transfer_method === 'remote_url') {
    if (!/^https?:\/\//.test(textOf(url))) throw difyError(400, 'Invalid file url')
  } else if (transfer_method !== 'local_file') throw difyError(400, 'Invalid file transfer method')
  else if (!isOwned(textOf(upload_file_id), 'file', user)) throw difyError(400, 'Invalid upload file id')
}

/** Only the user who began a conversation continues it. */
export function checkConversation(body: JsonObject): void {
  const id = textOf(body.conversation_id)
  if (id !== '' && !isOwned(id, 'conversation', textOf(body.user))) throw difyError(404, 'Conversation Not Exists.')
}
