import type { ChatResponse, JsonObject, ResponseMessage, ThinkingBlock, ToolCall } from '../../forms/chat.ts'
import { visitInOrder, withoutPlace } from '../../translate/response/thinking-order.ts'
import { callId } from '../../translate/tools/ids.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'
import type { RequestContext } from '../dialect.ts'
import { markedSignatureOf } from './thought-signature.ts'
import { longToolNames } from './tool-names.ts'
import { messageIdOf, stopReasonOf, writeUsage } from './write-message.ts'

/** A whole response for an Anthropic client. */
export function writeResponse(response: ChatResponse, facts: RequestContext): JsonObject {
  const choice = response.choices[0]
  const message: ResponseMessage = choice?.message ?? { role: 'assistant', content: '' }
  const hasCalls = (message.tool_calls?.length ?? 0) > 0
  const isRefused = typeof message.refusal === 'string' && message.refusal !== ''
  return {
    id: messageIdOf(response.id),
    type: 'message',
    role: 'assistant',
    model: response.model || facts.model,
    content: writeContent(message, facts, response.id),
    stop_reason: stopReasonOf(choice?.finish_reason, { hasCalls, isRefused }),
    stop_sequence: null,
    usage: writeUsage(response.usage, facts),
  }
}

function writeContent(message: ResponseMessage, facts: RequestContext, responseId: string): JsonObject[] {
  const nameOf = longToolNames(facts.body)
  const { thinking_blocks = [], tool_calls = [], reasoning_content } = message
  const text = message.content ?? ''
  const thoughts: ThinkingBlock[] =
    thinking_blocks.length === 0 && reasoning_content
      ? [{ type: 'thinking', thinking: reasoning_content, signature: '' }]
      : thinking_blocks
  const blocks: JsonObject[] = []
  visitInOrder({
    thoughts,
    textLength: text.length,
    callCount: tool_calls.length,
    thought: (block) => void blocks.push(withoutPlace(block)),
    text: (from, to) => void blocks.push({ type: 'text', text: text.slice(from, to) }),
    call(ordinal) {
      const call = tool_calls[ordinal]
      if (!call) return
      addSignature(blocks, markedSignatureOf(call))
      blocks.push(writeCall(call, callId(responseId, ordinal), nameOf))
    },
  })
  if (message.refusal) blocks.push({ type: 'text', text: message.refusal })
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '' }]
}

/** A call's signature goes to the thinking block before it, or to an empty thinking block. */
function addSignature(blocks: JsonObject[], signature: string | undefined): void {
  if (signature === undefined) return
  const unsigned = blocks.find((block) => block.type === 'thinking' && block.signature === '')
  if (unsigned && !blocks.some(({ type }) => type === 'tool_use')) unsigned.signature = signature
  else blocks.push({ type: 'thinking', thinking: '', signature })
}

const writeCall = (call: ToolCall, fallbackId: string, nameOf: (name: string) => string): JsonObject => ({
  type: 'tool_use',
  id: call.id || fallbackId,
  name: nameOf(call.function.name),
  input: parseArguments(call.function.arguments),
})
