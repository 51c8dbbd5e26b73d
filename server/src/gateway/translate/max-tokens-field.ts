import { memoize } from './memoize.ts'

/** A model's name without the prefix some resellers put before it. */
export const bareModel = (model: string): string => model.slice(model.lastIndexOf('/') + 1)

/** The generation of a GPT model as one number to compare: `gpt-5.6-sol` is 506, `gpt-6` is 600. */
export const gptGeneration = memoize((model): number | undefined => {
  const match = /^gpt-(\d{1,2})(?!\d)(?:\.(\d{1,2})(?!\d))?/.exec(bareModel(model))
  // Azure writes 3.5 as 35.
  if (!match || match[1] === '35') return undefined
  return Number(match[1]) * 100 + Number(match[2] ?? 0)
})

/** OpenAI's reasoning models take fewer parameters than others. */
export const isReasoningModel = memoize((model): boolean => {
  const name = bareModel(model)
  if (/^o\d/.test(name)) return true
  return !name.startsWith('gpt-5-chat') && (gptGeneration(name) ?? 0) >= 500
})

/** The field for the limit of output tokens in a chat for this model. */
export const maxTokensField = (model: string): 'max_tokens' | 'max_completion_tokens' =>
  isReasoningModel(model) ? 'max_completion_tokens' : 'max_tokens'
