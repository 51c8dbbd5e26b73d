import type { JsonObject } from '../../forms/chat.ts'
import { definedOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { nativeMessages } from '../anthropic/native.ts'
import { nativeResponses } from '../openai/native-responses.ts'
import { modelList } from '../openai-shaped/models.ts'
import { singleOperation } from '../openai-shaped/single.ts'
import { textEmbeddings } from '../openai-shaped/text-embeddings.ts'
import type { NativeOperation, Provider, SingleOperation } from '../provider.ts'
import { compatible, endpointAt, hostOf } from './address.ts'
import { chat, shapeSampling } from './chat.ts'
import { nativeFailureIn, qwenFailure } from './failure.ts'
import { imageEdits, images } from './images.ts'
import { isNoChat, isRetired, isSearching } from './model-traits.ts'
import { nativeChat } from './native-chat.ts'
import { rerank } from './rerank.ts'
import { speech } from './speech.ts'

const embeddings = textEmbeddings({
  request: (input, { dimensions, text_type }, target) => ({
    method: 'POST',
    ...endpointAt(target, compatible('embeddings')),
    body: definedOf({
      model: target.model,
      input,
      dimensions: dimensions ?? undefined,
      text_type,
      encoding_format: 'float',
    }),
  }),
  // The first two versions accept more texts per request than later ones.
  textsMax: (model) => (/^text-embedding-v[12]$/.test(model) ? 25 : 10),
})

const passed = singleOperation('completions', (target) => endpointAt(target, compatible('completions')))

/** Completions are for models that fill in code. */
const completions: SingleOperation = {
  ...passed,
  request(body, target) {
    const request = passed.request(body, target)
    shapeSampling(request.body as JsonObject) // requests for completions are JSON
    return request
  },
}

const anthropicMessages: NativeOperation = {
  ...nativeMessages,
  request: (body, target, call) =>
    nativeMessages.request(body, { ...target, base_url: `${hostOf(target)}/apps/anthropic` }, call),
}

const responses = nativeResponses((target, path) => {
  if (path.endsWith('/compact')) throw unsupported('This channel cannot compact a conversation')
  return endpointAt(target, '/api/v2/apps/protocols/compatible-mode/v1/responses')
})

const names = modelList(endpointAt, compatible('models'))
const models: Provider['models'] = {
  ...names,
  response: (body) => names.response(body).filter((model) => !isRetired(model)),
}

const translated: Provider = {
  chat,
  single: { completions, embeddings, images, image_edits: imageEdits, speech, rerank },
  models,
  failure: qwenFailure,
  failureIn: nativeFailureIn,
}

/** The formats of other clients, which the vendor supports for its own models. */
const passing: Provider = { ...translated, native: { anthropic: anthropicMessages, responses } }
const isOwnModel = (model: string): boolean => /^qwen(?:3\.\d|-(?:plus|flash)|\d?-(?:max|coder))/.test(model)

const native: Provider = { chat: nativeChat, models, failure: qwenFailure, failureIn: nativeFailureIn }

/** The OpenAI format for chats and embeddings, DashScope's own for the rest and, by a setting, for chats too. */
export const qwen: Provider = {
  variant({ model, setting }) {
    if (setting.dashscope_native === true && !isNoChat(model)) return native
    return isOwnModel(model) && !isSearching(model) ? passing : translated
  },
  failure: qwenFailure,
}
