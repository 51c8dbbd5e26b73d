import type {
  ChatResponse,
  FinishReason,
  JsonObject,
  ResponseMessage,
  ThinkingBlock,
  ToolCall,
} from '../../forms/chat.ts'
import { isDeep } from '../../translate/json/is-deep.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { placed } from '../../translate/response/thinking-order.ts'
import { callId } from '../../translate/tools/ids.ts'
import type { ResponseContext } from '../provider.ts'
import { anthropicFailure } from './failure.ts'
import { jsonToolName } from './json-output.ts'
import { usageOfAnthropic } from './usage.ts'

/** An Anthropic message in the gateway's form. */
export function readMessage(body: unknown, facts: ResponseContext): ChatResponse {
  if (isObject(body) && (body.type === 'error' || isObject(body.error))) throw anthropicFailure(200, body)
  if (!isObject(body) || !Array.isArray(body.content)) throw badResponse()
  const response = readBlocks(body.content, facts.id)
  const finish = finishReasonOf(body.stop_reason, response.calls.length > 0)
  const refusal = finish === 'content_filter' ? textOf(objectOf(body.stop_details)?.explanation) : undefined
  const usage = usageOfAnthropic(body.usage)
  return {
    ...headOf(body, facts),
    choices: [{ index: 0, message: messageOf(response, refusal), finish_reason: finish }],
    ...(usage && { usage }),
  }
}

/** The fields that all chunks of one response share. */
export const headOf = (message: JsonObject, facts: ResponseContext) => {
  const id = textOf(message.id)
  return {
    id: id === undefined ? facts.id : `chatcmpl-${id}`,
    created: facts.now,
    model: textOf(message.model) ?? facts.model,
  }
}

type Response = {
  text: string
  thoughts: ThinkingBlock[]
  calls: ToolCall[]
  annotations: JsonObject[]
}

/** Tools that Anthropic ran itself, and blocks newer than this code, are left out. */
function readBlocks(blocks: readonly unknown[], responseId: string): Response {
  const response: Response = { text: '', thoughts: [], calls: [], annotations: [] }
  for (const block of blocks) {
    if (!isObject(block)) continue
    if (block.type === 'text') addText(response, block)
    else if (block.type === 'thinking') {
      const thinking = textOf(block.thinking) ?? ''
      const signature = textOf(block.signature) ?? ''
      if (thinking || signature) addThought(response, { type: 'thinking', thinking, signature })
    } else if (block.type === 'redacted_thinking')
      addThought(response, { type: 'redacted_thinking', data: textOf(block.data) ?? '' })
    else if (block.type === 'tool_use') addCall(response, block, responseId)
  }
  return response
}

const addThought = ({ thoughts, text, calls }: Response, block: ThinkingBlock): void => {
  thoughts.push(placed(block, { text: text.length, calls: calls.length }))
}

function addText(response: Response, block: JsonObject): void {
  const start = response.text.length
  response.text += textOf(block.text) ?? ''
  for (const citation of listOf(block.citations)) {
    const annotation = annotationOf(citation, start, response.text.length)
    if (annotation) response.annotations.push(annotation)
  }
}

function addCall(response: Response, { id, name, input }: JsonObject, responseId: string): void {
  const argumentText = inputText(input)
  if (name === jsonToolName) response.text += argumentText
  else if (textOf(name) !== undefined)
    response.calls.push({
      id: textOf(id) ?? callId(responseId, response.calls.length),
      type: 'function',
      function: { name: String(name), arguments: argumentText },
    })
}

function messageOf({ text, thoughts, calls, annotations }: Response, refusal: string | undefined): ResponseMessage {
  const reasoning = thoughts
    .map((block) => (block.type === 'thinking' ? block.thinking : ''))
    .filter((thinking) => thinking !== '')
    .join('\n')
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(refusal !== undefined && { refusal }),
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(thoughts.length > 0 && { thinking_blocks: thoughts }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(annotations.length > 0 && { annotations }),
  }
}

/** A citation as OpenAI's clients read it; undefined for sources without a URL. */
export function annotationOf(citation: unknown, start: number, end: number): JsonObject | undefined {
  const source = objectOf(citation)
  const url = textOf(source?.url)
  if (url === undefined) return undefined
  const title = textOf(source?.title)
  return {
    type: 'url_citation',
    url_citation: { url, ...(title !== undefined && { title }), start_index: start, end_index: end },
  }
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

/**
 * The finish reason. A call of the gateway's JSON tool is not a call for the client, so the response ends with `stop`.
 */
export function finishReasonOf(reason: unknown, hasCalls: boolean): FinishReason {
  const finish = typeof reason === 'string' && Object.hasOwn(finishReasons, reason) ? finishReasons[reason] : undefined
  return finish === undefined || (finish === 'tool_calls' && !hasCalls) ? 'stop' : finish
}

/** The input of a call as text, as in the gateway's form. */
export function inputText(input: unknown): string {
  const inputObject = objectOf(input) ?? {}
  if (isDeep(inputObject)) throw badResponse()
  return JSON.stringify(inputObject)
}
