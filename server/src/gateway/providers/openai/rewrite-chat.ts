import type { ChatMessage, JsonObject } from '../../forms/chat.ts'
import { textOf } from '../../translate/json/json-values.ts'
import { removeFields } from '../../translate/json/remove-fields.ts'
import { bareModel } from '../../translate/max-tokens-field.ts'
import { acceptedEffort, familyOf, isReasoning, type ModelFamily } from '../../translate/openai-families.ts'

const sampling = ['temperature', 'top_p', 'logprobs', 'top_logprobs'] as const
const effortFields = ['reasoning_effort'] as const
const verbosityFields = ['verbosity'] as const
const retentionFields = ['prompt_cache_retention'] as const
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

/** Adapts a chat to the model, for every host. `model` is the name that decides which model rules apply. */
export function rewriteChat(body: JsonObject, model: string): void {
  const name = bareModel(model)
  if (/^gpt-4o(?:-mini)?-search-preview/.test(name))
    removeFields(body, ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'n'])
  const family = familyOf(name)
  if (!family) return
  const effort = acceptedEffort(textOf(body.reasoning_effort), family.chatEfforts)
  if (effort === undefined) removeFields(body, effortFields)
  else body.reasoning_effort = effort
  dropRefused(body, family, effort)
  if (!family.reasons) return
  body.messages = (body.messages as ChatMessage[]).map((message) => withRoleFor(message, name))
  if (body.max_tokens !== undefined) body.max_completion_tokens ??= body.max_tokens
  delete body.max_tokens
  removeFields(body, penalties)
  if (!name.startsWith('o1')) delete body.stop
}

/** Drops the parameters that the family refuses at this effort, under either endpoint. */
export function dropRefused(body: JsonObject, family: ModelFamily, effort: string | undefined): void {
  if (isReasoning(family, effort)) removeFields(body, sampling)
  if (family.verbosity === 'medium' && body.verbosity !== 'medium') removeFields(body, verbosityFields)
  if (family.lacksCacheRetention) removeFields(body, retentionFields)
}

/** Reasoning models call the role `developer`; the first ones had neither role. */
function withRoleFor(message: ChatMessage, model: string): ChatMessage {
  if (/^o1-(?:mini|preview)/.test(model))
    return message.role === 'system' || message.role === 'developer' ? { ...message, role: 'user' } : message
  return message.role === 'system' ? { ...message, role: 'developer' } : message
}
