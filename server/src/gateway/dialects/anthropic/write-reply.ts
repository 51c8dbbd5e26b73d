import type { AnswerMessage, ChatReply, JsonObject, ToolCall } from '../../forms/chat.ts'
import { callId } from '../../translate/tools/ids.ts'
import { parseArguments } from '../../translate/tools/tool-arguments.ts'
import type { AskFacts } from '../dialect.ts'
import { signatureOfCall } from './thought-signature.ts'
import { longToolNames } from './tool-names.ts'
import { messageIdOf, stopReasonOf, writeUsage } from './write-message.ts'

/** A whole answer for an Anthropic client. */
export function writeReply(reply: ChatReply, about: AskFacts): JsonObject {
  const choice = reply.choices[0]
  const message: AnswerMessage = choice?.message ?? { role: 'assistant', content: '' }
  const hasCalls = (message.tool_calls?.length ?? 0) > 0
  const isRefused = typeof message.refusal === 'string' && message.refusal !== ''
  return {
    id: messageIdOf(reply.id),
    type: 'message',
    role: 'assistant',
    model: reply.model || about.model,
    content: writeContent(message, about, reply.id),
    stop_reason: stopReasonOf(choice?.finish_reason, { hasCalls, isRefused }),
    stop_sequence: null,
    usage: writeUsage(reply.usage, about),
  }
}

function writeContent(message: AnswerMessage, about: AskFacts, answerId: string): JsonObject[] {
  const nameOf = longToolNames(about.body)
  const blocks = writeThoughts(message)
  for (const text of [message.content, message.refusal]) if (text) blocks.push({ type: 'text', text })
  for (const [ordinal, call] of (message.tool_calls ?? []).entries()) {
    sign(blocks, signatureOfCall(call))
    blocks.push(writeCall(call, callId(answerId, ordinal), nameOf))
  }
  return blocks.length > 0 ? blocks : [{ type: 'text', text: '' }]
}

function writeThoughts({ thinking_blocks, reasoning_content }: AnswerMessage): JsonObject[] {
  if (thinking_blocks?.length) return thinking_blocks.map((block) => ({ ...block }))
  return reasoning_content ? [{ type: 'thinking', thinking: reasoning_content, signature: '' }] : []
}

/** The signature of a call goes with the thoughts that led to it, or with an empty one where there are none. */
function sign(blocks: JsonObject[], signature: string | undefined): void {
  if (signature === undefined) return
  const unsigned = blocks.find((block) => block.type === 'thinking' && block.signature === '')
  if (unsigned && !blocks.some(({ type }) => type === 'tool_use')) unsigned.signature = signature
  else blocks.push({ type: 'thinking', thinking: '', signature })
}

const writeCall = (call: ToolCall, spareId: string, nameOf: (name: string) => string): JsonObject => ({
  type: 'tool_use',
  id: call.id || spareId,
  name: nameOf(call.function.name),
  input: parseArguments(call.function.arguments),
})
