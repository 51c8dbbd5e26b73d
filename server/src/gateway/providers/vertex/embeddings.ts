import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { textsToEmbed } from '../../translate/texts-to-embed.ts'
import { usageOfGemini } from '../gemini/response/usage.ts'
import type { SingleOperation } from '../provider.ts'
import { vertexFailure } from './failure.ts'
import { requestAction } from './gemini-models.ts'

const textsMax = 250

/** The newest embedding models have their own action; earlier models use `predict`. */
const embedsContent = (model: string): boolean => /^gemini-embedding-(?!001)/.test(model)
/** Gemini's embedding models accept one text at a time. */
const textsMaxOf = (model: string): number => (model.startsWith('gemini-embedding') ? 1 : textsMax)

const dimensionsIn = ({ dimensions }: JsonObject): number | undefined =>
  typeof dimensions === 'number' ? dimensions : undefined

function contentBody(request: JsonObject, text: string): JsonObject {
  return definedOf({
    content: { parts: [{ text }] },
    outputDimensionality: dimensionsIn(request),
    taskType: textOf(request.task_type),
    title: textOf(request.title),
  })
}

function predictBody(request: JsonObject, texts: readonly string[]): JsonObject {
  const parameters = definedOf({
    outputDimensionality: dimensionsIn(request),
    autoTruncate: typeof request.auto_truncate === 'boolean' ? request.auto_truncate : undefined,
  })
  return {
    instances: texts.map((content) =>
      definedOf({ content, task_type: textOf(request.task_type), title: textOf(request.title) }),
    ),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}

export const embeddings: SingleOperation = {
  split(request, { model }) {
    const texts = textsToEmbed(request)
    const size = textsMaxOf(model)
    return Array.from({ length: Math.ceil(texts.length / size) }, (_, part) => ({
      ...request,
      input: texts.slice(part * size, (part + 1) * size),
    }))
  },
  request(request, target) {
    if (isForm(request)) throw new BadRequest('The request body must be a JSON object')
    const texts = textsToEmbed(request)
    const [first = ''] = texts
    if (texts.length > textsMaxOf(target.model))
      throw unsupported(`This model takes at most ${textsMaxOf(target.model)} texts at once`, 'input')
    return embedsContent(target.model)
      ? requestAction(target, 'embedContent', contentBody(request, first))
      : requestAction(target, 'predict', predictBody(request, texts))
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

function vectorsIn(body: unknown): unknown[] {
  if (!isObject(body)) throw badResponse()
  if (isObject(body.error)) throw vertexFailure(200, body)
  if (isObject(body.embedding)) return [body.embedding.values]
  const predictions = listOf(body.predictions)
  if (predictions.length === 0) throw badResponse('the provider sent no embeddings')
  return predictions.map((each) => objectOf(objectOf(each)?.embeddings)?.values)
}

/** Each prediction has its own count. */
function usageIn(body: unknown): Usage | undefined {
  const response = objectOf(body)
  if (isObject(response?.usageMetadata)) {
    const usage = usageOfGemini(response.usageMetadata)
    return usage && usage.input > 0 ? usage : undefined
  }
  const counts = listOf(response?.predictions).map((each) => {
    const statistics = objectOf(objectOf(objectOf(each)?.embeddings)?.statistics)
    // The API reference and the service spell the name in different cases.
    return countOf(statistics?.token_count ?? statistics?.tokenCount)
  })
  const input = counts.reduce((sum, count) => sum + count, 0)
  return input > 0 ? { ...noUsage, input } : undefined
}
