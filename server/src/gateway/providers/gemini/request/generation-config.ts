import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { definedOf, listOf, objectOf } from '../../../translate/json/json-values.ts'
import type { GoogleOptions } from './google-options.ts'
import type { ModelTraits } from './model-traits.ts'
import { cleanSchema } from './schema.ts'
import { thinkingConfig } from './thinking-config.ts'

const stopsMax = 5

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** How the answer is to be made. Undefined when the client wished for nothing in particular. */
export function generationConfig(ask: ChatRequest, traits: ModelTraits, google: GoogleOptions): JsonObject | undefined {
  const maxOutputTokens = numberOf(ask.max_completion_tokens) ?? numberOf(ask.max_tokens)
  const config = definedOf({
    maxOutputTokens,
    ...(traits.takesSampling && {
      temperature: numberOf(ask.temperature),
      topP: numberOf(ask.top_p),
      topK: numberOf(ask.top_k),
    }),
    stopSequences: stopsOf(ask.stop),
    candidateCount: numberOf(ask.n) || undefined,
    seed: numberOf(ask.seed),
    presencePenalty: numberOf(ask.presence_penalty),
    frequencyPenalty: numberOf(ask.frequency_penalty),
    responseLogprobs: typeof ask.logprobs === 'boolean' ? ask.logprobs : undefined,
    logprobs: numberOf(ask.top_logprobs),
    ...formatOf(ask.response_format, traits),
    responseModalities: modalitiesOf(ask.modalities, traits),
    imageConfig: google.imageConfig,
    thinkingConfig: google.thinkingConfig ?? thinkingConfig(ask.reasoning_effort, traits.thinking, maxOutputTokens),
  })
  return Object.keys(config).length > 0 ? config : undefined
}

function stopsOf(stop: unknown): string[] | undefined {
  const words = (typeof stop === 'string' ? [stop] : listOf(stop)).filter((word) => typeof word === 'string')
  const said = words.filter((word) => word !== '').slice(0, stopsMax)
  return said.length > 0 ? said : undefined
}

function formatOf(format: unknown, { takesJsonSchema }: ModelTraits): JsonObject {
  const about = objectOf(format)
  if (about?.type !== 'json_object' && about?.type !== 'json_schema') return {}
  const schema = about.type === 'json_schema' ? objectOf(objectOf(about.json_schema)?.schema) : undefined
  return {
    responseMimeType: 'application/json',
    ...(schema && (takesJsonSchema ? { responseJsonSchema: schema } : { responseSchema: cleanSchema(schema) })),
  }
}

/** Pictures come with words; sound comes alone. */
function modalitiesOf(modalities: unknown, { makesPictures }: ModelTraits): string[] | undefined {
  const wished = listOf(modalities)
  if (wished.includes('image')) return ['TEXT', 'IMAGE']
  if (wished.includes('audio')) return ['AUDIO']
  return makesPictures && wished.length === 0 ? ['TEXT', 'IMAGE'] : undefined
}
