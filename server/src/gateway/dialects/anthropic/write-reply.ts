import type { AnswerMessage, ChatReply, JsonObject, ToolCall } from '../../forms/chat.ts'
import { callId } from '../../translate/tools/ids.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'
import type { AskFacts } from '../dialect.ts'
import { markedSignatureOf } from './thought-signature.ts'
import { longToolNames } from './tool-names.ts'
import { messageIdOf, stopReasonOf, writeUsage } from './write-message.ts'

/** A whole reply for an Anthropic client. */
export function writeReply(reply: ChatReply, facts: AskFacts): JsonObject {
  const choice = reply.choices[0]
  const message: AnswerMessage = choice?.message ?? { role: 'assistant', content: '' }
  const hasCalls = (message.tool_calls?.length ?? 0) > 0
  const isRefused = typeof message.refusal === 'string' && message.refusal !== ''
  return {
    id: messageIdOf(reply.id),
    type: 'message',
    role: 'assistant',
    model: reply.model || facts.model,
    content: writeContent(message, facts, reply.id),
    stop_reason: stopReasonOf(choice?.finish_reason, { hasCalls, isRefused }),
    stop_sequence: null,
    usage: writeUsage(reply.usage, facts),
  }
}

function writeContent(message: AnswerMessage, facts: AskFacts, answerId: string): JsonObject[] {
  const nameOf = longToolNames(facts.body)
  const blocks = writeThoughts(message)
  for (const text of [message.content, message.refusal]) if (text) blocks.push({ type: 'text', text })
  for (const [ordinal, call] of (message.tool_calls ?? []).entries()) {
    addSignature(blocks, markedSignatureOf(call))
    blocks.push(writeCall(call, callId(answerId, ordinal), nameOf))
  }
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '' }]
}

function writeThoughts({ thinking_blocks, reasoning_content }: AnswerMessage): JsonObject[] {
  if (thinking_blocks?.length) return thinking_blocks.map((block) => ({ ...block }))
  return reasoning_content ? [{ type: 'thinking', thinking: reasoning_content, signature: '' }] : []
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
