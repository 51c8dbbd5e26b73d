import type { ChatMessage, ChatRequest, ContentPart, JsonObject, Tool } from '../../forms/chat.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { parseDataUrl } from '../../translate/text/data-url.ts'
import type { Shape } from '../openai-shaped/openai-shaped.ts'
import type { Target } from '../provider.ts'
import { zhipuEndpoint } from './address.ts'
import { zhipuFailures } from './failure.ts'
import { traitsOf } from './model-traits.ts'

/** Fields that Zhipu does not support. */
const unsupportedFields = [
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'n',
  'seed',
  'parallel_tool_calls',
  'metadata',
  'store',
  'modalities',
  'prediction',
  'verbosity',
  'enable_thinking',
  'extra_body',
  'web_search_options',
]

/** Newer models have levels of effort, the others a switch. */
function shapeThinking(body: JsonObject, model: string): void {
  const { efforts, isAlwaysThinking } = traitsOf(model)
  const isOff = objectOf(body.thinking)?.type === 'disabled'
  if (isAlwaysThinking && isOff) delete body.thinking
  const effort = body.reasoning_effort ?? (isAlwaysThinking && isOff ? 'none' : undefined)
  delete body.reasoning_effort
  if (typeof effort !== 'string') return
  if (effort === 'none' && !isAlwaysThinking) body.thinking ??= { type: 'disabled' }
  else if (!efforts) body.thinking ??= { type: 'enabled' }
  else if (Object.hasOwn(efforts, effort)) body.reasoning_effort = efforts[effort]
}

/** The only tool choice is `auto`: without tools no tool is called, and a call cannot be forced. */
function shapeTools(body: JsonObject, { tools = [], tool_choice }: ChatRequest): void {
  delete body.tools
  delete body.tool_choice
  if (tools.length === 0 || tool_choice === 'none') return
  body.tools = tools.map(withoutStrict)
  if (tool_choice !== undefined && tool_choice !== null) body.tool_choice = 'auto'
}

function withoutStrict(tool: Tool): Tool {
  if (!tool.function) return tool
  const { strict: _, ...definition } = tool.function
  return { ...tool, function: definition }
}

/** Images have a URL or are plain base64. */
function bareImage(part: ContentPart): ContentPart {
  if (part.type !== 'image_url' || !isObject(part.image_url)) return part
  const data = parseDataUrl(String(part.image_url.url))
  return data ? { type: 'image_url', image_url: { ...part.image_url, url: data.base64 } } : part
}

function shapeMessage({ name: _, ...message }: ChatMessage): ChatMessage {
  return Array.isArray(message.content) ? { ...message, content: message.content.map(bareImage) } : message
}

function shapeUser(body: JsonObject): void {
  const user = textOf(body.user)
  delete body.user
  if (user !== undefined && user.length >= 6 && user.length <= 128) body.user_id = user
}

function adjust(body: JsonObject, request: ChatRequest, { model }: Target): void {
  body.messages = (body.messages as ChatMessage[]).map(shapeMessage)
  shapeThinking(body, model)
  shapeTools(body, request)
  shapeUser(body)
  // Without this switch a temperature of zero still samples.
  if (body.temperature === 0) body.do_sample ??= false
}

export const zhipuShape: Shape & { endpointOf: typeof zhipuEndpoint } = {
  endpointOf: zhipuEndpoint,
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    temperature: [0, 1],
    topP: [0.01, 0.99],
    stop: { countMax: Number.POSITIVE_INFINITY },
    json: 'object',
    dropsExtensions: true,
    streamOptions: 'drop', // usage is always reported
    reasoning: 'keep',
    droppedFields: unsupportedFields,
  },
  response: {
    finishReasons: { sensitive: 'content_filter', model_context_window_exceeded: 'length' },
    abortReasons: { network_error: 'failure' },
  },
  adjust,
  failures: zhipuFailures,
}
