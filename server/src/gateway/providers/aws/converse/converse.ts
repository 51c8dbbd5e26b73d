import type { ChatRequest } from '../../../forms/chat.ts'
import type { UpstreamFailure } from '../../../forms/failure.ts'
import { chatResponses } from '../../chat-responses.ts'
import type { Provider } from '../../provider.ts'
import { bedrockRequest, eventStreamType, regionOf } from '../bedrock-request.ts'
import { invokedId } from '../model-id.ts'
import { converseBody, uncachedField, unreasonedField } from './request.ts'
import { readConversation } from './response.ts'
import { createConverseDecoder, createConverseFrames } from './stream.ts'
import { unforcedField } from './tools.ts'

/** A field of a request that is sent again, without a stream. */
const wholeField = 'bedrock_whole'

/**
 * Some models stream, but not with tools, or not at all: then the whole response is requested. Others cannot be forced
 * to call a tool: then the system prompt requests it. Cache points and earlier reasoning that the model does not take are
 * left out. Sources: earendil-works/pi issue 3739 (Llama 4),
 * aws-samples/amazon-bedrock-client-for-mac issue 112, read 2026-11-18.
 */
function instead({ message }: UpstreamFailure, request: ChatRequest): ChatRequest | undefined {
  if (/in streaming mode|unsupported for streaming/i.test(message)) return { ...request, [wholeField]: true }
  if (/doesn.t support .*tool_?choice/i.test(message)) return { ...request, [unforcedField]: true }
  if (/\[cachePoint\]|prompt caching/i.test(message)) return { ...request, [uncachedField]: true }
  return /reasoning ?content|signature.*reasoning|reasoning.*signature/i.test(message)
    ? { ...request, [unreasonedField]: true }
    : undefined
}

/** The models of all other vendors on Amazon Bedrock, through Converse. */
export const converseModels: Omit<Provider, 'failure'> = {
  chat: {
    request(request, target) {
      const isStream = request.stream === true && request[wholeField] !== true
      const id = encodeURIComponent(invokedId(target.model, regionOf(target), target.setting))
      return bedrockRequest(target, 'bedrock-runtime', `/model/${id}/${isStream ? 'converse-stream' : 'converse'}`, {
        accept: isStream ? eventStreamType : 'application/json',
        body: converseBody(request, target),
      })
    },
    ...chatResponses({ response: readConversation, stream: createConverseDecoder }),
    frames: createConverseFrames,
    instead,
    inlinesMedia: true,
  },
  lacksSearch: true,
}
