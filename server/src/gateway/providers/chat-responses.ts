import { createThinkingToContent, thinkingToContent } from '../translate/text/thinking-to-content.ts'
import type { ChatOperation } from './provider.ts'

export type ResponseReaders = Pick<ChatOperation, 'response' | 'stream'>

/** Reads responses for chats. If the channel's setting says so, reasoning moves into the content. */
export const chatResponses = ({ response, stream }: ResponseReaders): ResponseReaders => ({
  response(body, facts) {
    const chat = response(body, facts)
    return facts.setting?.thinking_to_content === true ? thinkingToContent(chat) : chat
  },
  stream(facts) {
    const decoder = stream(facts)
    if (facts.setting?.thinking_to_content !== true) return decoder
    const moveThinking = createThinkingToContent()
    // Without `plain`: its texts would not pass through `moveThinking`.
    const { plain: _, ...rest } = decoder
    return {
      ...rest,
      push: (event) => decoder.push(event).map(moveThinking),
      end: () => decoder.end().map(moveThinking),
    }
  },
})
