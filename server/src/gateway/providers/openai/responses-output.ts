import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import type {
  ChatResponse,
  FinishReason,
  JsonObject,
  ResponseMessage,
  ThinkingBlock,
  ToolCall,
} from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { countOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { withServiceTier } from '../../translate/json/service-tiers.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { placed } from '../../translate/response/thinking-order.ts'
import { argumentsOfText } from '../../translate/text/free-text.ts'
import { callId } from '../../translate/tools/ids.ts'
import type { ResponseContext } from '../provider.ts'
import { BilledItems } from './billed-items.ts'
import { openAiFailure } from './failure.ts'

/** A whole response in the gateway's form. */
export function readResponse(body: unknown, facts: ResponseContext): ChatResponse {
  if (!isObject(body)) throw badResponse()
  const failure = failureInResponse(body)
  if (failure) throw failure
  if (!Array.isArray(body.output)) throw badResponse('the provider sent a response without output')
  const message = readOutput(body.output, facts)
  const usage = usageOfResponse(body)
  return {
    ...headOfResponse(body, facts),
    choices: [{ index: 0, message, finish_reason: finishOf(body, Boolean(message.tool_calls)) }],
    ...(usage && { usage }),
  }
}

export const headOfResponse = (response: JsonObject, facts: ResponseContext) => ({
  id: textOf(response.id) === undefined ? facts.id : `chatcmpl-${response.id}`,
  created: countOf(response.created_at) || facts.now,
  model: textOf(response.model) ?? facts.model,
})

export function failureInResponse(response: JsonObject): UpstreamFailure | undefined {
  if (response.status !== 'failed' && !isObject(response.error)) return undefined
  return openAiFailure(
    200,
    isObject(response.error) ? { error: response.error } : { error: 'the provider failed without a message' },
  )
}

function readOutput(output: unknown[], facts: ResponseContext): ResponseMessage {
  let content = ''
  let refusal = ''
  const thoughts: string[] = []
  const blocks: ThinkingBlock[] = []
  const annotations: JsonObject[] = []
  const calls: ToolCall[] = []
  for (const item of output.filter(isObject)) {
    if (item.type === 'reasoning') {
      thoughts.push(...thoughtsOf(item))
      const block = sealedThought(item)
      if (block) blocks.push(placed(block, { text: content.length, calls: calls.length }))
    }
    const call = callOf(item, calls.length, facts)
    if (call) calls.push(call)
    if (item.type !== 'message') continue
    for (const part of listOf(item.content).filter(isObject)) {
      if (part.type === 'refusal') refusal += textOf(part.refusal) ?? ''
      if (part.type !== 'output_text') continue
      content += textOf(part.text) ?? ''
      annotations.push(...listOf(part.annotations).filter(isObject).map(toAnnotation))
    }
  }
  return {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(refusal !== '' && { refusal }),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('\n\n') }),
    ...(blocks.length > 0 && { thinking_blocks: blocks }),
    ...(annotations.length > 0 && { annotations }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

const thoughtsOf = (item: JsonObject): string[] =>
  [...listOf(item.summary), ...listOf(item.content)]
    .map((part) => (isObject(part) ? textOf(part.text) : undefined))
    .filter((text) => text !== undefined)

/** Marks OpenAI's encrypted reasoning in the gateway's form: it must never be sent to another company. */
const sealMark = 'openai:'

/** Encrypted reasoning as a thinking block, which clients send back with the message. */
export function sealedThought(item: JsonObject): ThinkingBlock | undefined {
  const sealed = item.type === 'reasoning' ? textOf(item.encrypted_content) : undefined
  return sealed === undefined
    ? undefined
    : { type: 'thinking', thinking: thoughtsOf(item).join('\n\n'), signature: sealMark + sealed }
}

/** The reasoning item of such a block; undefined for blocks of other companies. */
export function reasoningOf(block: unknown): JsonObject | undefined {
  const { thinking, signature } = objectOf(block) ?? {}
  if (typeof signature !== 'string' || !signature.startsWith(sealMark)) return undefined
  const text = textOf(thinking)
  return {
    type: 'reasoning',
    summary: text === undefined ? [] : [{ type: 'summary_text', text }],
    encrypted_content: signature.slice(sealMark.length),
  }
}

/** A call of one of the client's tools. */
export function callOf(item: JsonObject, ordinal: number, facts: ResponseContext): ToolCall | undefined {
  const name = textOf(item.name)
  if (name === undefined || (item.type !== 'function_call' && item.type !== 'custom_tool_call')) return undefined
  const argumentText = item.type === 'custom_tool_call' ? argumentsOfText(item.input) : textOf(item.arguments)
  return {
    id: textOf(item.call_id) ?? callId(facts.id, ordinal),
    type: 'function',
    function: { name, arguments: argumentText ?? '{}' },
  }
}

/** A citation, which has one more level of nesting in a chat. */
export function toAnnotation({ type, ...citation }: JsonObject): JsonObject {
  return type === 'url_citation' ? { type, url_citation: citation } : { type, ...citation }
}

export function finishOf(response: JsonObject, hasCalls: boolean): FinishReason {
  const reason = isObject(response.incomplete_details) ? response.incomplete_details.reason : undefined
  if (response.status === 'incomplete') return reason === 'content_filter' ? 'content_filter' : 'length'
  return hasCalls ? 'tool_calls' : 'stop'
}

/** Tokens, and the calls of OpenAI's own tools that are billed per call. */
export function usageOfResponse(response: JsonObject): Usage | undefined {
  const usage = withServiceTier(usageOfOpenAi(response.usage), response.service_tier)
  const items = new BilledItems()
  items.readTools(response.tools)
  for (const [index, item] of listOf(response.output).entries()) if (isObject(item)) items.add(item, index, true)
  const tool_calls = items.done
  return tool_calls.length > 0 ? { ...(usage ?? noUsage), tool_calls } : usage
}
