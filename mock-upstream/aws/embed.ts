import type { Call } from '../exchange/call.ts'
import { given, isObject, type JsonObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { validation } from './errors.ts'

// The bodies of each vendor, from the Bedrock user guide (model-parameters-titan-embed-text, model-parameters-embed) and
// bedrock-embedding-model.ts of @ai-sdk/amazon-bedrock 4.0.186, read 2026-11-18.
const extraneous = (name: string) =>
  validation(
    `Malformed input request: extraneous key [${name}] is not permitted, please reformat your input and try again.`,
  )

function checkFields(body: JsonObject, known: string): void {
  const unknown = Object.keys(body).find((name) => !known.split(' ').includes(name))
  if (unknown !== undefined) throw extraneous(unknown)
}

function titan({ body, model, usage }: Call): MockResponse {
  checkFields(body, model.includes('text-v2') ? 'inputText dimensions normalize embeddingTypes' : 'inputText')
  const text = textOf(body.inputText)
  if (text === '') throw validation('Malformed input request: #: required key [inputText] not found')
  if (given(body, 'dimensions') && ![256, 512, 1024].includes(Number(body.dimensions)))
    throw validation(`Malformed input request: ${body.dimensions} is not a valid enum value`)
  const counted = usage({ inputTextTokenCount: tokensOf(text.length) })
  return json({ embedding: vectorOf(text, Number(body.dimensions ?? 1024)), ...counted })
}

function cohere({ body, model }: Call): MockResponse {
  const isFourth = model.includes('embed-v4')
  checkFields(
    body,
    isFourth
      ? 'texts images inputs input_type embedding_types output_dimension max_tokens truncate'
      : 'texts images input_type embedding_types truncate',
  )
  const texts = Array.isArray(body.texts) ? body.texts.map(textOf) : []
  if (texts.length === 0 || texts.length > 96)
    throw validation('Malformed input request: texts must have 1 to 96 items')
  if (!/^(search_document|search_query|classification|clustering|image)$/.test(textOf(body.input_type)))
    throw validation('Malformed input request: #: required key [input_type] not found')
  const vectors = texts.map((text) => vectorOf(text, Number(body.output_dimension ?? (isFourth ? 1536 : 1024))))
  return json(
    Array.isArray(body.embedding_types)
      ? { id: 'mock', response_type: 'embeddings_by_type', embeddings: { float: vectors }, texts }
      : { id: 'mock', response_type: 'embeddings_floats', embeddings: vectors, texts },
  )
}

function nova({ body, usage }: Call): MockResponse {
  checkFields(body, 'schemaVersion taskType singleEmbeddingParams')
  const params = isObject(body.singleEmbeddingParams) ? body.singleEmbeddingParams : {}
  const text = isObject(params.text) ? textOf(params.text.value) : ''
  if (body.taskType !== 'SINGLE_EMBEDDING' || text === '')
    throw validation('Malformed input request: singleEmbeddingParams')
  const embedding = vectorOf(text, Number(params.embeddingDimension ?? 3072))
  return json({
    embeddings: [{ embeddingType: 'TEXT', embedding }],
    ...usage({ inputTokenCount: tokensOf(text.length) }),
  })
}

/** The vectors of a text, if the model makes any. */
export function embed(call: Call): MockResponse | undefined {
  if (call.model.includes('titan-embed')) return titan(call)
  if (call.model.includes('cohere.embed')) return cohere(call)
  return /nova.*embed/.test(call.model) ? nova(call) : undefined
}
