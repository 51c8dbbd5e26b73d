import type { JsonObject } from '../../forms/chat.ts'
import { textOf } from '../../translate/json/json-values.ts'

/**
 * The channel's own system prompt: for clients that bring none, or, when the channel insists, before whatever they bring.
 * Blocks stay blocks, so that their caching marks keep their places.
 */
export function withSystemPrompt(body: JsonObject, setting: JsonObject): JsonObject {
  const prompt = textOf(setting.system_prompt)
  if (prompt === undefined) return body
  const { system } = body
  const isEmpty =
    system === undefined || system === null || system === '' || (Array.isArray(system) && system.length === 0)
  if (isEmpty) return { ...body, system: prompt }
  if (setting.system_prompt_override !== true) return body
  if (Array.isArray(system)) return { ...body, system: [{ type: 'text', text: prompt }, ...system] }
  return typeof system === 'string' ? { ...body, system: `${prompt}\n${system}` } : body
}
