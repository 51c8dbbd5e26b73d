import { nativeMessages } from '../anthropic/native.ts'
import { nativeResponses } from '../openai/native-responses.ts'
import { bearer } from '../openai-shaped/address.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { NativeOperation, Provider } from '../provider.ts'
import { hostOf } from './address.ts'
import { zhipuShape } from './chat.ts'
import { zhipuFailure } from './failure.ts'
import { zhipuSingles } from './single.ts'

/** Anthropic's format at a path of its own; the credential is the same as everywhere. */
const messages: NativeOperation = {
  ...nativeMessages,
  request(body, target, call) {
    const host = { ...target, base_url: `${hostOf(target)}/api/anthropic` }
    const { headers, ...request } = nativeMessages.request(body, host, call)
    const { 'x-api-key': _, ...rest } = headers
    return { ...request, headers: { ...rest, ...bearer(target) } }
  },
}

/** Zhipu's models, in China and abroad: the OpenAI format with differences. There is no list of models. */
export const zhipu: Provider = {
  chat: shapedChat(zhipuShape),
  native: {
    anthropic: messages,
    responses: nativeResponses((target, path) => ({ url: `${hostOf(target)}/api${path}`, headers: bearer(target) })),
  },
  single: zhipuSingles,
  secrets: ({ key }) => key.split('.'),
  failure: zhipuFailure,
}
