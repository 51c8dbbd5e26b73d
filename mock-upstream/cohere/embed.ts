import { type Call, identifier } from '../exchange/call.ts'
import { given, isInteger, isObject, objectsIn, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { checkFields, cohereError } from './errors.ts'

const fields = new Set([
  'model',
  'texts',
  'images',
  'inputs',
  'input_type',
  'embedding_types',
  'output_dimension',
  'truncate',
  'max_tokens',
  'priority',
])
const inputTypes = ['search_document', 'search_query', 'classification', 'clustering', 'image']
const inputsMax = 96
const pictureTokens = 100

export function embed(call: Call): MockResponse {
  const { body, model } = call
  checkFields(body, fields)
  if (model === '') throw cohereError(400, 'invalid request: model is required')
  if (!inputTypes.includes(textOf(body.input_type)))
    throw cohereError(400, 'invalid request: valid input_type must be provided with the provided model')
  if (given(body, 'output_dimension') && ![256, 512, 1024, 1536].includes(Number(body.output_dimension)))
    throw cohereError(400, 'invalid request: output_dimension must be one of 256, 512, 1024, 1536')
  if (given(body, 'max_tokens') && !isInteger(body.max_tokens, 1)) throw cohereError(400, 'invalid request: max_tokens')
  const inputs = inputsOf(call)
  if (inputs.length === 0) throw cohereError(400, 'invalid request: at least one input is required')
  if (inputs.length > inputsMax)
    throw cohereError(400, `invalid request: total number of texts must be at most ${inputsMax}`)
  const float = inputs.map(({ text }) => vectorOf(text, Number(body.output_dimension ?? 1536)))
  const images = inputs.filter(({ isPicture }) => isPicture).length
  const input_tokens = inputs.reduce((sum, { text, isPicture }) => sum + (isPicture ? 0 : tokensOf(text.length)), 0)
  const billed_units = call.usage({ input_tokens, ...(images > 0 && { images, image_tokens: images * pictureTokens }) })
  return json({
    id: identifier('', call),
    embeddings: { float },
    texts: body.texts ?? [],
    meta: { api_version: { version: '2' }, billed_units },
    response_type: 'embeddings_by_type',
  })
}

function inputsOf({ body }: Call): { text: string; isPicture: boolean }[] {
  if (given(body, 'texts')) {
    if (!Array.isArray(body.texts) || body.texts.some((text) => typeof text !== 'string'))
      throw cohereError(422, 'invalid type: texts must be strings')
    return body.texts.map((text: string) => ({ text, isPicture: false }))
  }
  return objectsIn(body.inputs).map(({ content }) => {
    const [part] = objectsIn(content)
    if (part?.type === 'text') return { text: textOf(part.text), isPicture: false }
    if (part?.type === 'image_url' && isObject(part.image_url))
      return { text: textOf(part.image_url.url), isPicture: true }
    throw cohereError(422, 'invalid type: inputs must hold text or image_url')
  })
}
