import type { JsonObject } from '../../../forms/chat.ts'
import { googleField } from '../../../translate/json/google-field.ts'
import { isObject, listOf } from '../../../translate/json/json-values.ts'

const categories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
] as const
const thresholds: ReadonlySet<unknown> = new Set([
  'OFF',
  'BLOCK_NONE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_LOW_AND_ABOVE',
])

/** The threshold an administrator chose for a channel: `gemini_safety_setting`. */
const channelThreshold = ({ gemini_safety_setting }: JsonObject): string | undefined =>
  typeof gemini_safety_setting === 'string' && thresholds.has(gemini_safety_setting) ? gemini_safety_setting : undefined

/**
 * The thresholds of Google's filters. Newer models filter nothing by default, so without a choice nothing is sent;
 * older models are set to `BLOCK_NONE`, because they have no `OFF`. A client's own settings stay.
 */
export function safetySettings(
  setting: JsonObject,
  filtersByDefault: boolean,
  clientSettings: readonly JsonObject[] = [],
): JsonObject[] | undefined {
  const chosen = channelThreshold(setting)
  const threshold = filtersByDefault && (chosen === undefined || chosen === 'OFF') ? 'BLOCK_NONE' : chosen
  return threshold === undefined ? nonEmpty(clientSettings) : nonEmpty(withThreshold(threshold, clientSettings))
}

/** The thresholds for a request in Google's format: only an administrator's choice is added. */
export function withSafety(body: JsonObject, setting: JsonObject): JsonObject {
  const threshold = channelThreshold(setting)
  if (threshold === undefined) return body
  const { safetySettings: _, safety_settings: __, ...rest } = body
  const clientSettings = listOf(googleField(body, 'safetySettings')).filter(isObject)
  return { ...rest, safetySettings: withThreshold(threshold, clientSettings) }
}

function withThreshold(threshold: string, clientSettings: readonly JsonObject[]): JsonObject[] {
  const set = new Set(clientSettings.map(({ category }) => category))
  return [
    ...clientSettings,
    ...categories.filter((each) => !set.has(each)).map((category) => ({ category, threshold })),
  ]
}

const nonEmpty = (settings: readonly JsonObject[]): JsonObject[] | undefined =>
  settings.length > 0 ? [...settings] : undefined
