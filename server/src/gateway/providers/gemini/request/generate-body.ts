import type { ChatRequest, JsonObject } from '../../../forms/chat.ts'
import { definedOf } from '../../../translate/json/json-values.ts'
import { withTools } from '../../../translate/tools/legacy-functions.ts'
import { generationConfig } from './generation-config.ts'
import { googleOptions } from './google-options.ts'
import type { GoogleHost } from './model-families.ts'
import { traitsOf } from './model-traits.ts'
import { safetySettings } from './safety.ts'
import { toolUseOf } from './tools.ts'
import { collectTurns } from './turns.ts'

/** Google's name for the model, the host that serves it, and the settings of the channel. */
export type GenerateTarget = { model: string; host: GoogleHost; setting: JsonObject }

/** A chat as a generateContent request. Only the fields written here are sent. */
export function generateBody(chat: ChatRequest, { model, host, setting }: GenerateTarget): JsonObject {
  const request = withTools(chat)
  const traits = traitsOf(model)
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
