import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { SingleOperation } from '../provider.ts'
import { embedUsage } from './usage.ts'

const inputsMax = 96

const itemsOf = (input: unknown): unknown[] => (Array.isArray(input) ? input : [input])
const isText = (item: unknown): item is string => typeof item === 'string'

/** Texts alone, or with pictures among them: then each item is a list of parts. */
function toInputs(input: unknown): JsonObject {
  const items = itemsOf(input)
  return items.every(isText) ? { texts: items } : { inputs: items.map((item) => ({ content: toParts(item) })) }
}

function toParts(item: unknown): unknown[] {
  if (isText(item)) return [{ type: 'text', text: item }]
  if (isObject(item) && Array.isArray(item.content)) return item.content
  if (isObject(item) && isText(item.text)) return [{ type: 'text', text: item.text }]
  if (isObject(item) && isText(item.image)) return [{ type: 'image_url', image_url: { url: item.image } }]
  throw unsupported('This model embeds texts and pictures, not tokens', 'input')
}

export const embeddings: SingleOperation = {
  request(request, target) {
    const { input, input_type, dimensions, truncate } = isForm(request) ? {} : request
    const body = definedOf({
      model: target.model,
      ...toInputs(input),
      input_type: textOf(input_type) ?? 'search_document',
      embedding_types: ['float'],
      output_dimension: dimensions ?? undefined,
      truncate: truncate ?? undefined,
    })
    return { method: 'POST', ...bearerEndpoint(target, '/v2/embed'), body }
  },
  split(request) {
    const items = itemsOf(request.input)
    const parts: JsonObject[] = []
    for (let start = 0; start < items.length; start += inputsMax)
      parts.push({ ...request, input: items.slice(start, start + inputsMax) })
    return parts
  },
  response: (body, request) =>
    embeddingList(objectOf(objectOf(body)?.embeddings)?.float, {
      model: textOf(request.model) ?? '',
      format: request.encoding_format,
      usage: embedUsage(body),
    }),
  usage: embedUsage,
}
