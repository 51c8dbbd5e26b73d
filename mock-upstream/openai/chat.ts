import { absentModel, type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject } from '../exchange/json.ts'
import type { MockResponse } from '../exchange/response.ts'
import { missingParameter, openaiError } from './errors.ts'
import { checkMessages } from './message-rules.ts'
import { familyOf, isThinking } from './model-family.ts'
import { checkParameters } from './parameter-rules.ts'
import { silence } from './sound.ts'
import { styleChat, wantsThinking } from './style-chat.ts'
import { checkTools } from './tool-rules.ts'
import { type ChatWriting, chatResponse } from './write-chat.ts'

export function chat(call: Call): MockResponse {
  checkChat(call.body, call.model)
  const writing = writeChat(call)
  return chatResponse(call.body, writing, openaiError)
}

/** Every check of OpenAI before a chat model runs. */
export function checkChat(body: JsonObject, model: string): void {
  if (model === '') throw openaiError(400, 'you must provide a model parameter')
  if (model === absentModel) throw modelNotFound(model)
  if (familyOf(model).isResponsesOnly) {
    throw openaiError(404, 'This model is only supported in v1/responses and not in v1/chat/completions.', {
      param: 'model',
      code: null,
    })
  }
  checkMessages(body)
  checkParameters(body, model)
  checkTools(body)
  if (wantsAudio(body) && !isObject(body.audio)) throw missingParameter('audio')
}

export const modelNotFound = (model: string) =>
  openaiError(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    code: 'model_not_found',
  })

/** OpenAI's models hide their reasoning. Models with other names show it, as compatible servers do. */
export function writeChat(call: Call): ChatWriting {
  const { body, model } = call
  const family = familyOf(model)
  const writing = styleChat(call, {
    thinks: family.isReasoning ? isThinking(body.reasoning_effort, family) : wantsThinking(body),
    thinkingField: family.isOpenai ? undefined : 'reasoning_content',
    choices: Number(body.n ?? 1),
    extra: { service_tier: 'default', system_fingerprint: 'fp_mock' },
  })
  const { message } = writing
  if (!wantsAudio(body))
    return {
      ...writing,
      message: (response, choice) => ({ ...message(response, choice), refusal: null, annotations: [] }),
    }
  return {
    ...writing,
    message: (response, choice) => ({
      ...message(response, choice),
      content: null,
      audio: audioOf(call, response.text, choice),
    }),
  }
}

const wantsAudio = (body: JsonObject): boolean => Array.isArray(body.modalities) && body.modalities.includes('audio')

/** The text is the transcript of the audio. */
const audioOf = (call: Call, transcript: string, choice: number): JsonObject => ({
  id: identifier('audio_', call, choice),
  data: silence('wav', transcript).toString('base64'),
  transcript,
  expires_at: 4_102_444_800,
})
