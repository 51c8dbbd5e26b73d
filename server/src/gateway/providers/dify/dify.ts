import { isObject } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { chatResponses } from '../chat-responses.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, Provider } from '../provider.ts'
import { chatRequest } from './chat-request.ts'
import { createChatDecoder, readChat } from './chat-response.ts'
import { difyFailure, isGone } from './failure.ts'
import { upload } from './files.ts'

const chat: ChatOperation = {
  request: chatRequest,
  ...chatResponses({ response: readChat, stream: createChatDecoder }),
  onlyStreams: true,
  upload,
  /** If Dify no longer has the conversation, a new one begins with the history that the client sent. */
  instead: (failure, { conversation_id, ...request }) =>
    conversation_id !== undefined && isGone(failure)
      ? { ...request, model: request.model, messages: request.messages }
      : undefined,
}

/** Apps made with Dify. A key names one app, so the model's name is only a label, the same for all apps. */
export const dify: Provider = {
  chat,
  models: {
    request: (target) => ({ method: 'GET', ...bearerEndpoint(target, '/v1/info') }),
    response(body) {
      if (!isObject(body)) throw badResponse()
      return ['dify']
    },
  },
  failure: difyFailure,
}
