import type { ChatChunk, ChatResponse } from '../../forms/chat.ts'

/** A whole response as the chunks of a stream, for an upstream that ignored the request to stream. */
export function chunksOfResponse({ choices, usage, ...response }: ChatResponse): ChatChunk[] {
  const chunks: ChatChunk[] = choices.map(({ message, finish_reason, ...choice }) => {
    const { tool_calls, ...delta } = message
    const calls = tool_calls?.map((call, index) => ({ index, ...call }))
    return {
      ...response,
      choices: [{ ...choice, delta: { ...delta, ...(calls && { tool_calls: calls }) }, finish_reason }],
    }
  })
  return usage ? [...chunks, { ...response, choices: [], usage }] : chunks
}
