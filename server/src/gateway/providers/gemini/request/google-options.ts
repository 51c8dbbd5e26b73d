import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { googleField } from '../../../translate/json/google-field.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../../translate/json/json-values.ts'

/**
 * Google's own options of an OpenAI client, in `extra_body.google`. They win over those derived from the rest of the
 * request.
 */
export type GoogleOptions = {
  thinkingConfig?: JsonObject
  imageConfig?: JsonObject
  cachedContent?: string
  safetySettings?: JsonObject[]
}

export function googleOptions(request: ChatRequest): GoogleOptions {
  const google = objectOf(objectOf(request.extra_body)?.google)
  if (!google) return {}
  const thinking = objectOf(googleField(google, 'thinkingConfig'))
  const image = objectOf(googleField(google, 'imageConfig'))
  const safety = listOf(googleField(google, 'safetySettings')).filter(isObject)
  return definedOf({
    thinkingConfig: thinking && thinkingOf(thinking),
    imageConfig: image && pick(image, ['aspectRatio', 'imageSize']),
    cachedContent: textOf(googleField(google, 'cachedContent')),
    safetySettings: safety.length > 0 ? safety.map((each) => pick(each, ['category', 'threshold'])) : undefined,
  })
}

const pick = (from: JsonObject, names: readonly string[]): JsonObject =>
  definedOf(Object.fromEntries(names.map((name) => [name, googleField(from, name)])))

/** Google refuses a level together with a budget. */
function thinkingOf(thinking: JsonObject): JsonObject {
  const config = pick(thinking, ['includeThoughts', 'thinkingBudget', 'thinkingLevel'])
  if (config.thinkingLevel !== undefined) delete config.thinkingBudget
  return config
}
