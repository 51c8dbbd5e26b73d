import { absentModel } from '../exchange/call.ts'
import { ollamaError } from './errors.ts'

const isEmbedder = (model: string) => /embed|bge-|all-minilm/.test(model)
const thinks = (model: string) => /^(gpt-oss|qwen3|deepseek-r1|glm-|minimax-|magistral)/.test(model)
const hasLevels = (model: string) => model.startsWith('gpt-oss')
const lacksTools = (model: string) => /^(llama2|llava|gemma3)/.test(model)

export function capabilitiesOf(model: string): string[] {
  if (isEmbedder(model)) return ['embedding']
  const all = ['completion', ...(lacksTools(model) ? [] : ['tools']), ...(thinks(model) ? ['thinking'] : [])]
  return model.includes('vision') || model.startsWith('gemma') ? [...all, 'vision'] : all
}

export function checkModel(model: string, purpose: 'chat' | 'generate' | 'embed'): void {
  if (model === '') throw ollamaError(400, 'model is required')
  if (model === absentModel) throw ollamaError(404, `model "${model}" not found, try pulling it first`)
  if (purpose !== 'embed' && isEmbedder(model)) throw ollamaError(400, `"${model}" does not support ${purpose}`)
}

export function checkThink(model: string, think: unknown): void {
  if (think === undefined || think === false) return
  if (!thinks(model)) throw ollamaError(400, `"${model}" does not support thinking`)
  if (think === true) return
  if (!['low', 'medium', 'high', 'max'].includes(String(think)))
    throw ollamaError(400, `invalid think value: "${think}"`)
  if (!hasLevels(model)) throw ollamaError(400, `think value "${think}" is not supported for this model`)
}

export function checkToolSupport(model: string, tools: unknown): void {
  if (Array.isArray(tools) && tools.length > 0 && lacksTools(model)) {
    throw ollamaError(400, `registry.ollama.ai/library/${model} does not support tools`)
  }
}
