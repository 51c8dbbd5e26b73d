import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, definedOf, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { SingleOperation, Target } from '../provider.ts'
import { minimaxEndpoint } from './address.ts'

const fieldsOf = (request: JsonObject | FormData): JsonObject => (isForm(request) ? {} : request)

const post = (target: Target, path: string, body: JsonObject) => ({
  method: 'POST' as const,
  ...minimaxEndpoint(target, path),
  body: definedOf({ model: target.model, ...body }),
})

const inputOf = (count: number): Usage | undefined => (count > 0 ? { ...noUsage, input: count } : undefined)

/** The purpose of an embedding: a stored text, or a query. */
const isQuery = ({ type, input_type }: JsonObject): boolean =>
  type === 'query' || (type === undefined && /query/.test(textOf(input_type) ?? ''))

const tokensIn = (body: unknown) => inputOf(countOf(objectOf(body)?.total_tokens))

const embeddings: SingleOperation = {
  request(request, target) {
    const fields = fieldsOf(request)
    const texts = Array.isArray(fields.input) ? fields.input : [fields.input]
    if (!texts.every((text) => typeof text === 'string'))
      throw unsupported('This model embeds texts, not tokens', 'input')
    return post(target, '/v1/embeddings', { texts, type: isQuery(fields) ? 'query' : 'db' })
  },
  response: (body, request) =>
    embeddingList(objectOf(body)?.vectors, {
      model: textOf(request.model) ?? '',
      format: request.encoding_format,
      usage: tokensIn(body),
    }),
  usage: tokensIn,
}

const mimes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
}

function formatOf({ response_format }: JsonObject): string {
  const format = textOf(response_format) ?? 'mp3'
  if (!Object.hasOwn(mimes, format)) throw unsupported(`This model does not speak ${format}`, 'response_format')
  return format
}

/** Audio comes as hexadecimal digits and is billed by the characters of the text. */
const speech: SingleOperation = {
  request(request, target) {
    const { input, voice, speed, ...fields } = fieldsOf(request)
    return post(target, '/v1/t2a_v2', {
      text: input,
      stream: false,
      voice_setting: definedOf({ voice_id: voice ?? undefined, speed: speed ?? undefined }),
      audio_setting: { format: formatOf(fields) },
      output_format: 'hex',
    })
  },
  usage: (body) => inputOf(countOf(objectOf(objectOf(body)?.extra_info)?.usage_characters)),
  sound(body, request) {
    const digits = textOf(objectOf(objectOf(body)?.data)?.audio)
    if (digits === undefined || !/^(?:[\da-f]{2})+$/i.test(digits)) throw badResponse('the provider sent no audio')
    return { mime: mimes[formatOf(request)] ?? 'audio/mpeg', bytes: Buffer.from(digits, 'hex') }
  },
}

const ratioOfSize: Readonly<Record<string, string>> = {
  '1024x1024': '1:1',
  '1792x1024': '16:9',
  '1024x1792': '9:16',
  '1536x1024': '3:2',
  '1024x1536': '2:3',
}

function ratioOf(size: unknown): string | undefined {
  if (typeof size !== 'string') return undefined
  if (/^\d{1,2}:\d{1,2}$/.test(size)) return size
  const [width, height] = size.split('x')
  return Object.hasOwn(ratioOfSize, size) ? ratioOfSize[size] : width === height ? '1:1' : undefined
}

const images: SingleOperation = {
  request(request, target) {
    const { prompt, size, aspect_ratio, n, response_format, prompt_optimizer } = fieldsOf(request)
    return post(target, '/v1/image_generation', {
      prompt,
      aspect_ratio: textOf(aspect_ratio) ?? ratioOf(size),
      n: n ?? undefined,
      response_format: response_format === 'b64_json' ? 'base64' : 'url',
      prompt_optimizer: prompt_optimizer ?? undefined,
    })
  },
  response(body, _, facts) {
    const data = objectOf(objectOf(body)?.data)
    const pictures = [
      ...listOf(data?.image_urls).map((url) => ({ url })),
      ...listOf(data?.image_base64).map((b64_json) => ({ b64_json })),
    ]
    if (pictures.length === 0) throw badResponse('the provider sent no images')
    return { created: facts?.now ?? 0, data: pictures }
  },
}

export const single = { embeddings, speech, images }
