import { BadRequest } from '../../forms/bad-request.ts'
import type { ChatMessage, ChatRequest, JsonObject } from '../../forms/chat.ts'
import { googleField } from '../../translate/json/google-field.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { readConfig } from './read-config.ts'
import { readContents, readParts } from './read-contents.ts'
import { readTools } from './read-tools.ts'

/**
 * A Gemini client's request in the gateway's form. Fields it cannot express, such as safety settings and labels, are
 * dropped.
 */
export function readRequest(body: JsonObject, model: string): ChatRequest {
  if (googleField(body, 'cachedContent') !== undefined)
    throw new BadRequest('cachedContent is not supported for this model', 'cachedContent')
  const messages = [...systemMessage(body), ...readContents(body.contents)]
  if (messages.every(({ role }) => role === 'system')) throw new BadRequest('contents must not be empty', 'contents')
  return { model, messages, ...readConfig(body, model), ...readTools(body, model) }
}

function systemMessage(body: JsonObject): ChatMessage[] {
  const system = googleField(body, 'systemInstruction')
  if (system === undefined) return []
  const text = typeof system === 'string' ? system : textOfSystem(system)
  return text === '' ? [] : [{ role: 'system', content: text }]
}

function textOfSystem(system: unknown): string {
  const path = 'systemInstruction'
  if (!isObject(system)) throw new BadRequest(`${path} must be an object`, path)
  const texts = readParts(system.parts, `${path}.parts`).map((part) => {
    if (part.kind !== 'content' || part.part.type !== 'text') throw new BadRequest(`${path} must be text`, path)
    return part.part.text
  })
  return texts.join('\n')
}
