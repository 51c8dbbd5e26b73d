import { chatResponses } from '../chat-responses.ts'
import { geminiFailure } from '../gemini/failure.ts'
import { geminiModels } from '../gemini/gemini.ts'
import type { Provider } from '../provider.ts'
import { actionRequest, listRequest } from './address.ts'
import { palmChat } from './chat-request.ts'
import { createDecoder, readResponse } from './chat-response.ts'
import { embeddings } from './embeddings.ts'

/**
 * PaLM 2 in the format of Google's API of its day, v1beta2 (the protocol files of @google-ai/generativelanguage 2.0.0).
 * Google's own host has shut it down, so channels lead to other servers that still speak the format. The upstream does
 * not stream: a streaming client gets the whole response as a stream.
 */
export const palm: Provider = {
  chat: {
    request(request, target) {
      const { action, body } = palmChat(request, target.model)
      return actionRequest(target, action, body)
    },
    ...chatResponses({ response: readResponse, stream: createDecoder }),
  },
  single: { embeddings },
  models: { ...geminiModels, request: listRequest },
  failure: geminiFailure,
}
