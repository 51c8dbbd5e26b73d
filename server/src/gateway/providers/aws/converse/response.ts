import { noUsage, type Usage } from '../../../../domain/money/pricing/usage.ts'
import type { ChatResponse, FinishReason, JsonObject, ThinkingBlock, ToolCall } from '../../../forms/chat.ts'
import { isDeep } from '../../../translate/json/is-deep.ts'
import { countOf, isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'
import { badResponse } from '../../../translate/response/bad-response.ts'
import { placed } from '../../../translate/response/thinking-order.ts'
import { callId } from '../../../translate/tools/ids.ts'
import { jsonToolName } from '../../anthropic/json-output.ts'
import type { ResponseContext } from '../../provider.ts'
import { failureIn } from '../failure.ts'
import { isSigned, reasonedIn, thoughtOf } from './thoughts.ts'

/** The call of a client's function in a block. Tools that Bedrock runs itself are reported in the same way. */
export function functionCallIn(block: JsonObject | undefined): JsonObject | undefined {
  const called = objectOf(block?.toolUse)
  return called?.type === 'server_tool_use' ? undefined : called
}

/** A whole response of Converse in the gateway's form. */
export function readConversation(body: unknown, facts: ResponseContext): ChatResponse {
  const failure = failureIn(body)
  if (failure) throw failure
  const response = objectOf(body)
  const message = objectOf(objectOf(response?.output)?.message)
  if (!message) throw badResponse('the provider sent a response without a message')
  let text = ''
  let reasoning = ''
  const thoughts: ThinkingBlock[] = []
  const calls: ToolCall[] = []
  for (const block of listOf(message.content).filter(isObject)) {
    text += textIn(block)
    const reasoned = reasonedIn(block.reasoningContent)
    if (reasoned) {
      reasoning += reasoned.text ?? ''
      thoughts.push(placed(thoughtOf(reasoned), { text: text.length, calls: calls.length }))
    }
    const called = functionCallIn(block)
    const name = toolName(called?.name)
    if (!called || name === undefined) continue
    if (name === jsonToolName) text += inputText(called.input)
    else
      calls.push({
        id: textOf(called.toolUseId) ?? callId(facts.id, calls.length),
        type: 'function',
        function: { name, arguments: inputText(called.input) },
      })
  }
  const usage = usageOf(response?.usage)
  return {
    id: facts.id,
    created: facts.now,
    model: facts.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          ...(reasoning !== '' && { reasoning_content: reasoning }),
          ...(thoughts.some(isSigned) && { thinking_blocks: thoughts }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: finishOf(response?.stopReason, calls.length > 0),
      },
    ],
    ...(usage && { usage }),
  }
}

/** A text, or a text with its sources. */
const textIn = ({ text, citationsContent }: JsonObject): string =>
  typeof text === 'string'
    ? text
    : listOf(objectOf(citationsContent)?.content)
        .map((each) => textOf(objectOf(each)?.text) ?? '')
        .join('')

/**
 * Models of OpenAI's may leave a marker of their channel behind a name. Source: bedrock-chat-language-model.ts of
 * @ai-sdk/amazon-bedrock 4.0.186, read 2026-11-18.
 */
export const toolName = (name: unknown): string | undefined => textOf(textOf(name)?.replace(/<\|channel\|>.*$/s, ''))

function inputText(input: unknown): string {
  const inputObject = objectOf(input) ?? {}
  if (isDeep(inputObject)) throw badResponse()
  return JSON.stringify(inputObject)
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  content_filtered: 'content_filter',
  guardrail_intervened: 'content_filter',
}

/** A call of the gateway's JSON tool is not a call for the client, so the response ends with `stop`. */
export function finishOf(reason: unknown, hasCalls: boolean): FinishReason {
  const finish = typeof reason === 'string' && Object.hasOwn(finishReasons, reason) ? finishReasons[reason] : undefined
  return finish ?? (hasCalls ? 'tool_calls' : 'stop')
}

/** The counts of a response. The input excludes the cache. */
export function usageOf(value: unknown): Usage | undefined {
  const counts = objectOf(value)
  const cache_read = countOf(counts?.cacheReadInputTokens)
  const written = countOf(counts?.cacheWriteInputTokens)
  const hour = listOf(counts?.cacheDetails)
    .filter(isObject)
    .reduce((sum, { ttl, inputTokens }) => sum + (ttl === '1h' ? countOf(inputTokens) : 0), 0)
  const cache_write_1h = Math.min(hour, written)
  const [input, output] = [countOf(counts?.inputTokens), countOf(counts?.outputTokens)]
  if (input + output + cache_read + written === 0) return undefined
  return { ...noUsage, input, cache_read, cache_write_5m: written - cache_write_1h, cache_write_1h, output }
}
