import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { bareModel, gptGeneration } from '../../translate/max-tokens-field.ts'

const effortOfBudget = (budget: number): string => (budget < 2048 ? 'low' : budget < 8192 ? 'medium' : 'high')

const isOpenAi = (name: string): boolean => /^(?:o\d|gpt-|chatgpt)/.test(name)
/** Models whose providers accept every effort, or map it to their own setting. */
const allEffortModels = /^(?:claude|gemini|qwen|qwq|glm|kimi|deepseek|minimax)/i

const hasEffort = (name: string, generation: number, effort: string): boolean => {
  if (effort === 'none') return isOpenAi(name) ? generation >= 501 : allEffortModels.test(name)
  if (effort === 'xhigh') return isOpenAi(name) ? generation >= 502 : allEffortModels.test(name)
  if (effort === 'max') return isOpenAi(name) ? generation >= 506 : allEffortModels.test(name)
  return true
}

/** The nearest effort that a model accepts; undefined rather than an effort it would refuse. */
function supportedEffort(effort: string, model: string): string | undefined {
  const name = bareModel(model)
  const generation = gptGeneration(name) ?? 0
  if (hasEffort(name, generation, effort)) return effort
  if (effort === 'max' && hasEffort(name, generation, 'xhigh')) return 'xhigh'
  return effort === 'none' ? undefined : 'high'
}

/** The reasoning effort, from the three settings Anthropic's API has had over time. */
export function readEffort(body: JsonObject, model: string): string | undefined {
  const thinking = objectOf(body.thinking)
  const effort = textOf(objectOf(body.output_config)?.effort)
  if (thinking?.type === 'disabled') return supportedEffort('none', model)
  if (effort !== undefined) return supportedEffort(effort, model)
  return thinking?.type === 'enabled' ? effortOfBudget(countOf(thinking.budget_tokens)) : undefined
}
