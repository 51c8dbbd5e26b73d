import type { Provider } from '../provider.ts'
import { zhipuFailure } from './failure.ts'
import { invokeChat, invokeFailure } from './invoke.ts'
import { zhipu } from './zhipu.ts'

/** The third version of Zhipu's API, with the models of its time. */
const invoke: Provider = {
  chat: invokeChat,
  secrets: ({ key }) => key.split('.'),
  failure: zhipuFailure,
  failureIn: invokeFailure,
}

const isLater = (model: string): boolean => /^(?:glm-|cogview|embedding-|rerank)/.test(model)

/** Zhipu's oldest channels. Later models use the fourth version of the API with the same key. */
export const chatglm: Provider = {
  variant: ({ model }) => (isLater(model) ? zhipu : invoke),
  failure: zhipuFailure,
}
