import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, FinishReason, ToolCallDelta } from '../../forms/chat.ts'
import { callId } from '../../translate/tools/ids.ts'
import type { RequestContext, StreamEncoder } from '../dialect.ts'
import { anthropicEvent, BlockWriter, PendingCall } from './block-writer.ts'
import { markedSignatureOf } from './thought-signature.ts'
import { longToolNames } from './tool-names.ts'
import { messageIdOf, stopReasonOf, writeUsage } from './write-message.ts'

/** A stream for an Anthropic client. Stop reason and usage are written last, whenever they became known. */
export function createStreamEncoder(facts: RequestContext): StreamEncoder {
  const nameOf = longToolNames(facts.body)
  const blocks = new BlockWriter()
  const calls = new Map<number, PendingCall>()
  let hasStarted = false
  let isRefused = false
  let isThinking = false
  let finish: FinishReason | undefined
  let usage: Usage | undefined

  const start = (chunk: Pick<ChatChunk, 'id' | 'model'>): string => {
    if (hasStarted) return ''
    hasStarted = true
    const { output_tokens: _, ...input } = writeUsage(usage, facts)
    const message = {
      id: messageIdOf(chunk.id || facts.id),
      type: 'message',
      role: 'assistant',
      model: chunk.model || facts.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...input, output_tokens: 0 },
    }
    return anthropicEvent({ type: 'message_start', message })
  }

  const writeThoughts = ({ reasoning_content, thinking_blocks }: ChatDelta): string => {
    let text = ''
    // A whole thinking block contains its text; otherwise the text was streamed before the block.
    const isWhole = !isThinking && thinking_blocks !== undefined && thinking_blocks.length > 0
    if (reasoning_content && !isWhole) {
      isThinking = true
      text += blocks.addThinking(reasoning_content)
    }
    for (const block of thinking_blocks ?? []) {
      text +=
        block.type === 'thinking'
          ? blocks.addSignature(block.thinking, block.signature)
          : blocks.addRedacted(block.data)
      isThinking = false
    }
    return text
  }

  const writeCall = (delta: ToolCallDelta): string => {
    let call = calls.get(delta.index)
    if (!call) {
      call = new PendingCall(delta.id || callId(facts.id, delta.index))
      calls.set(delta.index, call)
      blocks.enqueueCall(call)
    }
    const name = delta.function?.name
    if (call.name === undefined && name) {
      call.name = nameOf(name)
      if (delta.id) call.id = delta.id
    }
    call.signature ??= markedSignatureOf(delta)
    isThinking = false
    return blocks.addInput(call, delta.function?.arguments ?? '')
  }

  const write = (delta: ChatDelta): string => {
    let text = ''
    if (delta.reasoning_content || delta.thinking_blocks) text += writeThoughts(delta)
    if (delta.content) {
      isThinking = false
      text += blocks.addText(delta.content)
    }
    if (delta.refusal) {
      isRefused = true
      text += blocks.addText(delta.refusal)
    }
    for (const call of delta.tool_calls ?? []) text += writeCall(call)
    return text
  }

  return {
    push(chunk) {
      if (chunk.usage) usage = chunk.usage
      let text = start(chunk)
      for (const choice of chunk.choices) {
        if (choice.index !== 0) continue // the protocol has one choice
        text += write(choice.delta)
        finish ??= choice.finish_reason ?? undefined
      }
      return text
    },
    end() {
      let text = start(facts) + blocks.end()
      if (!blocks.hasBlocks) text += blocks.writeEmptyBlock()
      const hasCalls = [...calls.values()].some(({ name }) => name !== undefined)
      const stop_reason = stopReasonOf(finish, { hasCalls, isRefused })
      text += anthropicEvent({
        type: 'message_delta',
        delta: { stop_reason, stop_sequence: null },
        usage: writeUsage(usage, facts),
      })
      return text + anthropicEvent({ type: 'message_stop' })
    },
  }
}
