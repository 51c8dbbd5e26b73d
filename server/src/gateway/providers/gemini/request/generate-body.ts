import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { definedOf, isObject, listOf } from '../../../translate/json/json-values.ts'
import { withTools } from '../../../translate/tools/legacy-functions.ts'
import { jsonOutputOf } from '../../anthropic/json-output.ts'
import { generationConfig } from './generation-config.ts'
import { googleOptions } from './google-options.ts'
import type { GoogleHost, ModelTraits } from './model-families.ts'
import { traitsOf } from './model-traits.ts'
import { safetySettings } from './safety.ts'
import { toolUseOf } from './tools.ts'
import { collectTurns } from './turns.ts'

/** Google's name for the model, the host that serves it, and the settings of the channel. */
export type GenerateTarget = { model: string; host: GoogleHost; setting: JsonObject }

/** A chat as a generateContent request. Only the fields written here are sent. */
export function generateBody(chat: ChatRequest, { model, host, setting }: GenerateTarget): JsonObject {
  const traits = traitsOf(model)
  const request = withToolsAndJson(withTools(chat), traits)
  const google = googleOptions(request)
  const { system, turns } = collectTurns(request.messages, traits)
  return definedOf({
    systemInstruction: system === '' ? undefined : { parts: [{ text: system }] },
    contents: turns,
    ...toolUseOf(request, traits, host),
    safetySettings: safetySettings(setting, traits.filtersByDefault, google.safetySettings),
    generationConfig: generationConfig(request, { traits, host }, google),
    cachedContent: google.cachedContent,
  })
}

/** A model that does not combine tools with JSON output gets its tools, and the format as an instruction. */
function withToolsAndJson(request: ChatRequest, { combinesJson }: ModelTraits): ChatRequest {
  const hasTools = listOf(request.tools).length > 0 || isObject(request.web_search_options)
  if (combinesJson || !hasTools) return request
  const { instruction } = jsonOutputOf(request, 'instruction')
  if (instruction === undefined) return request
  const { response_format: _, ...rest } = request
  return { ...rest, messages: [...rest.messages, { role: 'system', content: instruction }] }
}
