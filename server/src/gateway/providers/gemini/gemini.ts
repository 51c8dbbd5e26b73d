import { createThinkingToContent, thinkingToContent } from '../../translate/text/thinking-to-content.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { actionRequest } from './address.ts'
import { embeddings } from './embeddings.ts'
import { geminiFailure } from './failure.ts'
import { images } from './images.ts'
import { geminiModels } from './models.ts'
import { nativeGemini } from './native.ts'
import { readReply } from './reply/read-reply.ts'
import { createDecoder } from './reply/read-stream.ts'
import { generateBody } from './request/generate-body.ts'
import { keepsAddress } from './request/parts.ts'

const chat: ChatOperation = {
  inlinesMedia: true,
  keepsAddress,
  request(ask, target) {
    const body = generateBody(ask, target.model, target.setting)
    return ask.stream === true
      ? actionRequest(target, 'streamGenerateContent', body, { alt: 'sse' })
      : actionRequest(target, 'generateContent', body)
  },
  response(body, about) {
    const reply = readReply(body, about)
    return about.setting?.thinking_to_content === true ? thinkingToContent(reply) : reply
  },
  stream(about) {
    const decoder = createDecoder(about)
    if (about.setting?.thinking_to_content !== true) return decoder
    const turn = createThinkingToContent()
    return { push: (event) => decoder.push(event).map(turn), end: () => decoder.end().map(turn) }
  },
}

/** Google's Gemini, asked in its own words. */
export const gemini: Provider = {
  chat,
  native: { gemini: nativeGemini },
  countsTokens: 'gemini',
  single: { embeddings, images },
  models: geminiModels,
  failure: geminiFailure,
}
