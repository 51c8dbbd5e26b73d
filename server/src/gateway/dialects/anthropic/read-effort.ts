import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { bareModel, gptGeneration } from '../../translate/max-tokens-field.ts'

const effortOfBudget = (budget: number): string => (budget < 2048 ? 'low' : budget < 8192 ? 'medium' : 'high')

const isOpenAi = (name: string): boolean => /^(?:o\d|gpt-|chatgpt)/.test(name)
/** Models whose providers know every effort, or turn those they do not know into their own switches. */
const allEffortModels = /^(?:claude|gemini|qwen|qwq|glm|kimi|deepseek|minimax)/i

const hasEffort = (name: string, generation: number, effort: string): boolean => {
  if (effort === 'none') return isOpenAi(name) ? generation >= 501 : allEffortModels.test(name)
  if (effort === 'xhigh') return isOpenAi(name) ? generation >= 502 : allEffortModels.test(name)
  if (effort === 'max') return isOpenAi(name) ? generation >= 506 : allEffortModels.test(name)
  return true
}

/** The nearest effort that a model takes; none at all rather than one it would refuse. */
function supportedEffort(effort: string, model: string): string | undefined {
  const name = bareModel(model)
  const generation = gptGeneration(name) ?? 0
  if (hasEffort(name, generation, effort)) return effort
  if (effort === 'max' && hasEffort(name, generation, 'xhigh')) return 'xhigh'
  return effort === 'none' ? undefined : 'high'
}

/** How hard the model shall think, from the three ways Anthropic's clients have said it over time. */
export function readEffort(body: JsonObject, model: string): string | undefined {
  const thinking = objectOf(body.thinking)
  const effort = textOf(objectOf(body.output_config)?.effort)
  if (thinking?.type === 'disabled') return supportedEffort('none', model)
  if (effort !== undefined) return supportedEffort(effort, model)
  return thinking?.type === 'enabled' ? effortOfBudget(countOf(thinking.budget_tokens)) : undefined
}
