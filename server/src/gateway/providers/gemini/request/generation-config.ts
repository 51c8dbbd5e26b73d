import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { definedOf, listOf, objectOf } from '../../../translate/json/json-values.ts'
import type { GoogleOptions } from './google-options.ts'
import type { GoogleHost, ModelTraits } from './model-families.ts'
import { cleanSchema } from './schema.ts'
import { thinkingConfig } from './thinking-config.ts'

const stopsMax = 5

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The generation config; undefined when the request has no such setting. */
export function generationConfig(
  request: ChatRequest,
  { traits, host }: { traits: ModelTraits; host: GoogleHost },
  google: GoogleOptions,
): JsonObject | undefined {
  const maxOutputTokens = numberOf(request.max_completion_tokens) ?? numberOf(request.max_tokens)
  const config = definedOf({
    maxOutputTokens,
    ...(traits.takesSampling && {
      temperature: numberOf(request.temperature),
      topP: numberOf(request.top_p),
      topK: numberOf(request.top_k),
    }),
    stopSequences: stopsOf(request.stop),
    candidateCount: numberOf(request.n) || undefined,
    seed: numberOf(request.seed),
    ...(traits.takesPenalties.includes(host) && {
      presencePenalty: numberOf(request.presence_penalty),
      frequencyPenalty: numberOf(request.frequency_penalty),
    }),
    responseLogprobs: typeof request.logprobs === 'boolean' ? request.logprobs : undefined,
    logprobs: numberOf(request.top_logprobs),
    ...formatOf(request.response_format, traits),
    responseModalities: modalitiesOf(request.modalities, traits),
    imageConfig: google.imageConfig,
    thinkingConfig: google.thinkingConfig ?? thinkingConfig(request.reasoning_effort, traits.thinking, maxOutputTokens),
  })
  return Object.keys(config).length > 0 ? config : undefined
}

function stopsOf(stop: unknown): string[] | undefined {
  const sequences = (typeof stop === 'string' ? [stop] : listOf(stop)).filter(
    (sequence) => typeof sequence === 'string',
  )
  const present = sequences.filter((sequence) => sequence !== '').slice(0, stopsMax)
  return present.length > 0 ? present : undefined
}

function formatOf(format: unknown, { takesJsonSchema }: ModelTraits): JsonObject {
  const responseFormat = objectOf(format)
  if (responseFormat?.type !== 'json_object' && responseFormat?.type !== 'json_schema') return {}
  const schema =
    responseFormat.type === 'json_schema' ? objectOf(objectOf(responseFormat.json_schema)?.schema) : undefined
  return {
    responseMimeType: 'application/json',
    ...(schema && (takesJsonSchema ? { responseJsonSchema: schema } : { responseSchema: cleanSchema(schema) })),
  }
}

/** Image output comes with text; audio output comes alone. */
function modalitiesOf(modalities: unknown, { makesImages }: ModelTraits): string[] | undefined {
  const requested = listOf(modalities)
  if (requested.includes('image')) return ['TEXT', 'IMAGE']
  if (requested.includes('audio')) return ['AUDIO']
  return makesImages && requested.length === 0 ? ['TEXT', 'IMAGE'] : undefined
}
