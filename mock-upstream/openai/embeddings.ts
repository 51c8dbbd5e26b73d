import { absentModel, type Call } from '../exchange/call.ts'
import { isInteger, isObject, textOf } from '../exchange/json.ts'
import { json, type Whole } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorBytes, vectorOf } from '../model/vector.ts'
import { modelNotFound } from './chat.ts'
import { invalidValue, missingParameter, openaiError, unsupportedParameter } from './errors.ts'

const inputsMax = 2048

export function embeddings(call: Call): Whole {
  const { body, model } = call
  if (model === '') throw openaiError(400, 'you must provide a model parameter')
  if (model === absentModel) throw modelNotFound(model)
  const inputs = inputsOf(body.input)
  const dimensions = dimensionsOf(model, body.dimensions)
  const isBase64 = body.encoding_format === 'base64'
  if (body.encoding_format !== undefined && !isBase64 && body.encoding_format !== 'float') {
    throw invalidValue('encoding_format', 'supported values are float and base64.')
  }
  const data = inputs.map(({ text }, index) => {
    const vector = vectorOf(text, dimensions)
    return { object: 'embedding', index, embedding: isBase64 ? vectorBytes(vector) : vector }
  })
  const prompt_tokens = inputs.reduce((sum, { tokens }) => sum + tokens, 0)
  return json({ object: 'list', data, model, usage: call.usage({ prompt_tokens, total_tokens: prompt_tokens }) })
}

/** The texts to embed with their token counts. A list of numbers is one tokenized text. */
function inputsOf(input: unknown): { text: string; tokens: number }[] {
  if (input === undefined || input === null) throw missingParameter('input')
  const isTokens = Array.isArray(input) && input.length > 0 && input.every((each) => typeof each === 'number')
  const list: unknown[] = Array.isArray(input) && !isTokens ? input : [input]
  if (list.length === 0) throw invalidValue('input', 'empty array.', 'empty_array')
  if (list.length > inputsMax) throw invalidValue('input', `at most ${inputsMax} inputs.`, 'array_above_max_length')
  return list.map((each, index) => {
    if (Array.isArray(each)) return { text: each.join(' '), tokens: each.length }
    const text = isObject(each) ? textOf(each.text) || textOf(each.image) : each
    if (typeof text !== 'string' || text === '')
      throw invalidValue(`input[${index}]`, 'input cannot be an empty string.')
    return { text, tokens: tokensOf(text.length) }
  })
}

function dimensionsOf(model: string, requested: unknown): number {
  const usual = model.includes('3-large') ? 3072 : model.includes('jina') ? 1024 : 1536
  if (requested === undefined || requested === null) return usual
  if (model.includes('ada-002')) throw unsupportedParameter('dimensions')
  if (!isInteger(requested, 1, usual)) throw invalidValue('dimensions', `expected an integer from 1 to ${usual}.`)
  return requested
}
