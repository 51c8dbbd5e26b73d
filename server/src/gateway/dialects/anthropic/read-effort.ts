import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { bareModel } from '../../translate/max-tokens-field.ts'
import { acceptedEffort, familyOf } from '../../translate/openai-families.ts'

const effortOfBudget = (budget: number): string => (budget < 2048 ? 'low' : budget < 8192 ? 'medium' : 'high')

/** Models whose providers accept every effort, or map it to their own setting. */
const allEffortModels = /^(?:claude|gemini|qwen|qwq|glm|kimi|deepseek|minimax)/i

/** The nearest effort that a model accepts; undefined rather than an effort it would refuse. */
function supportedEffort(effort: string, model: string): string | undefined {
  const family = familyOf(model)
  if (family) return acceptedEffort(effort, family.efforts)
  if (allEffortModels.test(bareModel(model))) return effort
  if (effort === 'none') return undefined
  return effort === 'xhigh' || effort === 'max' ? 'high' : effort
}

/** The reasoning effort, from the three settings Anthropic's API has had over time. */
export function readEffort(body: JsonObject, model: string): string | undefined {
  const thinking = objectOf(body.thinking)
  const effort = textOf(objectOf(body.output_config)?.effort)
  if (thinking?.type === 'disabled') return supportedEffort('none', model)
  if (effort !== undefined) return supportedEffort(effort, model)
  return thinking?.type === 'enabled' ? effortOfBudget(countOf(thinking.budget_tokens)) : undefined
}
