import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import { singleOperations } from '../openai-shaped/single.ts'
import type { SingleOperation, Target } from '../provider.ts'

const usage = (body: unknown) => usageOfOpenAi(isObject(body) ? body.usage : undefined)

const post = (target: Target, path: string, body: JsonObject) => ({
  method: 'POST' as const,
  ...bearerEndpoint(target, path),
  body: definedOf({ ...body, model: target.model }),
})

const fieldsOf = (request: JsonObject | FormData): JsonObject => (isForm(request) ? {} : request)

const withoutNulls = (fields: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

const embeddings: SingleOperation = {
  request(request, target) {
    const { input, dimensions, encoding_format } = fieldsOf(request)
    const size =
      dimensions === undefined || dimensions === null ? {} : { output_dimension: dimensions, output_dtype: 'float' }
    return post(target, '/v1/embeddings', withoutNulls({ input, encoding_format, ...size }))
  },
  usage,
}

const moderations: SingleOperation = {
  request: (request, target) => post(target, '/v1/moderations', { input: fieldsOf(request).input }),
  usage,
}

const mimes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** The audio is inside JSON; clients expect the bytes alone. */
const speech: SingleOperation = {
  request(request, target) {
    const { input, voice, voice_id, ref_audio, response_format } = fieldsOf(request)
    const fields = { input, voice_id: voice_id ?? voice, ref_audio, response_format }
    return post(target, '/v1/audio/speech', { ...withoutNulls(fields), stream: false })
  },
  usage,
  sound(body, request) {
    const data = isObject(body) ? textOf(body.audio_data) : undefined
    if (data === undefined) throw badResponse('the provider sent no audio')
    return { mime: mimes[textOf(request.response_format) ?? 'mp3'] ?? 'audio/mpeg', bytes: Buffer.from(data, 'base64') }
  },
}

export const single = {
  ...singleOperations(['transcriptions'], bearerEndpoint),
  embeddings,
  moderations,
  speech,
}
