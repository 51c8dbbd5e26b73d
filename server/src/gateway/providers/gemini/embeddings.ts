import { isForm } from '../../../light/is-form.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { SingleOperation } from '../provider.ts'
import { actionRequest, resourceOf } from './address.ts'
import { geminiFailure } from './failure.ts'
import { usageOfGemini } from './response/usage.ts'

const textsMax = 100

/** One text, or several; token numbers of another company's tokenizer cannot be embedded. */
function textsIn(request: JsonObject): string[] {
  const texts = typeof request.input === 'string' ? [request.input] : listOf(request.input)
  if (texts.length === 0) throw new BadRequest('input must be a string or a list of strings', 'input')
  if (!texts.every((text) => typeof text === 'string')) throw unsupported('This model takes texts only', 'input')
  if (texts.length > textsMax) throw unsupported(`This model takes at most ${textsMax} texts at once`, 'input')
  return texts
}

/** One text and several have different actions. */
export const embeddings: SingleOperation = {
  request(request, target) {
    if (isForm(request)) throw new BadRequest('The request body must be a JSON object')
    const texts = textsIn(request)
    const requests = texts.map((text) =>
      definedOf({
        model: resourceOf(target.model),
        content: { parts: [{ text }] },
        outputDimensionality: typeof request.dimensions === 'number' ? request.dimensions : undefined,
        taskType: textOf(request.task_type),
      }),
    )
    const [only] = requests
    return requests.length === 1 && only
      ? actionRequest(target, 'embedContent', only)
      : actionRequest(target, 'batchEmbedContents', { requests })
  },
  response(body, request) {
    const usage = embeddings.usage?.(body)
    return embeddingList(vectorsIn(body), {
      model: textOf(request.model) ?? '',
      format: request.encoding_format,
      ...(usage && { usage }),
    })
  },
  usage: (body) => usageOfGemini(objectOf(body)?.usageMetadata),
}

function vectorsIn(body: unknown): unknown[] {
  if (!isObject(body)) throw badResponse()
  if (isObject(body.error)) throw geminiFailure(200, body)
  const entries = isObject(body.embedding) ? [body.embedding] : listOf(body.embeddings)
  if (entries.length === 0) throw badResponse('the provider sent no embeddings')
  return entries.map((each) => objectOf(each)?.values)
}
