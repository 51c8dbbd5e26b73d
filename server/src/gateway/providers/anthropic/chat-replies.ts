import { createThinkingToContent, thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ChatOperation } from '../provider.ts'
import { readMessage } from './message-reply.ts'
import { createMessageDecoder } from './message-stream.ts'

type Replies = Pick<ChatOperation, 'response' | 'stream'>
const anthropicReplies: Replies = { response: readMessage, stream: createMessageDecoder }

/** How replies are read for chats. Other hosts of the models read messages and streams in their own way. */
export const chatReplies = ({ response, stream }: Replies = anthropicReplies): Replies => ({
  response(body, facts) {
    const reply = response(body, facts)
    return facts.setting?.thinking_to_content === true ? thinkingToContent(reply) : reply
  },
  stream(facts) {
    const decoder = stream(facts)
    if (facts.setting?.thinking_to_content !== true) return decoder
    const moveThinking = createThinkingToContent()
    return { push: (event) => decoder.push(event).map(moveThinking), end: () => decoder.end().map(moveThinking) }
  },
})
