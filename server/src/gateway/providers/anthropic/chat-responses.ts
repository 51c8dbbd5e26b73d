import { createThinkingToContent, thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ChatOperation } from '../provider.ts'
import { readMessage } from './message-response.ts'
import { createMessageDecoder } from './message-stream.ts'

type ResponseReaders = Pick<ChatOperation, 'response' | 'stream'>
const anthropicResponses: ResponseReaders = { response: readMessage, stream: createMessageDecoder }

/** Reads responses for chats. Other hosts of the models read messages and streams in their own way. */
export const chatResponses = ({ response, stream }: ResponseReaders = anthropicResponses): ResponseReaders => ({
  response(body, facts) {
    const chat = response(body, facts)
    return facts.setting?.thinking_to_content === true ? thinkingToContent(chat) : chat
  },
  stream(facts) {
    const decoder = stream(facts)
    if (facts.setting?.thinking_to_content !== true) return decoder
    const moveThinking = createThinkingToContent()
    return { push: (event) => decoder.push(event).map(moveThinking), end: () => decoder.end().map(moveThinking) }
  },
})
