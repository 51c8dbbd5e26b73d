import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { definedOf, isObject, listOf, objectOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { readParts } from './read-contents.ts'

const textsMax = 100

/** A Gemini client's text to embed, as an OpenAI embeddings request. */
export const readEmbedContent = (body: JsonObject, model: string): JsonObject =>
  definedOf({
    model,
    input: embeddedText(body, 'content'),
    dimensions: dimensionsOf(body),
    encoding_format: 'float',
    task_type: taskOf(body),
  })

/** Several texts at once. They become one request, so all must have the settings of the first. */
export function readBatchEmbedContents(body: JsonObject, model: string): JsonObject {
  const requests = listOf(body.requests)
  if (requests.length === 0 || requests.length > textsMax || !requests.every(isObject))
    throw new BadRequest(`requests must be a list of 1 to ${textsMax} requests`, 'requests')
  const settings = requests.map((request) => ({ dimensions: dimensionsOf(request), task_type: taskOf(request) }))
  const [first] = settings
  if (settings.some((each) => each.dimensions !== first?.dimensions || each.task_type !== first?.task_type))
    throw new BadRequest('All requests must have the same outputDimensionality and taskType', 'requests')
  const input = requests.map((request, index) => embeddedText(request, `requests[${index}].content`))
  return definedOf({ model, input, encoding_format: 'float', ...first })
}

function embeddedText(request: JsonObject, path: string): string {
  const content = objectOf(request.content)
  const parts = content ? readParts(content.parts, `${path}.parts`) : []
  const texts = parts.map((part) => {
    if (part.kind !== 'content' || part.part.type !== 'text') throw new BadRequest(`${path} must be text`, path)
    return part.part.text
  })
  if (texts.length === 0) throw new BadRequest(`${path} must have a text`, path)
  return texts.join('\n')
}

function dimensionsOf(request: JsonObject): number | undefined {
  const value = googleField(request, 'outputDimensionality')
  if (value === undefined) return undefined
  if (!Number.isInteger(value) || Number(value) < 1)
    throw new BadRequest('outputDimensionality must be a whole number', 'outputDimensionality')
  return Number(value)
}

const taskOf = (request: JsonObject): string | undefined => {
  const task = googleField(request, 'taskType')
  return typeof task === 'string' ? task : undefined
}

/** The vector of a response in the OpenAI format. */
export function writeEmbedContent(response: unknown): JsonObject {
  const [first] = vectorsIn(response)
  return { embedding: { values: first } }
}

export const writeBatchEmbedContents = (response: unknown): JsonObject => ({
  embeddings: vectorsIn(response).map((values) => ({ values })),
})

/** Vectors in the order of their texts, which the upstream may not keep. */
function vectorsIn(response: unknown): unknown[] {
  const data = listOf(objectOf(response)?.data).filter(isObject)
  if (data.length === 0 || !data.every(({ embedding }) => Array.isArray(embedding)))
    throw badResponse('the provider sent no embeddings')
  return data
    .toSorted((one, other) => Number(one.index ?? 0) - Number(other.index ?? 0))
    .map(({ embedding }) => embedding)
}
