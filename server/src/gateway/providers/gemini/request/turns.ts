import type { ChatMessage, JsonObject } from '../../../forms/chat.ts'
import { isDeep } from '../../../translate/json/is-deep.ts'
import { isObject, listOf, textOf } from '../../../translate/json/json-values.ts'
import { splitImages } from '../../../translate/text/images-in-text.ts'
import { signatureIn } from '../../../translate/tools/google-signature.ts'
import { parseArguments } from '../../../translate/tools/tool-arguments.ts'
import { signatureBypass } from '../thought-signatures.ts'
import { safeName } from './function-names.ts'
import type { ModelTraits } from './model-families.ts'
import { inlinePart, type Part, partsOf, textParts } from './parts.ts'

export type Turn = { role: 'user' | 'model'; parts: Part[] }
export type CollectedTurns = { system: string; turns: Turn[] }

/** The content of a turn that is required but empty. */
const fillerPart: Part = { text: ' ' }

/** A chat in Gemini's format: the system prompt apart, then alternating turns of user and model. */
export function collectTurns(messages: readonly ChatMessage[], traits: ModelTraits): CollectedTurns {
  const names = new Map<string, string>()
  const system: string[] = []
  const turns: Turn[] = []
  const add = (role: Turn['role'], parts: Part[]) => {
    const last = turns.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else if (parts.length > 0) turns.push({ role, parts })
  }
  for (const message of messages) {
    if (message.role === 'system' || message.role === 'developer') system.push(...textsOf(message))
    else if (message.role === 'assistant') add('model', modelParts(message, names, traits))
    else if (message.role === 'tool') add('user', resultParts(message, names))
    else add('user', partsOf(message.content))
  }
  return completeTurns({ system: system.join('\n'), turns }, traits)
}

const textsOf = ({ content }: ChatMessage): string[] =>
  partsOf(typeof content === 'string' ? content : content?.filter(({ type }) => type === 'text' || type === 'refusal'))
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')

/** Text first, then calls. */
function modelParts(message: ChatMessage, names: Map<string, string>, traits: ModelTraits): Part[] {
  const content = traits.makesImages ? partsOf(message.content).flatMap(splitTextImages) : partsOf(message.content)
  const signature = signatureIn(message)
  const last = content.findLastIndex(({ text }) => typeof text === 'string')
  if (signature !== undefined && last !== -1) content[last] = { ...content[last], thoughtSignature: signature }
  return [...content, ...callParts(message, names, traits)]
}

/** A model that makes images gets its earlier images as images, not as Markdown. */
function splitTextImages(part: Part): Part[] {
  if (typeof part.text !== 'string') return [part]
  return splitImages(part.text).flatMap((piece) =>
    typeof piece === 'string' ? textParts(piece) : [inlinePart(piece.mime, piece.base64)],
  )
}

function callParts(message: ChatMessage, names: Map<string, string>, { needsSignatures }: ModelTraits): Part[] {
  const parts: Part[] = []
  for (const call of listOf(message.tool_calls)) {
    const called = isObject(call) && isObject(call.function) ? call.function : undefined
    const name = textOf(called?.name)
    if (!isObject(call) || name === undefined) continue
    const id = textOf(call.id)
    if (id !== undefined) names.set(id, name)
    const args = typeof called?.arguments === 'string' ? parseArguments(called.arguments) : {}
    // Of parallel calls only the first has a signature.
    const signature = signatureIn(call) ?? (needsSignatures && parts.length === 0 ? signatureBypass : undefined)
    parts.push({
      functionCall: { ...(id !== undefined && { id }), name: safeName(name), args },
      ...(signature !== undefined && { thoughtSignature: signature }),
    })
  }
  return parts
}

/** The result of a call; its images are parts of their own. */
function resultParts(message: ChatMessage, names: ReadonlyMap<string, string>): Part[] {
  const id = textOf(message.tool_call_id)
  const name = names.get(id ?? '') ?? textOf(message.name) ?? id ?? 'unknown'
  const parts = partsOf(message.content)
  const texts = parts.map(({ text }) => text).filter((text) => typeof text === 'string')
  const response = responseOf(texts.join('\n'))
  return [
    { functionResponse: { ...(id !== undefined && { id }), name: safeName(name), response } },
    ...parts.filter(({ text }) => typeof text !== 'string'),
  ]
}

/** A result must be an object. */
function responseOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isDeep(value)) return { content: text }
    return isObject(value) ? value : { result: value }
  } catch {
    return { content: text }
  }
}

/** There must be at least one turn, and for some models the last must be the user's. */
function completeTurns({ system, turns }: CollectedTurns, { takesSystem, needsUserLast }: ModelTraits): CollectedTurns {
  if (turns.length === 0)
    turns.push({ role: 'user', parts: textParts(system).concat(system === '' ? [fillerPart] : []) })
  else if (!takesSystem && system !== '') prependSystem(turns, system)
  if (needsUserLast && turns.at(-1)?.role === 'model') turns.push({ role: 'user', parts: [fillerPart] })
  return { system: takesSystem ? system : '', turns }
}

/** Models without a system instruction get it in the first user turn. */
function prependSystem(turns: Turn[], system: string): void {
  const user = turns.find(({ role }) => role === 'user')
  const text = user?.parts.findIndex((part) => typeof part.text === 'string') ?? -1
  if (!user) turns.unshift({ role: 'user', parts: [{ text: system }] })
  else if (text === -1) user.parts.unshift({ text: system })
  else user.parts[text] = { text: `${system}\n${user.parts[text]?.text}` }
}
