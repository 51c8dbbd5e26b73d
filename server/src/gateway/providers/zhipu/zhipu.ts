import { hostedMessages } from '../anthropic/hosted-messages.ts'
import { hostedResponses } from '../openai/hosted-responses.ts'
import { bearer } from '../openai-shaped/address.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import type { Provider } from '../provider.ts'
import { hostOf } from './address.ts'
import { zhipuShape } from './chat.ts'
import { zhipuFailure } from './failure.ts'
import { zhipuSingles } from './single.ts'

/** Zhipu's models, in China and abroad: the OpenAI format with differences. There is no list of models. */
export const zhipu: Provider = {
  chat: shapedChat(zhipuShape),
  native: {
    anthropic: hostedMessages((target) => `${hostOf(target)}/api/anthropic`),
    responses: hostedResponses((target, path) => ({ url: `${hostOf(target)}/api${path}`, headers: bearer(target) })),
  },
  single: zhipuSingles,
  secrets: ({ key }) => key.split('.'),
  failure: zhipuFailure,
}
