import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { bareModel, maxTokensField } from '../../translate/max-tokens-field.ts'
import { jsonSchemaOf } from './json-schema-of.ts'

const tokensMax = 1_073_741_823
const countMax = 128
const stopsMax = 4

const isIntegerUpTo = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max

/** The generation config as fields of a chat. */
export function readConfig(body: JsonObject, model: string): JsonObject {
  const raw = googleField(body, 'generationConfig') ?? {}
  if (!isObject(raw)) throw new BadRequest('generationConfig must be an object', 'generationConfig')
  const numberField = (name: string): number | undefined => {
    const value = googleField(raw, name)
    if (value !== undefined && !(typeof value === 'number' && Number.isFinite(value)))
      throw new BadRequest(`generationConfig.${name} must be a number`, `generationConfig.${name}`)
    return value
  }
  const integerField = (name: string, max: number): number | undefined => {
    const value = numberField(name)
    if (value !== undefined && !isIntegerUpTo(value, max))
      throw new BadRequest(`generationConfig.${name} must be a whole number up to ${max}`, `generationConfig.${name}`)
    return value
  }
  const logprobs = googleField(raw, 'responseLogprobs')
  return definedOf({
    [maxTokensField(model)]: integerField('maxOutputTokens', tokensMax),
    temperature: numberField('temperature'),
    top_p: numberField('topP'),
    top_k: takesTopK(model) ? numberField('topK') : undefined,
    stop: stopsOf(googleField(raw, 'stopSequences')),
    n: integerField('candidateCount', countMax),
    seed: numberField('seed'),
    presence_penalty: numberField('presencePenalty'),
    frequency_penalty: numberField('frequencyPenalty'),
    response_format: formatOf(raw),
    reasoning_effort: effortOf(objectOf(googleField(raw, 'thinkingConfig'))),
    logprobs: typeof logprobs === 'boolean' ? logprobs : undefined,
    top_logprobs: numberField('logprobs'),
    modalities: modalitiesOf(listOf(googleField(raw, 'responseModalities'))),
  })
}

/** OpenAI refuses a request with an unknown field; nearly all other upstreams accept this one. */
const takesTopK = (model: string): boolean => !/^(?:gpt-|chatgpt-|o\d)/.test(bareModel(model))

function stopsOf(value: unknown): string[] | undefined {
  const sequences = listOf(value)
  if (!sequences.every((sequence) => typeof sequence === 'string') || (value !== undefined && !Array.isArray(value)))
    throw new BadRequest('generationConfig.stopSequences must be a list of strings', 'generationConfig.stopSequences')
  return sequences.length > 0 ? sequences.slice(0, stopsMax) : undefined
}

function formatOf(config: JsonObject): JsonObject | undefined {
  if (googleField(config, 'responseMimeType') !== 'application/json') return undefined
  const googleSchema = objectOf(googleField(config, 'responseSchema'))
  const schema = objectOf(googleField(config, 'responseJsonSchema')) ?? (googleSchema && jsonSchemaOf(googleSchema))
  return schema ? { type: 'json_schema', json_schema: { name: 'response', schema } } : { type: 'json_object' }
}

const levels: ReadonlySet<string> = new Set(['minimal', 'low', 'medium', 'high', 'xhigh'])

/** A thinking budget as the effort nearest to it; a dynamic budget (-1) gives no effort. */
function effortOf(config: JsonObject | undefined): string | undefined {
  const level = textOf(googleField(config, 'thinkingLevel'))?.toLowerCase()
  if (level !== undefined) return levels.has(level) ? level : undefined
  const budget = googleField(config, 'thinkingBudget')
  if (typeof budget !== 'number' || budget < 0) return undefined
  if (budget === 0) return 'none'
  return budget <= 1024 ? 'low' : budget <= 8192 ? 'medium' : 'high'
}

/** Text is the default, so modalities are only sent where there are others. */
function modalitiesOf(modalities: readonly unknown[]): string[] | undefined {
  const requested = modalities.filter((each) => typeof each === 'string').map((each) => each.toLowerCase())
  const others = requested.filter((each) => each === 'image' || each === 'audio')
  return others.length > 0 ? ['text', ...others] : undefined
}
