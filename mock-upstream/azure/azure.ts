import { anthropicError } from '../anthropic/errors.ts'
import { countTokens, messages } from '../anthropic/messages.ts'
import { absentModel, type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { given } from '../exchange/json.ts'
import { dataFrame, eventStream, json, type MockResponse, Refusal } from '../exchange/response.ts'
import { checkChat, writeChat } from '../openai/chat.ts'
import { openaiChatParameters, refuseUnrecognized } from '../openai/chat-parameters.ts'
import { openaiError } from '../openai/errors.ts'
import { openaiRoutes } from '../openai/openai.ts'
import { chatChunks, chatCompletion } from '../openai/write-chat.ts'

const azureError = (status: number, message: string, code = String(status), rest = {}): Refusal =>
  new Refusal(status, { error: { code, message, ...rest } })

const notFound = () => azureError(404, 'Resource not found', '404')

/**
 * Azure's own parameters of a chat: the list of changes in
 * articles/foundry/openai/includes/api-version-lifecycle-content.md of github.com/MicrosoftDocs/azure-ai-docs, read
 * 2026-11-18.
 */
const chatParameters: ReadonlySet<string> = new Set([...openaiChatParameters, 'data_sources', 'user_security_context'])

/**
 * The versions that brought parameters, from the same list. Functions:
 * learn.microsoft.com/azure/ai-services/openai/api-version-deprecation and how-to/function-calling. Read 2026-11-18.
 */
const introduced: Record<string, string> = {
  functions: '2023-07-01',
  function_call: '2023-07-01',
  tools: '2023-12-01',
  tool_choice: '2023-12-01',
  stream_options: '2024-09-01',
  max_completion_tokens: '2024-09-01',
  parallel_tool_calls: '2024-09-01',
  store: '2024-12-01',
  metadata: '2024-12-01',
  reasoning_effort: '2024-12-01',
  user_security_context: '2024-12-01',
  prediction: '2025-01-01',
}

const unfiltered = { filtered: false, severity: 'safe' }
const filterResults = { hate: unfiltered, self_harm: unfiltered, sexual: unfiltered, violence: unfiltered }
const promptFilter = { prompt_filter_results: [{ prompt_index: 0, content_filter_results: filterResults }] }

function azureChat(call: Call): MockResponse {
  refuseUnrecognized(Object.keys(call.body).filter((name) => !chatParameters.has(name)))
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
    refuseUnrecognized(
      Object.keys(introduced).filter((name) => given(call.body, name) && version < String(introduced[name])),
    )
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

/** Anthropic's API of the resource: @anthropic-ai/foundry-sdk for the paths, the page named below for the headers. */
const claudeRoutes: Record<string, Handler> = {
  'POST /anthropic/v1/messages': messages,
  'POST /anthropic/v1/messages/count_tokens': countTokens,
}

const claudeHandler = (handler: Handler): Handler =>
  deployed((call) => {
    // learn.microsoft.com/azure/foundry/foundry-models/how-to/use-foundry-models-claude, read 2026-11-18
    if (call.headers['anthropic-version'] === undefined)
      throw anthropicError(400, 'anthropic-version: header is required')
    return handler(call)
  })

const datedOnly = ['/openai/responses', '/openai/models']

export const azure: Vendor = {
  name: 'azure',
  authenticate({ headers, key, path }) {
    // Claude takes either header: platform.claude.com/docs/en/build-with-claude/claude-in-microsoft-foundry, 2026-11-18.
    const hasClaudeKey = path.startsWith('/anthropic/') && headers['x-api-key'] !== undefined
    const hasKey = headers['api-key'] !== undefined || hasClaudeKey
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
    const claude = claudeRoutes[`${method} ${path}`]
    if (claude) return claudeHandler(claude)
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
