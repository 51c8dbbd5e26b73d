import type { JsonObject } from '../forms/chat.ts'
import { isObject } from '../translate/json/json-values.ts'
import { tierFields } from '../translate/json/reserved-fields.ts'
import { isTierField } from '../translate/json/service-tiers.ts'
import { overrideFailure } from './override-failure.ts'

/** The members of a request that decide how much its response can cost, in the spelling of any upstream. */
export type Measures = {
  /** The largest limit of output tokens; undefined if there is none. */
  outputMax: number | undefined
  /** Requested choices or images. */
  count: number
  isSpoken: boolean
  /** Service tiers, sizes, qualities and lengths, as JSON. */
  others: string
}

const limitNames: ReadonlySet<string> = new Set(
  [
    ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'maxTokens', 'max_new_tokens'],
    ...['max_tokens_to_sample', 'maxTokensToSample', 'maxTokenCount', 'max_gen_len', 'num_predict', 'MaxTokens'],
  ].map((name) => name.toLowerCase()),
)
const countNames: ReadonlySet<string> = new Set(
  [
    ...['n', 'best_of', 'candidateCount', 'candidate_count', 'num_return_sequences', 'numChoices', 'num_generations'],
    ...['num_images', 'numberOfImages', 'number_of_images', 'sampleCount', 'sample_count', 'batch_size', 'num_outputs'],
  ].map((name) => name.toLowerCase()),
)
const otherNames: ReadonlySet<string> = new Set(
  [
    ...tierFields,
    ...['size', 'image_size', 'imageSize', 'resolution', 'width', 'height', 'quality'],
    ...['seconds', 'duration', 'durationSeconds', 'duration_seconds', 'num_frames', 'partial_images'],
  ].map((name) => name.toLowerCase()),
)
/** Members with the prompt or with schemas, whose own members may have these names. */
const contents: ReadonlySet<string> = new Set([
  ...['messages', 'contents', 'content', 'system', 'systemInstruction', 'system_instruction', 'input', 'instructions'],
  ...['prompt', 'tools', 'toolConfig', 'functions', 'response_format', 'responseSchema', 'metadata', 'documents'],
])

const depthMax = 6
const tokensMax = 1_073_741_823
const countMax = 128

export function measuresOf(body: JsonObject): Measures {
  const limits: unknown[] = []
  const counts: unknown[] = []
  const others: [name: string, value: unknown][] = []
  let isSpoken = false
  const walk = (object: JsonObject, depth: number) => {
    for (const [name, value] of Object.entries(object)) {
      const plain = name.toLowerCase()
      if (value === undefined || value === null) continue
      if (limitNames.has(plain)) limits.push(value)
      else if (countNames.has(plain)) counts.push(value)
      else if (otherNames.has(plain)) {
        if (plain !== 'speed' || isTierField(plain, value)) others.push([plain, value])
      } else if (/^(?:response_?)?modalities$/.test(plain)) isSpoken ||= /audio/i.test(JSON.stringify(value))
      else if (isObject(value) && depth < depthMax && !contents.has(name)) walk(value, depth + 1)
    }
  }
  walk(body, 0)
  return { outputMax: limitOf(limits), count: countIn(counts), isSpoken, others: JSON.stringify(others.sort(byName)) }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : one > other ? 1 : 0)

/** A limit that is no positive number sets no limit at some upstreams. */
function limitOf(limits: readonly unknown[]): number | undefined {
  if (limits.length === 0) return undefined
  const isLimit = (limit: unknown) => Number.isInteger(limit) && Number(limit) > 0 && Number(limit) <= tokensMax
  return limits.every(isLimit) ? Math.max(...limits.map(Number)) : undefined
}

/** NaN for a count that cannot be held. */
function countIn(counts: readonly unknown[]): number {
  const isCount = (count: unknown) => Number.isInteger(count) && Number(count) >= 0 && Number(count) <= countMax
  return counts.every(isCount) ? Math.max(1, ...counts.map(Number)) : Number.NaN
}

/** What overrides have made of the measures; undefined for those that they leave as they were. */
export type MeasureChange = {
  outputMax?: { is: number | undefined }
  count?: { was: number; is: number }
  isSpoken?: boolean
  /** Whether tiers, sizes, qualities or lengths differ. */
  hasOthers: boolean
}

export function measureChange(before: JsonObject, after: JsonObject): MeasureChange {
  const [one, other] = [measuresOf(before), measuresOf(after)]
  if (Number.isNaN(other.count) && !Number.isNaN(one.count))
    throw overrideFailure(`a count of results must be a whole number up to ${countMax}`)
  return {
    ...(one.outputMax !== other.outputMax && { outputMax: { is: other.outputMax } }),
    ...(!Object.is(one.count, other.count) && { count: { was: one.count || 1, is: other.count } }),
    ...(one.isSpoken !== other.isSpoken && { isSpoken: other.isSpoken }),
    hasOthers: one.others !== other.others,
  }
}

/** Whether a change of the measures can change the price of a request. */
export const isDearer = ({ outputMax, count, isSpoken, hasOthers }: MeasureChange): boolean =>
  outputMax !== undefined || count !== undefined || isSpoken !== undefined || hasOthers
