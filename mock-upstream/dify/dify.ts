import {
  type Call,
  createdSeconds,
  type Handler,
  identifier,
  isWrongKey,
  markOf,
  type Vendor,
} from '../exchange/call.ts'
import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { dataFrame, eventStream, type Frame, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { type Completion, completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { plainUsage } from '../openai/write-chat.ts'

const codes: Record<number, string> = {
  400: 'invalid_param',
  401: 'unauthorized',
  404: 'not_found',
  413: 'file_too_large',
  415: 'unsupported_file_type',
  429: 'too_many_requests',
}
const codeOf = (status: number): string => codes[status] ?? (status < 500 ? 'invalid_param' : 'internal_server_error')

const difyError = (status: number, message: string, code = codeOf(status)): Refusal =>
  new Refusal(status, { code, message, status })

const difyErrorFrame = (status: number, message: string): Frame => ({
  data: JSON.stringify({ event: 'error', task_id: 'task', message_id: 'm', status, code: codeOf(status), message }),
})

/** Stored objects belong to a user. Their id names the user, so that the mock stores nothing. */
const ownedId = (kind: string, user: string, serial: number): string => `${kind}-${markOf(user)}-${serial}`
const isOwned = (id: string, kind: string, user: string): boolean => id.startsWith(`${kind}-${markOf(user)}-`)

const fileTypes = ['image', 'document', 'audio', 'video', 'custom']

/** Refuses what Dify would refuse from any app. */
function checkRequest(body: JsonObject): void {
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
function checkConversation(body: JsonObject): void {
  const id = textOf(body.conversation_id)
  if (id !== '' && !isOwned(id, 'conversation', textOf(body.user))) throw difyError(404, 'Conversation Not Exists.')
}

/** The completion of the app's model. The last user turn of a transcript is the prompt. */
function completionOf(call: Call, query: string): Completion {
  const turns = query.split('USER: \n')
  const prompt = turns.length > 1 ? (turns.at(-1) ?? '').split('\nASSISTANT: \n')[0]?.replace(/\n$/, '') : query
  const media = objectsIn(call.body.files).map(({ type, transfer_method }) => `${type} by ${transfer_method}`)
  return completionFor(
    {
      prompt: prompt ?? '',
      characters: query.length,
      media,
      tools: [],
      results: [],
      thinks: query.includes('think aloud'),
    },
    call.counts,
  )
}

/** Models write their reasoning in a tag before the text. */
const spoken = ({ thinking, text }: Completion): string =>
  thinking === '' ? text : `<think>\n${thinking}</think>\n\n${text}`

function usageOf(call: Call, { counts }: Completion) {
  return call.usage({
    ...plainUsage(counts),
    total_price: '0.0001',
    currency: 'USD',
    latency: 0.5,
  })
}

/** A chatbot, an agent or a text generator. */
function respond(call: Call, query: string, ids: JsonObject): MockResponse {
  if (query === '') throw difyError(400, 'query is required')
  const completion = completionOf(call, query)
  if (completion.finish === 'filter')
    throw difyError(400, 'Your content violates our usage policy.', 'completion_request_error')
  const head = {
    task_id: identifier('task-', call),
    message_id: identifier('message-', call),
    ...ids,
    created_at: createdSeconds,
  }
  const metadata = { usage: usageOf(call, completion), retriever_resources: [] }
  if (call.body.response_mode === 'blocking')
    return json({ event: 'message', mode: 'chat', ...head, answer: spoken(completion), metadata })
  const frames: Frame[] = [
    ...splitText(spoken(completion)).map((text) => dataFrame({ event: 'message', ...head, answer: text })),
    dataFrame({ event: 'message_end', ...head, metadata }),
  ]
  return eventStream(frames, difyErrorFrame)
}

function chat(call: Call): MockResponse {
  const { body } = call
  checkRequest(body)
  checkConversation(body)
  const conversation_id = textOf(body.conversation_id) || ownedId('conversation', textOf(body.user), call.serial)
  return respond(call, textOf(body.query), { conversation_id })
}

function completion(call: Call): MockResponse {
  checkRequest(call.body)
  return respond(call, queryIn(call.body), {})
}

const queryIn = ({ inputs }: JsonObject): string => (isObject(inputs) ? textOf(inputs.query) : '')

/** A workflow reports the tokens of all its steps as one number. */
function workflow(call: Call): MockResponse {
  checkRequest(call.body)
  const query = queryIn(call.body)
  if (query === '') throw difyError(400, 'query is required in input form')
  const completion = completionOf(call, query)
  const { counts } = completion
  const head = { task_id: identifier('task-', call), workflow_run_id: identifier('run-', call) }
  const usage = call.usage({ total_tokens: counts.input + counts.output })
  const data = {
    id: identifier('run-', call),
    status: 'succeeded',
    outputs: { text: completion.text },
    error: null,
    total_steps: 3,
    ...usage,
  }
  if (call.body.response_mode === 'blocking') return json({ ...head, data })
  const step = (event: string) => dataFrame({ event, ...head, data: { title: 'LLM' } })
  return eventStream(
    [
      step('workflow_started'),
      step('node_started'),
      ...splitText(completion.text).map((text) => dataFrame({ event: 'text_chunk', ...head, data: { text } })),
      step('node_finished'),
      dataFrame({ event: 'workflow_finished', ...head, data }),
    ],
    difyErrorFrame,
  )
}

function upload({ form, serial }: Call): MockResponse {
  const file = form?.get('file')
  const user = form?.get('user')
  if (!(file instanceof File)) throw difyError(400, 'Please upload your file.', 'no_file_uploaded')
  if (typeof user !== 'string' || user === '') throw difyError(400, 'Missing user')
  const extension = /\.(\w+)$/.exec(file.name)?.[1] ?? ''
  if (extension === '') throw difyError(415, 'File type not allowed.')
  const id = ownedId('file', user, serial)
  return json(
    {
      id,
      name: file.name,
      size: file.size,
      extension,
      mime_type: file.type,
      created_by: user,
      created_at: createdSeconds,
    },
    201,
  )
}

/** Only its own user may stop a task. */
function stop({ body }: Call): MockResponse {
  if (textOf(body.user) === '') throw difyError(400, 'Missing user')
  return json({ result: 'success' })
}
const stopPath = /^POST \/v1\/(chat-messages|completion-messages|workflows\/tasks)\/[^/]+\/stop$/

const routes: Record<string, Handler> = {
  'POST /v1/chat-messages': chat,
  'POST /v1/completion-messages': completion,
  'POST /v1/workflows/run': workflow,
  'POST /v1/files/upload': upload,
  'GET /v1/info': () => json({ name: 'Mock app', description: '', tags: [], mode: 'advanced-chat' }),
}

export const dify: Vendor = {
  name: 'dify',
  modelOf: () => '', // an app has its own
  authenticate({ key }) {
    if (key === '' || isWrongKey(key)) throw difyError(401, 'Access token is invalid')
  },
  refuse: difyError,
  find: (method, path) => (stopPath.test(`${method} ${path}`) ? stop : routes[`${method} ${path}`]),
}
