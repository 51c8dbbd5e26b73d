import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { SingleOperation, Target, UpstreamRequest } from '../provider.ts'

type TextEmbeddings = {
  request(texts: string[], request: JsonObject, target: Target): UpstreamRequest
  /** The largest number of texts per request. Absent: the upstream refuses too many itself. */
  textsMax?(model: string): number
  /** The response in OpenAI's format, if the upstream has another. */
  reshape?(body: unknown): JsonObject
}

const textsIn = ({ input }: JsonObject): unknown[] => (Array.isArray(input) ? input : [input])

const objectIn = (body: unknown): JsonObject => objectOf(body) ?? {}

const isText = (text: unknown): text is string => typeof text === 'string'

/**
 * Embeddings of an upstream that accepts a list of texts and responds with numbers only. For a client that wants
 * base64, the gateway encodes them.
 */
export const textEmbeddings = ({ request, textsMax, reshape = objectIn }: TextEmbeddings): SingleOperation => ({
  request(body, target) {
    const fields = isForm(body) ? {} : body
    const texts = textsIn(fields)
    if (!texts.every(isText)) throw unsupported('This model takes texts only', 'input')
    return request(texts, fields, target)
  },
  ...(textsMax && {
    split(request, { model }) {
      const texts = textsIn(request)
      const size = textsMax(model)
      const parts: JsonObject[] = []
      for (let start = 0; start < texts.length; start += size)
        parts.push({ ...request, input: texts.slice(start, start + size) })
      return parts
    },
  }),
  response(body, request) {
    const { data, usage } = reshape(body)
    const entries = listOf(data)
    if (entries.length === 0) throw badResponse('the provider sent no embeddings')
    const counted = usageOfOpenAi(usage)
    return embeddingList(
      entries.map((entry) => (isObject(entry) ? entry.embedding : undefined)),
      { model: textOf(request.model) ?? '', format: request.encoding_format, ...(counted && { usage: counted }) },
    )
  },
  usage: (body) => usageOfOpenAi(reshape(body).usage),
})
