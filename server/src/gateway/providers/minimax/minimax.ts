import { parseEventData } from '../../translate/response/bad-response.ts'
import { hostedMessages } from '../anthropic/hosted-messages.ts'
import { hostedResponses } from '../openai/hosted-responses.ts'
import { addressOf } from '../openai-shaped/address.ts'
import { modelList } from '../openai-shaped/models.ts'
import type { NativeOperation, Provider } from '../provider.ts'
import { credentialOf, minimaxEndpoint, withGroup } from './address.ts'
import { chat } from './chat.ts'
import { failureIn, minimaxFailure } from './failure.ts'
import { single } from './single.ts'

const messages = hostedMessages((target) => addressOf(target, '/anthropic'), credentialOf)

/** In every format a failure may come with status 200, in a field that the format does not have. */
const watched = (native: NativeOperation): NativeOperation => ({
  ...native,
  response(body, about) {
    const failure = failureIn(body)
    if (failure) throw failure
    return native.response(body, about)
  },
  stream(about) {
    const decoder = native.stream(about)
    return {
      ...decoder,
      push(event) {
        const failure = event.data.includes('"base_resp"') ? failureIn(parseEventData(event.data)) : undefined
        if (failure) throw failure
        return decoder.push(event)
      },
    }
  },
})

/** MiniMax, in the OpenAI format with differences. A status of 200 does not mean success. */
export const minimax: Provider = {
  chat,
  native: {
    anthropic: watched({
      ...messages,
      request(body, target, call) {
        const request = messages.request(body, target, call)
        return { ...request, url: withGroup(request.url, target) }
      },
    }),
    responses: watched(hostedResponses(minimaxEndpoint)),
  },
  single,
  models: modelList(minimaxEndpoint),
  failure: minimaxFailure,
  failureIn,
}
