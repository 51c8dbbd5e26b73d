import type { ChatRequest } from '../../forms/chat.ts'
import { bareModel, gptGeneration, isReasoningModel } from '../../translate/max-tokens-field.ts'

/** From here on chats that combine reasoning with functions are refused, with a hint at the other address. */
const chatRefusedSince = 504
/** From here on models reason unless told not to. */
const reasonsSince = 506

/** Models that have no chat at all. */
function isResponsesOnly(name: string): boolean {
  if (name.startsWith('computer-use') || name.startsWith('codex-')) return true
  return isReasoningModel(name) && /-pro(?:-|$)|-codex(?:-|$)|-deep-research(?:-|$)/.test(name)
}

const hasFunctions = ({ tools, functions }: ChatRequest): boolean =>
  tools?.some(({ type }) => type === 'function') || (Array.isArray(functions) && functions.length > 0)

/** True when OpenAI takes this chat only in its Responses form. */
export function prefersResponses(ask: ChatRequest, model: string): boolean {
  const name = bareModel(model)
  if (isResponsesOnly(name)) return true
  const generation = gptGeneration(name) ?? 0
  if (generation < chatRefusedSince || !hasFunctions(ask)) return false
  const effort = ask.reasoning_effort ?? (generation >= reasonsSince ? 'medium' : 'none')
  return effort !== 'none'
}
