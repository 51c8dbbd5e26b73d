import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { textsToEmbed } from '../../translate/texts-to-embed.ts'
import type { Provider, SingleOperation, Target } from '../provider.ts'
import { bedrockRequest, regionOf } from './bedrock-request.ts'
import { familyNameOf, invokedId } from './model-id.ts'

/** The bodies of InvokeModel are those of each vendor. */
type Format = {
  /** The texts of one request. */
  textsMax: number
  body(texts: readonly string[], request: JsonObject): JsonObject
}

const cohere: Format = {
  textsMax: 96,
  body: (texts, request) =>
    definedOf({
      texts,
      input_type: textOf(request.input_type) ?? 'search_document',
      truncate: textOf(request.truncate),
      embedding_types: ['float'],
      output_dimension: request.dimensions ?? undefined,
    }),
}

const titan: Format = {
  textsMax: 1,
  body: ([inputText], request) =>
    definedOf({
      inputText,
      dimensions: request.dimensions ?? undefined,
      normalize: typeof request.normalize === 'boolean' ? request.normalize : undefined,
    }),
}

/** Titan's models for pictures and texts. */
const titanImage: Format = {
  textsMax: 1,
  body: ([inputText], { dimensions }) => ({
    inputText,
    ...(typeof dimensions === 'number' && { embeddingConfig: { outputEmbeddingLength: dimensions } }),
  }),
}

const nova: Format = {
  textsMax: 1,
  body: ([value], { dimensions }) => ({
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      embeddingPurpose: 'GENERIC_INDEX',
      ...(typeof dimensions === 'number' && { embeddingDimension: dimensions }),
      text: { truncationMode: 'END', value },
    },
  }),
}

function formatOf(target: Target): Format {
  const name = familyNameOf(target)
  if (name.includes('cohere.')) return cohere
  if (name.includes('nova')) return nova
  return name.includes('titan-embed-image') ? titanImage : titan
}

const embeddings: SingleOperation = {
  split(request, target) {
    const texts = textsToEmbed(request)
    const { textsMax } = formatOf(target)
    return Array.from({ length: Math.ceil(texts.length / textsMax) }, (_, part) => ({
      ...request,
      input: texts.slice(part * textsMax, (part + 1) * textsMax),
    }))
  },
  request(request, target) {
    if (isForm(request)) throw new BadRequest('The request body must be a JSON object')
    const { body, textsMax } = formatOf(target)
    const texts = textsToEmbed(request)
    if (texts.length > textsMax) throw unsupported(`This model takes at most ${textsMax} texts at once`, 'input')
    const id = encodeURIComponent(invokedId(target.model, regionOf(target), target.setting))
    return bedrockRequest(target, 'bedrock-runtime', `/model/${id}/invoke`, { body: body(texts, request) })
  },
  response(body, request) {
    const usage = usageIn(body)
    return embeddingList(vectorsIn(body), {
      model: textOf(request.model) ?? '',
      format: request.encoding_format,
      ...(usage && { usage }),
    })
  },
  usage: usageIn,
}

/** Titan has one vector, Nova a list of objects, and Cohere a list of vectors or one for each type of number. */
function vectorsIn(body: unknown): unknown {
  const response = objectOf(body)
  if (Array.isArray(response?.embedding)) return [response.embedding]
  const vectors = response?.embeddings
  if (isObject(vectors)) return vectors.float
  return Array.isArray(vectors) ? vectors.map((each) => (isObject(each) ? each.embedding : each)) : undefined
}

/** Cohere's count is only in a header, so its tokens are estimated. */
function usageIn(body: unknown): Usage | undefined {
  const response = objectOf(body)
  const input = countOf(response?.inputTextTokenCount ?? response?.inputTokenCount)
  return input > 0 ? { ...noUsage, input } : undefined
}

export const embeddingModels: Omit<Provider, 'failure'> = { single: { embeddings } }
