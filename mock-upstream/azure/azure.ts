import { absentModel, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { checkChat, writeChat } from '../openai/chat.ts'
import { openaiError } from '../openai/errors.ts'
import { openaiRoutes } from '../openai/openai.ts'
import { chatChunks, chatCompletion } from '../openai/write-chat.ts'

const azureError = (status: number, message: string, code = String(status), rest = {}): Refusal =>
  new Refusal(status, { error: { code, message, ...rest } })

const notFound = () => azureError(404, 'Resource not found', '404')

// Older versions of the API refuse the parameter.
const streamOptionsSince = '2024-09-01'

const unfiltered = { filtered: false, severity: 'safe' }
const filterResults = { hate: unfiltered, self_harm: unfiltered, sexual: unfiltered, violence: unfiltered }
const promptFilter = { prompt_filter_results: [{ prompt_index: 0, content_filter_results: filterResults }] }

function azureChat(call: Call): MockResponse {
  checkChat(call.body, call.model)
  const writing = { ...writeChat(call), model: `${call.model}-2026-01-01` }
  if (writing.responses.some(({ finish }) => finish === 'filter')) throw filtered()
  const choiceExtra = { content_filter_results: filterResults }
  if (call.body.stream !== true) return json({ ...chatCompletion({ ...writing, choiceExtra }), ...promptFilter })
  const opening = dataFrame({ choices: [], created: 0, id: '', model: '', object: '', ...promptFilter })
  return eventStream([opening, ...chatChunks({ ...writing, choiceExtra })], openaiError)
}

const filtered = () =>
  azureError(
    400,
    "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    'content_filter',
    {
      param: 'prompt',
      type: null,
      status: 400,
      innererror: {
        code: 'ResponsibleAIPolicyViolation',
        content_filter_result: { ...filterResults, violence: { filtered: true, severity: 'high' } },
      },
    },
  )

/** The models of the region, not the deployments. */
const handlerOf = (task: string): Handler | undefined =>
  task === 'POST /chat/completions' ? azureChat : openaiRoutes[task]

/** The API generation whose URLs name a deployment and a dated version. */
const dated =
  (handler: Handler): Handler =>
  (call) => {
    const version = call.query.get('api-version') ?? ''
    if (!/^\d{4}-\d\d-\d\d(-preview)?$/.test(version)) throw notFound()
    if (given(call.body, 'stream_options') && version < streamOptionsSince) {
      throw azureError(400, 'Unrecognized request argument supplied: stream_options', 'unsupported_parameter', {
        param: 'stream_options',
      })
    }
    return handler(call)
  }

const deployed =
  (handler: Handler): Handler =>
  (call) => {
    if (call.model === absentModel) {
      throw azureError(404, 'The API deployment for this resource does not exist.', 'DeploymentNotFound')
    }
    return handler(call)
  }

const datedOnly = ['/openai/responses', '/openai/models']

export const azure: Vendor = {
  name: 'azure',
  authenticate({ headers, key }) {
    const hasKey = headers['api-key'] !== undefined
    const hasBearer = headers.authorization !== undefined
    // A bearer is a signed token of the directory here, not a key.
    const isToken = hasBearer && key.startsWith('eyJ')
    if (key === '' || (hasKey && hasBearer) || (!hasKey && !isToken)) {
      throw new Refusal(401, {
        statusCode: 401,
        message: 'Unauthorized. Access token is missing, invalid, audience is incorrect, or have expired.',
      })
    }
    if (isWrongKey(key))
      throw azureError(401, 'Access denied due to invalid subscription key or wrong API endpoint.', '401')
  },
  refuse: azureError,
  find(method, path) {
    const task = /^\/openai\/(?:v1|deployments\/[^/]+)(\/.+)$/.exec(path)?.[1]
    if (task !== undefined) {
      const handler = handlerOf(`${method} ${task}`)
      if (!handler || task.startsWith('/dashboard') || task === '/rerank') return undefined
      return path.startsWith('/openai/v1/') ? deployed(handler) : dated(deployed(handler))
    }
    const handler = datedOnly.includes(path) ? openaiRoutes[`${method} ${path.slice(7)}`] : undefined
    return handler && dated(handler)
  },
}
