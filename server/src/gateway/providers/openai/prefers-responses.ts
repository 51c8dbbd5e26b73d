import type { ChatRequest } from '../../forms/chat.ts'
import { bareModel, gptGeneration, isReasoningModel } from '../../translate/max-tokens-field.ts'

/** The first generation that refuses a chat with both reasoning and functions. */
const chatRefusedSince = 504
/** The first generation that reasons by default. */
const reasonsSince = 506

/** Models without a chat endpoint. */
function isResponsesOnly(name: string): boolean {
  if (name.startsWith('computer-use') || name.startsWith('codex-')) return true
  return isReasoningModel(name) && /-pro(?:-|$)|-codex(?:-|$)|-deep-research(?:-|$)/.test(name)
}

const hasFunctions = ({ tools, functions }: ChatRequest): boolean =>
  tools?.some(({ type }) => type === 'function') || (Array.isArray(functions) && functions.length > 0)

/** True when OpenAI accepts this chat only through Responses. */
export function prefersResponses(request: ChatRequest, model: string): boolean {
  const name = bareModel(model)
  if (isResponsesOnly(name)) return true
  const generation = gptGeneration(name) ?? 0
  if (generation < chatRefusedSince || !hasFunctions(request)) return false
  const effort = request.reasoning_effort ?? (generation >= reasonsSince ? 'medium' : 'none')
  return effort !== 'none'
}
