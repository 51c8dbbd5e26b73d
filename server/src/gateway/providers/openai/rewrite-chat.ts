import type { ChatMessage, JsonObject } from '../../forms/chat.ts'
import { removeFields } from '../../translate/json/remove-fields.ts'
import { bareModel, gptGeneration, isReasoningModel } from '../../translate/max-tokens-field.ts'

const sampling = ['temperature', 'top_p', 'logprobs', 'top_logprobs'] as const
const effort = ['reasoning_effort'] as const
const penalties = ['presence_penalty', 'frequency_penalty', 'logit_bias'] as const
/** Fields of other vendors' models, which OpenAI and Azure refuse. */
export const foreignFields = [
  'top_k',
  'min_p',
  'repetition_penalty',
  'enable_thinking',
  'thinking',
  'extra_body',
] as const
/** The first generation whose reasoning can be switched off; then it accepts sampling like other models. */
const optionalReasoningSince = 501

/** Drops parameters that some of OpenAI's models refuse. Decided by the model's name, for every host. */
export function rewriteChat(body: JsonObject, model: string): void {
  const name = bareModel(model)
  if (/^gpt-4o(?:-mini)?-search-preview/.test(name))
    removeFields(body, ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'n'])
  if (!isReasoningModel(name)) {
    // Other companies' models, which may reason, are served under this channel type, too.
    if (gptGeneration(name) !== undefined || name.startsWith('chatgpt-')) removeFields(body, effort)
    return
  }
  body.messages = (body.messages as ChatMessage[]).map((message) => withRoleFor(message, name))
  if (body.max_tokens !== undefined) body.max_completion_tokens ??= body.max_tokens
  delete body.max_tokens
  dropSampling(body, name)
  removeFields(body, penalties)
  if (!name.startsWith('o1')) delete body.stop
}

/** Drops sampling parameters that a reasoning model refuses. */
export function dropSampling(body: JsonObject, model: string): void {
  const isReasoningOff = body.reasoning_effort === 'none' && (gptGeneration(model) ?? 0) >= optionalReasoningSince
  if (isReasoningModel(model) && !isReasoningOff) removeFields(body, sampling)
}

/** Reasoning models call the role `developer`; the first ones had neither role. */
function withRoleFor(message: ChatMessage, model: string): ChatMessage {
  if (/^o1-(?:mini|preview)/.test(model))
    return message.role === 'system' || message.role === 'developer' ? { ...message, role: 'user' } : message
  return message.role === 'system' ? { ...message, role: 'developer' } : message
}
