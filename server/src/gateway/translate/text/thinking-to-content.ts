import type { ChatChunk, ChatResponse } from '../../forms/chat.ts'

const opening = '<think>\n'
const closing = '\n</think>\n'

/**
 * Moves reasoning into the content, for clients that cannot show it otherwise. A channel's setting switches this on.
 */
export function thinkingToContent(response: ChatResponse): ChatResponse {
  const choices = response.choices.map((choice) => {
    const { reasoning_content, ...message } = choice.message
    if (!reasoning_content) return choice
    return {
      ...choice,
      message: { ...message, content: opening + reasoning_content + closing + (message.content ?? '') },
    }
  })
  return { ...response, choices }
}

/** `thinkingToContent` for a stream, chunk by chunk. */
export function createThinkingToContent(): (chunk: ChatChunk) => ChatChunk {
  const thinking = new Set<number>()
  return (chunk) => {
    if (thinking.size === 0 && !chunk.choices.some(({ delta }) => delta.reasoning_content)) return chunk
    const choices = chunk.choices.map((choice) => {
      const { reasoning_content, ...delta } = choice.delta
      let text = ''
      if (reasoning_content) {
        text = (thinking.has(choice.index) ? '' : opening) + reasoning_content
        thinking.add(choice.index)
      }
      const hasOtherContent = Boolean(
        delta.content || delta.refusal || delta.tool_calls?.length || choice.finish_reason,
      )
      if (hasOtherContent && thinking.delete(choice.index)) text += closing
      const content = text + (delta.content ?? '')
      return content === '' ? { ...choice, delta } : { ...choice, delta: { ...delta, content } }
    })
    return { ...chunk, choices }
  }
}
